## Converts values from clients to the type of a property. Each returns [value] or a Fail with the expected type.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwValues := preload("../values.gd")
const ScwLiteral := preload("literal.gd")

## Components by type, in the order of an array. Those that are missing in an object are 0.
const COMPONENTS := {
	TYPE_VECTOR2: ["x", "y"], TYPE_VECTOR2I: ["x", "y"],
	TYPE_VECTOR3: ["x", "y", "z"], TYPE_VECTOR3I: ["x", "y", "z"],
	TYPE_VECTOR4: ["x", "y", "z", "w"], TYPE_VECTOR4I: ["x", "y", "z", "w"],
	TYPE_QUATERNION: ["x", "y", "z", "w"], TYPE_PLANE: ["x", "y", "z", "d"],
	TYPE_RECT2: ["x", "y", "width", "height"], TYPE_RECT2I: ["x", "y", "width", "height"],
	TYPE_AABB: ["x", "y", "z", "width", "height", "depth"],
	TYPE_TRANSFORM2D: ["", "", "", "", "", ""], TYPE_BASIS: ["", "", "", "", "", "", "", "", ""],
	TYPE_TRANSFORM3D: ["", "", "", "", "", "", "", "", "", "", "", ""],
}

var _root: Node


func _init(root: Node) -> void:
	_root = root


## `spec` has one of `literal`, `resource`, `node` and `json`.
func read(spec: Dictionary, property: Dictionary, node: Node) -> Variant:
	var params := ScwParams.new(spec, "value.")
	var given := ["literal", "resource", "node", "json"].filter(func(key: String) -> bool: return spec.has(key))
	if given.size() != 1:
		return ScwFail.new(ScwFail.INVALID_PARAMS, "A value must be one of literal, resource, node and json",
				{"parameter": "value"})
	match given[0]:
		"literal":
			var text := params.text("literal")
			var literal: Variant = params.fail if params.fail else ScwLiteral.read(text)
			return literal if literal is ScwFail else fit(literal[0], property, node)
		"resource":
			var path := params.text("resource")
			return params.fail if params.fail else _resource(path, property)
		"node":
			var path := params.text("node")
			return params.fail if params.fail else _node(path, property, node)
	return from_json(spec.json, property, node)


## As clients write values without knowing the type of the property.
func from_json(value: Variant, property: Dictionary, node: Node) -> Variant:
	var type: int = property.type
	if value is String:
		return _from_text(value, property, node)
	if type == TYPE_COLOR and (value is Array or value is Dictionary):
		return _color(value, property)
	if COMPONENTS.has(type) and (value is Array or value is Dictionary):
		return _components(value, property)
	if type == TYPE_NIL:
		return [_whole(value)]
	return fit(_whole(value) if type != TYPE_FLOAT else value, property, node)


## Whether a value has the property's type, or can be converted without loss.
func fit(value: Variant, property: Dictionary, node: Node) -> Variant:
	var type: int = property.type
	if type == TYPE_NIL:
		return [value]
	if type == TYPE_OBJECT:
		return [null] if value == null else _misfit(value, property)
	if type == TYPE_ARRAY and value is Array:
		return _array(value, property, node)
	if typeof(value) == type:
		return [value]
	if _is_close(value, type):
		return [type_convert(value, type)]
	return _misfit(value, property)


func _is_close(value: Variant, type: int) -> bool:
	var from := typeof(value)
	match type:
		TYPE_FLOAT:
			return from == TYPE_INT
		TYPE_INT:
			return from == TYPE_FLOAT and value == floorf(value)
		TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH:
			return from in [TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH]
		TYPE_VECTOR2, TYPE_VECTOR3, TYPE_VECTOR4, TYPE_RECT2:
			return from == type + 1
		TYPE_VECTOR2I, TYPE_VECTOR3I, TYPE_VECTOR4I, TYPE_RECT2I:
			return from == type - 1 and type_convert(type_convert(value, type), from) == value
	return type >= TYPE_PACKED_BYTE_ARRAY and from == TYPE_ARRAY and _fits_packed(value, type)


