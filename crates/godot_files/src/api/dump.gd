# Writes what Godot knows of its own classes, as facts without prose:
#   godot --headless --path EMPTY_FOLDER --script dump.gd -- OUT
# `api/table.rs` reads the answer and describes its layout. Keeps to what every Godot 4 has.
extends SceneTree

const LAYOUT := 1
# What a file may hold, or the inspector shows.
const SHOWN := PROPERTY_USAGE_STORAGE | PROPERTY_USAGE_EDITOR

var lines := PackedStringArray()
var names: Array[String] = []
# Class -> property -> text, of every property that an instance has.
var values := {}
# Class -> own properties in order, those of ClassDB first.
var own := {}
# Class -> property -> text as a subclass inherits it.
var effective := {}


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	if arguments.size() != 1:
		printerr("name the file to write")
		quit(2)
		return
	collect()
	write_head()
	for name in names:
		write_class(name)
	var file := FileAccess.open(arguments[0], FileAccess.WRITE)
	if file == null:
		printerr("cannot write ", arguments[0])
		quit(1)
		return
	file.store_string("\n".join(lines) + "\nend\n")
	file.close()
	quit()


func write_head() -> void:
	var version := Engine.get_version_info()
	lines.append("godot-api\t%d\t%d.%d.%d" % [LAYOUT, version.major, version.minor, version.patch])
	var singletons := Array(Engine.get_singleton_list())
	singletons.sort()
	lines.append("\t".join(PackedStringArray(["s"] + singletons)))


func collect() -> void:
	for name in ClassDB.get_class_list():
		names.append(String(name))
	names.sort()
	for name in names:
		own[name] = static_properties(name)
		if ClassDB.can_instantiate(name) and in_files(name):
			look_at_instance(name)
	# Parents first, so that a class knows what it inherits.
	var ordered := names.duplicate()
	ordered.sort_custom(func(a: String, b: String) -> bool: return depth(a) < depth(b))
	for name in ordered:
		derive(name)


func depth(name: String) -> int:
	return 0 if name == "" else 1 + depth(ClassDB.get_parent_class(name))


# Files hold nodes and resources only; to make one of the other classes may bring Godot down.
func in_files(name: String) -> bool:
	return ClassDB.is_parent_class(name, "Node") or ClassDB.is_parent_class(name, "Resource")


func static_properties(name: String) -> Array:
	return ClassDB.class_get_property_list(name, true).filter(is_property)


# Not a category, a group or a subgroup.
func is_property(property: Dictionary) -> bool:
	var headings := PROPERTY_USAGE_CATEGORY | PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP
	return property.usage & headings == 0


# An instance also has what `_get_property_list` tells, which ClassDB does not know.
func look_at_instance(name: String) -> void:
	var instance: Object = ClassDB.instantiate(name)
	if instance == null:
		return
	# An instance may hide what others of its class show.
	var known := {}
	for property in ClassDB.class_get_property_list(name):
		known[property.name] = property.usage
	var found := {}
	for property in instance.get_property_list().filter(is_property):
		if not known.has(property.name):
			property.dynamic = true
			own[name].append(property)
		if (property.usage | known.get(property.name, 0)) & SHOWN != 0:
			found[property.name] = text(instance, property.name)
	values[name] = found
	if not instance is RefCounted:
		instance.free()


func text(instance: Object, property: String) -> String:
	# By its name: the first versions of Godot 4 do not have it and would refuse the script.
	var classes: Object = ClassDB
	var value = null
	if classes.has_method("class_get_property_default_value"):
		value = classes.call("class_get_property_default_value", instance.get_class(), property)
	if value == null:
		value = instance.get(property)
	if value is Object:
		return "Object(%s)" % value.get_class()
	return var_to_str(value).replace("\n", " ")


