extends RefCounted
## Finds nodes; reads, writes and calls them. Values that hold objects are made portable, since an object is only an
## id on the wire.

const DEPTH := 4
const ITEMS := 200
## The lines before evaluated source.
const EVAL_LINES := 2

var _tree: SceneTree
var _cache: Dictionary = {}


func _init(tree: SceneTree) -> void:
	_tree = tree


## A node by its absolute path, its path below the current scene, `%Name`, or `#id`. `.` is the current scene.
func find(path: String) -> Object:
	if path.begins_with("#"):
		return instance_from_id(path.substr(1).to_int()) if path.substr(1).is_valid_int() else null
	if path.begins_with("/"):
		return _tree.root.get_node_or_null(path)
	var scene := _tree.current_scene
	if not scene:
		return null
	return scene.get_node_or_null(path)


## The same for conditions and samples, which ask at each tick.
func find_again(path: String) -> Object:
	var known: Variant = _cache.get(path)
	if is_instance_valid(known) and known is Node and known.is_inside_tree() and _is_at(known, path):
		return known
	var found := find(path)
	_cache[path] = found
	return found


func _is_at(node: Node, path: String) -> bool:
	return path.ends_with(String(node.name)) and (path.begins_with("/") or node.owner == _tree.current_scene)


func missing(path: String) -> Dictionary:
	if not path.begins_with("/") and not path.begins_with("#") and not _tree.current_scene:
		return { "error": "there is no current scene yet, so '%s' has no place; let a tick pass" % path, "kind": "no_node" }
	return { "error": "there is no node '%s'" % path, "kind": "no_node" }


func tree(arguments: Dictionary) -> Dictionary:
	var top := find(arguments.path) as Node
	if not top:
		return missing(arguments.path)
	var rows: Array = []
	var left_out := [0]
	_add_rows(top, 0, arguments.depth, arguments.limit, rows, left_out)
	return { "rows": rows, "left_out": left_out[0], "path": _path_of(top) }


func _add_rows(node: Node, depth: int, depth_left: int, limit: int, rows: Array, left_out: Array) -> void:
	if rows.size() >= limit:
		left_out[0] += 1 + node.find_children("*", "", true, false).size()
		return
	var script := node.get_script() as Script
	var flags := 0
	if node is CanvasItem or node is Node3D or node is Window:
		flags = 1 if node.visible else 2
	var count := node.get_child_count()
	rows.append([
		depth, String(node.name), node.get_class(), node.get_instance_id(),
		script.resource_path if script else "", node.scene_file_path, flags, count,
	])
	if depth_left == 0:
		return
	for child in node.get_children():
		_add_rows(child, depth + 1, depth_left - 1, limit, rows, left_out)


func read(arguments: Dictionary) -> Dictionary:
	var object := find(arguments.path)
	if not object:
		return missing(arguments.path)
	var names: Array = arguments.properties
	var listed := names.is_empty()
	if listed:
		names = _listed_properties(object)
	var values: Array = []
	for name: String in names:
		if not listed and not has_property(object, name):
			return no_property(object, name)
		values.append([name, portable(object.get_indexed(NodePath(name)))])
	var answer := describe(object)
	answer["values"] = values
	return answer


## What the inspector shows, and the variables of scripts.
func _listed_properties(object: Object) -> Array:
	var names: Array = []
	for property in object.get_property_list():
		var usage: int = property.usage
		if usage & (PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_SCRIPT_VARIABLE) and not ":" in property.name:
			names.append(property.name)
	return names


func has_property(object: Object, path: String) -> bool:
	return path.get_slice(":", 0) in object


func no_property(object: Object, path: String) -> Dictionary:
	var names: Array = []
	for property in object.get_property_list():
		if property.usage & (PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_SCRIPT_VARIABLE):
			names.append(property.name)
	return {
		"error": "%s has no property '%s'" % [_path_of(object), path.get_slice(":", 0)],
		"kind": "no_property", "names": names,
	}


func write(arguments: Dictionary) -> Dictionary:
	var object := find(arguments.path)
	if not object:
		return missing(arguments.path)
	var name: String = arguments.property
	if not has_property(object, name):
		return no_property(object, name)
	var before: Variant = object.get_indexed(NodePath(name))
	var wanted: Variant = _convert(arguments.value, _type_of(object, name, before))
	if wanted is Dictionary and wanted.has("scenewright_problem"):
		return { "error": wanted.scenewright_problem, "kind": "bad_value" }
	object.set_indexed(NodePath(name), wanted)
	var answer := describe(object)
	var after: Variant = object.get_indexed(NodePath(name))
	answer["before"] = portable(before)
	answer["after"] = portable(after)
	answer["taken"] = is_same(after, wanted) or after == wanted
	return answer


func _type_of(object: Object, path: String, value: Variant) -> int:
	if not ":" in path:
		for property in object.get_property_list():
			if property.name == path and property.type != TYPE_NIL:
				return property.type
	return typeof(value)