func _fits_packed(items: Array, type: int) -> bool:
	var allowed := [TYPE_INT, TYPE_FLOAT]
	match type:
		TYPE_PACKED_STRING_ARRAY:
			allowed = [TYPE_STRING]
		TYPE_PACKED_VECTOR2_ARRAY:
			allowed = [TYPE_VECTOR2]
		TYPE_PACKED_VECTOR3_ARRAY:
			allowed = [TYPE_VECTOR3]
		TYPE_PACKED_COLOR_ARRAY:
			allowed = [TYPE_COLOR]
		TYPE_PACKED_VECTOR4_ARRAY:
			allowed = [TYPE_VECTOR4]
	return items.all(func(item: Variant) -> bool: return typeof(item) in allowed)


## Typed arrays accept only their own element type, so the property's own array is used as the template.
func _array(items: Array, property: Dictionary, node: Node) -> Variant:
	var current: Variant = node.get(property.name)
	if not current is Array or not current.is_typed():
		return [items.map(_whole)]
	var model: Array = current.duplicate()
	model.clear()
	var element := {
		"name": property.name, "type": model.get_typed_builtin(), "class_name": model.get_typed_class_name(),
		"hint": PROPERTY_HINT_RESOURCE_TYPE if model.get_typed_builtin() == TYPE_OBJECT else PROPERTY_HINT_NONE,
		"hint_string": str(model.get_typed_class_name()),
	}
	for item: Variant in items:
		var one: Variant = from_json(item, element, node)
		if one is ScwFail:
			return one
		model.append(one[0])
	return [model]


func _from_text(text: String, property: Dictionary, node: Node) -> Variant:
	match property.type:
		TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH:
			return [type_convert(text, property.type)]
		TYPE_NIL:
			return [text]
		TYPE_OBJECT:
			if property.hint == PROPERTY_HINT_NODE_TYPE:
				return _node(text, property, node)
			return _resource(text, property)
		TYPE_INT:
			if property.hint == PROPERTY_HINT_ENUM:
				return _enum(text, property)
		TYPE_COLOR:
			if Color.html_is_valid(text) or not Color.from_string(text, Color(-1, 0, 0)).r < 0:
				return [Color.from_string(text, Color())]
	var literal: Variant = ScwLiteral.read(text)
	return _misfit(text, property) if literal is ScwFail else fit(literal[0], property, node)


## "Name,Other,Third:5"
func _enum(text: String, property: Dictionary) -> Variant:
	var next := 0
	var names := []
	for part: String in property.hint_string.split(","):
		var name := part.get_slice(":", 0)
		if part.contains(":"):
			next = int(part.get_slice(":", 1))
		names.append(name)
		if name.replace(" ", "").replace("_", "").nocasecmp_to(text.replace(" ", "").replace("_", "")) == 0:
			return [next]
		next += 1
	if text.is_valid_int():
		return [int(text)]
	return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid value '%s' for '%s': it must be one of %s" % [
		text.left(80), property.name, ", ".join(names)], {"parameter": "value", "expected": names})


func _color(value: Variant, property: Dictionary) -> Variant:
	var parts: Array = value if value is Array else ["r", "g", "b", "a"].map(
			func(key: String) -> Variant: return value.get(key, 1.0 if key == "a" else 0.0))
	if value is Dictionary and not value.keys().all(func(key: Variant) -> bool: return key in ["r", "g", "b", "a"]):
		return _misfit(value, property)
	if not parts.size() in [3, 4] or not _are_numbers(parts):
		return _misfit(value, property)
	return [Color(parts[0], parts[1], parts[2], parts[3] if parts.size() == 4 else 1.0)]


