## The properties of a node as the inspector shows them, with the class each comes from.
@tool
extends RefCounted

const ScwValues := preload("values.gd")

const SHOWN := PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_STORAGE
const HEADING := PROPERTY_USAGE_CATEGORY | PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP


static func of_class(node: Object, include_default: bool, categories: PackedStringArray) -> Dictionary:
	var result := {}
	var category := node.get_class()
	var own := script_variables(node)
	for property: Dictionary in node.get_property_list():
		if property.usage & PROPERTY_USAGE_CATEGORY:
			category = property.name
		if property.usage & HEADING or not property.usage & SHOWN or own.has(property.name) or property.name == "script":
			continue
		if not _is_wanted(property.name, category, categories):
			continue
		var value: Variant = node.get(property.name)
		if include_default or not is_default(node, property.name, value):
			result[property.name] = {
				"type": ScwValues.type_name(property), "value": ScwValues.to_json(value), "category": category,
			}
	return result


static func of_script(node: Object, include_default: bool) -> Dictionary:
	var result := {}
	var own := script_variables(node)
	for name: String in own:
		var is_exported: bool = own[name].usage & PROPERTY_USAGE_EDITOR != 0
		if is_exported or include_default:
			result[name] = {
				"type": ScwValues.type_name(own[name]), "value": ScwValues.to_json(_script_value(node, name)),
				"exported": is_exported,
			}
	return result


## By name. A script without @tool has only a placeholder in the editor, so the script itself is asked.
static func script_variables(node: Object) -> Dictionary:
	var result := {}
	var script: Script = node.get_script()
	while script != null:
		for property: Dictionary in script.get_script_property_list():
			if property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE:
				result[property.name] = property
		script = script.get_base_script()
	return result


static func is_default(node: Object, name: String, value: Variant) -> bool:
	if name.begins_with("metadata/"):
		return false
	var default: Variant = ClassDB.class_get_property_default_value(node.get_class(), name)
	return typeof(default) == typeof(value) and default == value


static func script_path(node: Object) -> String:
	var script: Script = node.get_script()
	return script.resource_path if script != null else ""


static func find(node: Object, name: String) -> Dictionary:
	for property: Dictionary in node.get_property_list():
		if property.name == name and not property.usage & HEADING:
			return property
	return {}


static func _script_value(node: Object, name: String) -> Variant:
	var value: Variant = node.get(name)
	return value if value != null else node.get_script().get_property_default_value(name)


## Categories are classes and scripts, and clients ask for words such as "physics".
static func _is_wanted(name: String, category: String, categories: PackedStringArray) -> bool:
	if categories.is_empty():
		return true
	for wanted in categories:
		if category.containsn(wanted) or name.containsn(wanted):
			return true
	return false