## JSON has numbers, texts, lists and objects; the property's type says what is meant.
func _convert(value: Variant, type: int) -> Variant:
	if value is Dictionary and value.has("scenewright_path"):
		var target := find(value.scenewright_path)
		if target:
			return target
		if ResourceLoader.exists(value.scenewright_path):
			return load(value.scenewright_path)
		return { "scenewright_problem": "there is no node or resource '%s'" % value.scenewright_path }
	if typeof(value) == type or type == TYPE_NIL:
		return value
	if type == TYPE_OBJECT and value is String:
		return _convert({ "scenewright_path": value }, type)
	if value is Dictionary:
		value = _parts(value)
	if value is Array and type in [
			TYPE_VECTOR2, TYPE_VECTOR2I, TYPE_VECTOR3, TYPE_VECTOR3I, TYPE_VECTOR4, TYPE_VECTOR4I, TYPE_RECT2,
			TYPE_RECT2I, TYPE_QUATERNION, TYPE_PLANE, TYPE_COLOR]:
		return _from_numbers(value, type)
	if value is String and type == TYPE_COLOR:
		return Color.from_string(value, Color.BLACK) if Color.html_is_valid(value) else _from_text(value, type)
	if value is String and not type in [TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH]:
		return _from_text(value, type)
	if type in [TYPE_BOOL, TYPE_INT, TYPE_FLOAT] and typeof(value) in [TYPE_BOOL, TYPE_INT, TYPE_FLOAT]:
		return type_convert(value, type)
	if type in [TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH] and value is String:
		return type_convert(value, type)
	if type >= TYPE_PACKED_BYTE_ARRAY and value is Array:
		return type_convert(value, type)
	if type == TYPE_OBJECT and value == null:
		return null
	return { "scenewright_problem": "the property is of type %s, not %s" % [type_string(type), type_string(typeof(value))] }


## The numbers of a vector or a color in their own order, whatever order they were sent in.
func _parts(value: Dictionary) -> Array:
	for names: String in ["xyzw", "rgba"]:
		if value.has(names[0]):
			return Array(names.split("")).filter(func(name: String) -> bool: return value.has(name)).map(
					func(name: String) -> Variant: return value[name])
	return value.values()


## Godot's own notation: `Vector2(1, 2)`.
func _from_text(text: String, type: int) -> Variant:
	var value: Variant = str_to_var(text)
	if typeof(value) == type:
		return value
	return { "scenewright_problem": "'%s' is not a %s" % [text, type_string(type)] }


func _from_numbers(parts: Array, type: int) -> Variant:
	var text := type_string(type) + "(" + ", ".join(parts.map(func(part: Variant) -> String: return str(part))) + ")"
	return _from_text(text, type)


## Calls by name never fail in Godot: an error shows only in the log.
func call_method(arguments: Dictionary) -> Dictionary:
	var object := find(arguments.path)
	if not object:
		return missing(arguments.path)
	var method: String = arguments.method
	if not object.has_method(method):
		return { "error": "%s has no method '%s'" % [_path_of(object), method], "kind": "no_method", "names": _script_methods(object) }
	var types: Array = []
	for entry in object.get_method_list():
		if entry.name == method:
			types = entry.args.map(func(argument: Dictionary) -> int: return argument.type)
	var values: Array = []
	for index in arguments.arguments.size():
		var type: int = types[index] if index < types.size() else TYPE_NIL
		var value: Variant = _convert(arguments.arguments[index], type)
		if value is Dictionary and value.has("scenewright_problem"):
			return { "error": "argument %d: %s" % [index + 1, value.scenewright_problem], "kind": "bad_value" }
		values.append(value)
	var answer := describe(object)
	var result: Variant = object.callv(method, values)
	if result is Object and result.get_class() == "GDScriptFunctionState":
		answer["waits"] = true
	else:
		answer["value"] = portable(result)
	return answer


func _script_methods(object: Object) -> Array:
	var script := object.get_script() as Script
	return script.get_script_method_list().map(func(entry: Dictionary) -> String: return entry.name) if script else []


## The source is the body of a function in which `tree`, `root` and `scene` are known.
func eval(arguments: Dictionary) -> Dictionary:
	var script := GDScript.new()
	var lines: PackedStringArray = arguments.source.split("\n")
	script.source_code = "extends RefCounted\nfunc run(tree: SceneTree, root: Window, scene: Node) -> Variant:\n\t" \
			+ "\n\t".join(lines) + "\n\treturn null\n"
	var error := script.reload()
	if error != OK:
		return { "error": "the source does not compile", "kind": "bad_source" }
	var result: Variant = script.new().run(_tree, _tree.root, _tree.current_scene)
	return { "value": portable(result) }


func describe(object: Object) -> Dictionary:
	var script := object.get_script() as Script
	return {
		"path": _path_of(object), "class": object.get_class(), "id": object.get_instance_id(),
		"script": script.resource_path if script else "",
	}


func _path_of(object: Object) -> String:
	var node := object as Node
	return String(node.get_path()) if node and node.is_inside_tree() else "#%d" % object.get_instance_id()


## Objects as class, id and path; long lists shortened.
func portable(value: Variant, depth := 0) -> Variant:
	match typeof(value):
		TYPE_OBJECT:
			return _portable_object(value)
		TYPE_CALLABLE, TYPE_RID, TYPE_SIGNAL:
			return { "scenewright_text": str(value) }
		TYPE_ARRAY:
			if depth == DEPTH:
				return { "scenewright_text": "Array of %d" % value.size() }
			var items: Array = []
			for item: Variant in value.slice(0, ITEMS):
				items.append(portable(item, depth + 1))
			return items if value.size() <= ITEMS else { "scenewright_items": items, "length": value.size() }
		TYPE_DICTIONARY:
			if depth == DEPTH:
				return { "scenewright_text": "Dictionary of %d" % value.size() }
			var entries := {}
			for key: Variant in value.keys().slice(0, ITEMS):
				entries[portable(key, depth + 1)] = portable(value[key], depth + 1)
			return entries
	if typeof(value) >= TYPE_PACKED_BYTE_ARRAY and value.size() > ITEMS:
		return { "scenewright_items": Array(value.slice(0, ITEMS)), "length": value.size() }
	return value


func _portable_object(value: Variant) -> Variant:
	if not is_instance_valid(value):
		return null
	var path := ""
	if value is Node and value.is_inside_tree():
		path = String(value.get_path())
	elif value is Resource:
		path = value.resource_path
	return { "scenewright_object": value.get_class(), "id": value.get_instance_id(), "path": path }