func _components(value: Variant, property: Dictionary) -> Variant:
	var names: Array = COMPONENTS[property.type]
	var parts: Array = []
	if value is Array:
		parts = _flat(value)
	else:
		var flat := _flat_object(value)
		if names[0] == "" or not flat.keys().all(func(key: Variant) -> bool: return key in names):
			return _misfit(value, property)
		parts = names.map(func(name: String) -> Variant: return flat.get(name, 0))
	if parts.size() != names.size() or not _are_numbers(parts):
		return _misfit(value, property)
	var text := "%s(%s)" % [type_string(property.type), ", ".join(parts.map(func(part: Variant) -> String:
		return var_to_str(float(part)) if not _is_whole_type(property.type) else str(int(part))))]
	return [str_to_var(text)]


static func _is_whole_type(type: int) -> bool:
	return type in [TYPE_VECTOR2I, TYPE_VECTOR3I, TYPE_VECTOR4I, TYPE_RECT2I]


## [[1, 2], [3, 4]] is equivalent to [1, 2, 3, 4].
func _flat(value: Array) -> Array:
	var result := []
	for item: Variant in value:
		if item is Array:
			result.append_array(item)
		else:
			result.append(item)
	return result


## {"position": {"x": 1, "y": 2}, "size": {"x": 3, "y": 4}} is a rectangle too.
func _flat_object(value: Dictionary) -> Dictionary:
	var result := value.duplicate()
	if value.get("position") is Dictionary:
		result.erase("position")
		result.merge(value.position)
	if value.get("size") is Dictionary:
		result.erase("size")
		var renamed := {"x": "width", "y": "height", "z": "depth"}
		for key: Variant in value.size:
			result[renamed.get(key, key)] = value.size[key]
	return result


func _are_numbers(parts: Array) -> bool:
	return parts.all(func(part: Variant) -> bool: return part is float or part is int)


func _resource(path: String, property: Dictionary) -> Variant:
	if property.type != TYPE_OBJECT and property.type != TYPE_NIL:
		return _misfit(path, property)
	if not (path.begins_with("res://") or path.begins_with("uid://")) or not ResourceLoader.exists(path):
		return ScwFail.new(ScwFail.INVALID_PATH, "Resource not found: %s" % path, {
			"requested_path": path, "expected": ScwValues.type_name(property),
		})
	var resource := load(path)
	if resource == null:
		return ScwFail.new(ScwFail.INVALID_PATH, "Resource cannot be loaded: %s" % path, {"requested_path": path})
	return [resource] if _is_of(resource, property) else _misfit(resource, property)


func _is_of(resource: Resource, property: Dictionary) -> bool:
	if property.hint != PROPERTY_HINT_RESOURCE_TYPE or property.hint_string.is_empty():
		return true
	var script: Script = resource.get_script()
	for name: String in property.hint_string.split(","):
		if resource.is_class(name) or (script != null and script.get_global_name() == name):
			return true
	return false


func _node(path: String, property: Dictionary, node: Node) -> Variant:
	var target: Variant = ScwPaths.find_relative(path, _root)
	if target is ScwFail:
		return target
	if property.type == TYPE_NODE_PATH:
		return [node.get_path_to(target)]
	if property.type == TYPE_NIL or (property.type == TYPE_OBJECT and property.hint != PROPERTY_HINT_RESOURCE_TYPE):
		return [target]
	return _misfit(path, property)


## JSON has only one number type.
static func _whole(value: Variant) -> Variant:
	return int(value) if value is float and value == floorf(value) and absf(value) < 9.0e15 else value


func _misfit(value: Variant, property: Dictionary) -> ScwFail:
	var expected := ScwValues.type_name(property)
	var got: String = value.get_class() if value is Object else type_string(typeof(value))
	var message := "Invalid value for '%s': expected %s, got %s" % [property.name, expected, got]
	return ScwFail.new(ScwFail.INVALID_PARAMS, message,
			{"parameter": "value", "property": property.name, "expected": expected, "got": str(value).left(100)})
