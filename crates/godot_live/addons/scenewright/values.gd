## Godot's values as JSON, for clients. Types that JSON lacks are written in Godot's text format: `Vector3(0, 0, 0)`.
@tool
extends RefCounted

const ScwPaths := preload("scene_paths.gd")

const MAX_DEPTH := 16


static func to_json(value: Variant, depth: int = 0) -> Variant:
	match typeof(value):
		TYPE_NIL, TYPE_BOOL, TYPE_INT, TYPE_STRING:
			return value
		TYPE_FLOAT:
			return value if is_finite(value) else str(value)
		TYPE_STRING_NAME, TYPE_NODE_PATH:
			return str(value)
		TYPE_OBJECT:
			return _object(value)
		TYPE_ARRAY:
			return _array(value, depth)
		TYPE_DICTIONARY:
			return _dictionary(value, depth)
		TYPE_CALLABLE, TYPE_SIGNAL, TYPE_RID:
			return str(value)
	return var_to_str(value)


static func _array(value: Array, depth: int) -> Variant:
	if depth >= MAX_DEPTH:
		return "[…]"
	return value.map(func(item: Variant) -> Variant: return to_json(item, depth + 1))


static func _dictionary(value: Dictionary, depth: int) -> Variant:
	if depth >= MAX_DEPTH:
		return "{…}"
	var result := {}
	for key: Variant in value:
		result[str(to_json(key, depth + 1))] = to_json(value[key], depth + 1)
	return result


static func _object(value: Variant) -> Variant:
	if not is_instance_valid(value):
		return null
	if value is Resource and not value.resource_path.is_empty():
		return value.resource_path
	var root := ScwPaths.edited_root()
	if value is Node and root != null and (value == root or root.is_ancestor_of(value)):
		return ScwPaths.to_protocol(value, root)
	return "<%s>" % value.get_class()


## What a property holds, as the inspector would say it.
static func type_name(property: Dictionary) -> String:
	if property.type != TYPE_OBJECT:
		return type_string(property.type) if property.type != TYPE_NIL else "Variant"
	if not str(property.class_name).is_empty():
		return str(property.class_name)
	return property.hint_string if property.hint == PROPERTY_HINT_RESOURCE_TYPE else "Object"


static func now() -> float:
	return Time.get_unix_time_from_system()