# A class that cannot be instantiated gets the value that most of its subclasses have.
func derive(name: String) -> void:
	var parent := String(ClassDB.get_parent_class(name))
	var inherited: Dictionary = effective.get(parent, {}).duplicate()
	if values.has(name):
		inherited.merge(values[name], true)
	else:
		for property in own[name]:
			inherited[property.name] = most_common(name, property.name)
	effective[name] = inherited


func most_common(name: String, property: String) -> String:
	var counts := {}
	for heir in ClassDB.get_inheriters_from_class(name):
		if values.has(String(heir)) and values[String(heir)].has(property):
			var value: String = values[String(heir)][property]
			counts[value] = counts.get(value, 0) + 1
	var best := ""
	var candidates := counts.keys()
	candidates.sort()
	for value in candidates:
		if best == "" or counts[value] > counts[best]:
			best = value
	return best


func write_class(name: String) -> void:
	var parent := String(ClassDB.get_parent_class(name))
	lines.append("c\t%s\t%s\t%s" % [name, parent, "i" if ClassDB.can_instantiate(name) else "a"])
	var inherited: Dictionary = effective.get(parent, {})
	for property in own[name]:
		if property.has("dynamic") and inherited.has(property.name):
			continue
		write_property(name, property)
	write_overrides(name, inherited)
	write_signals(name)
	write_methods(name)
	write_enums(name)


func write_property(name: String, property: Dictionary) -> void:
	var flags := ("s" if property.usage & PROPERTY_USAGE_STORAGE else "")
	flags += ("e" if property.usage & PROPERTY_USAGE_EDITOR else "")
	flags += ("d" if property.has("dynamic") else "")
	var default: String = effective[name].get(property.name, "")
	lines.append("\t".join(PackedStringArray(
			["p", property.name, str(property.type), flags, kind(property), default])))


# What the type alone does not say: a class, the type of the elements, the names of the values.
func kind(property: Dictionary) -> String:
	var wanted := [PROPERTY_HINT_ENUM, PROPERTY_HINT_FLAGS, PROPERTY_HINT_ARRAY_TYPE]
	if property.hint in wanted:
		return property.hint_string
	return String(property["class_name"])


func write_overrides(name: String, inherited: Dictionary) -> void:
	var changed := []
	for property in values.get(name, {}):
		if inherited.has(property) and inherited[property] != values[name][property]:
			changed.append(property)
	changed.sort()
	for property in changed:
		lines.append("o\t%s\t%s" % [property, values[name][property]])


func write_signals(name: String) -> void:
	var own_signals := ClassDB.class_get_signal_list(name, true)
	own_signals.sort_custom(func(a, b): return a.name < b.name)
	for own_signal in own_signals:
		var parts := PackedStringArray(["g", own_signal.name])
		for argument in own_signal.args:
			var type := String(argument["class_name"])
			parts.append("%s:%s" % [argument.name, type if type != "" else str(argument.type)])
		lines.append("\t".join(parts))


func write_methods(name: String) -> void:
	var found := {}
	for method in ClassDB.class_get_method_list(name, true):
		var most: int = method.args.size()
		var least: int = most - method.default_args.size()
		var vararg: bool = method.flags & METHOD_FLAG_VARARG
		found[method.name] = "%d%s" % [least, "+" if vararg else ("" if most == least else "-%d" % most)]
	var sorted := found.keys()
	sorted.sort()
	var parts := PackedStringArray(["m"])
	for method in sorted:
		parts.append("%s:%s" % [method, found[method]])
	if not sorted.is_empty():
		lines.append("\t".join(parts))


func write_enums(name: String) -> void:
	var enums := Array(ClassDB.class_get_enum_list(name, true))
	enums.sort()
	for found in enums:
		var parts := PackedStringArray(["e", found])
		for constant in ClassDB.class_get_enum_constants(name, found, true):
			parts.append("%s:%d" % [constant, ClassDB.class_get_integer_constant(name, constant)])
		lines.append("\t".join(parts))
