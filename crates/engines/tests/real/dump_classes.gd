extends SceneTree
## Prints what Godot knows of every script named after `--`, one JSON object a line.


func _initialize() -> void:
	var names := {}
	for known in ProjectSettings.get_global_class_list():
		names[known.path] = known.class
	for path in OS.get_cmdline_user_args():
		var script := load(path) as Script
		if script == null or not script.can_instantiate() and not script.is_abstract():
			print(JSON.stringify({"path": path, "failed": true}))
			continue
		_dump(path, script, names.get(path, ""))
	quit()


func _dump(path: String, script: Script, global_name: String) -> void:
	# Lists include the members of base scripts, which are not this file's own.
	var base := script.get_base_script()
	var inherited := _names(base.get_script_property_list()) if base else []
	var exports := []
	for property in script.get_script_property_list():
		var is_exported: bool = property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE \
				and property.usage & (PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_STORAGE)
		if is_exported and property.name not in inherited:
			var value := var_to_str(script.get_property_default_value(property.name))
			exports.append([property.name, type_string(property.type), value])
	print(JSON.stringify({
		"path": path,
		"name": global_name,
		"exports": exports,
		"signals": _own(script.get_script_signal_list(), base.get_script_signal_list() if base else []),
		"methods": _own(script.get_script_method_list(), base.get_script_method_list() if base else []),
	}))


func _names(list: Array) -> Array:
	return list.map(func(member: Dictionary) -> String: return member.name)


## Without those of the base, unless they are declared again: then they are there twice.
func _own(all: Array, inherited: Array) -> Array:
	var names := _names(all)
	for name: String in _names(inherited):
		names.erase(name)
	names.sort()
	return names
