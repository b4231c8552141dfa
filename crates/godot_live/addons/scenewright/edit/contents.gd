## Edits of a node's properties, groups and script. Each returns null or a Fail.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwProperties := preload("../properties.gd")
const ScwRecorder := preload("recorder.gd")
const ScwRules := preload("rules.gd")
const ScwConvert := preload("convert.gd")
const ScwOrigin := preload("origin.gd")

const NO_HINT := {"hint": PROPERTY_HINT_NONE, "hint_string": "", "class_name": "", "usage": 0}

var _root: Node
var _rules: ScwRules
var _recorder: ScwRecorder
var _convert: ScwConvert


func _init(rules: ScwRules, recorder: ScwRecorder) -> void:
	_root = rules.root
	_rules = rules
	_recorder = recorder
	_convert = ScwConvert.new(_root)


func set_property(params: ScwParams) -> ScwFail:
	var node: Variant = _node(params)
	var name := params.text("property")
	var spec := params.object("value")
	if params.fail or node is ScwFail:
		return params.fail if params.fail else node
	var place: Variant = _locate(node, name)
	if place is ScwFail:
		return place
	var value: Variant = _convert.read(spec, place.info, node)
	if value is ScwFail:
		return value
	_recorder.property(place.object, place.name, _whole_value(place, value[0]))
	return null


func set_group(params: ScwParams) -> ScwFail:
	var node: Variant = _node(params)
	var group := params.text("group")
	var member := params.flag("member")
	if params.fail or node is ScwFail:
		return params.fail if params.fail else node
	if group.is_empty():
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid parameter 'group': it must not be empty",
				{"parameter": "group"})
	if node.is_in_group(group) == member:
		return null
	var add := [node, "add_to_group", [group, true]]
	var remove := [node, "remove_from_group", [group]]
	_recorder.method(add if member else remove, remove if member else add)
	return null


func attach_script(params: ScwParams) -> ScwFail:
	var node: Variant = _node(params)
	var path := params.text("script")
	if params.fail or node is ScwFail:
		return params.fail if params.fail else node
	var script := load(path) as Script if ResourceLoader.exists(path) else null
	if script == null:
		return ScwFail.new(ScwFail.INVALID_PATH, "Not a script: %s" % path, {"requested_path": path})
	var base := script.get_instance_base_type()
	if not ClassDB.is_parent_class(node.get_class(), base):
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Script %s is for %s, the node is a %s" % [path, base, node.get_class()],
				{"parameter": "script", "expected": base})
	return _change_script(node, script)


func detach_script(params: ScwParams) -> ScwFail:
	var node: Variant = _node(params)
	return node if node is ScwFail else _change_script(node, null)


## Back to the value of the instanced or inherited scene, or to the class's default.
func revert(params: ScwParams) -> ScwFail:
	var node: Variant = _node(params)
	var only := params.text("property", "")
	if params.fail or node is ScwFail:
		return params.fail if params.fail else node
	if not only.is_empty() and ScwProperties.find(node, only).is_empty() and not only.begins_with("metadata/"):
		return _unknown(node, only)
	var origin := ScwOrigin.new(node, _rules)
	for name: String in [only] if not only.is_empty() else _stored(node):
		var value: Variant = origin.value(name)
		if not is_same(node.get(name), value) and node.get(name) != value:
			_recorder.property(node, name, value)
	origin.end()
	return null


## The values of the old script's variables are restored with it.
func _change_script(node: Node, script: Script) -> ScwFail:
	if node.get_script() == script:
		return null
	var variables := ScwProperties.script_variables(node)
	for name: String in variables:
		if variables[name].usage & PROPERTY_USAGE_EDITOR:
			_recorder.property_back(node, name, node.get(name))
	_recorder.method([node, "set_script", [script]], [node, "set_script", [node.get_script()]])
	return null


func _stored(node: Node) -> Array:
	return node.get_property_list().filter(func(property: Dictionary) -> bool:
		return property.usage & PROPERTY_USAGE_STORAGE and not property.name in ["script", "name"]
	).map(func(property: Dictionary) -> String: return property.name)


## Where a path such as `position:x`, `shape:radius` or `metadata/x` leads:
## {"object", "name", "info", "part"}; `part` is a component inside of the property's value.
func _locate(node: Node, path: String) -> Variant:
	if path in ["script", "name"]:
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Property '%s' has a dedicated edit" % path,
				{"reason": "Use attach_script or rename_node"})
	var parts := path.split(":")
	var object: Object = node
	var at := 0
	while at < parts.size() - 1 and object.get(parts[at]) is Resource:
		var resource: Resource = object.get(parts[at])
		var fail := _refuse_resource(resource)
		if fail != null:
			return fail
		object = resource
		at += 1
	var info := _info(object, parts[at])
	if info.is_empty():
		return _unknown(object, parts[at])
	if info.usage & PROPERTY_USAGE_READ_ONLY:
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Property '%s' is read-only" % path)
	var place := {"object": object, "name": parts[at], "info": info, "part": ""}
	return place if at == parts.size() - 1 else _component(place, ":".join(parts.slice(at + 1)))


func _info(object: Object, name: String) -> Dictionary:
	var info := ScwProperties.find(object, name)
	if not info.is_empty() or not name.begins_with("metadata/"):
		return info
	return NO_HINT.merged({"name": name, "type": TYPE_NIL})


func _component(place: Dictionary, part: String) -> Variant:
	var inner: Variant = place.object.get_indexed(NodePath("%s:%s" % [place.name, part]))
	if inner == null:
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Property '%s' has no '%s'" % [place.name, part],
				{"parameter": "property"})
	place.part = part
	place.info = NO_HINT.merged({"name": "%s:%s" % [place.name, part], "type": typeof(inner)})
	return place


## The property's new value, with only the component changed.
func _whole_value(place: Dictionary, value: Variant) -> Variant:
	if place.part == "":
		return value
	var old: Variant = place.object.get(place.name)
	place.object.set_indexed(NodePath("%s:%s" % [place.name, place.part]), value)
	var whole: Variant = place.object.get(place.name)
	place.object.set(place.name, old)
	return whole


## Changing a resource of another file would change it everywhere it is used.
func _refuse_resource(resource: Resource) -> ScwFail:
	var path := resource.resource_path
	if path.is_empty() or path.begins_with(_root.scene_file_path + "::"):
		return null
	return ScwFail.new(ScwFail.NOT_ALLOWED, "Resource %s is not part of this scene" % path,
			{"reason": "The change would belong to another file"})


func _unknown(object: Object, name: String) -> ScwFail:
	var names := object.get_property_list().filter(func(property: Dictionary) -> bool:
		return not property.usage & ScwProperties.HEADING).map(func(property: Dictionary) -> String: return property.name)
	names.sort_custom(func(a: String, b: String) -> bool: return a.similarity(name) > b.similarity(name))
	return ScwFail.new(ScwFail.INVALID_PARAMS, "%s has no property '%s'" % [object.get_class(), name],
			{"parameter": "property", "similar_properties": names.slice(0, 5)})


func _node(params: ScwParams) -> Variant:
	var path := params.text("node")
	if params.fail:
		return params.fail
	var node: Variant = ScwPaths.find_relative(path, _root)
	if node is ScwFail:
		return node
	var fail := _rules.refuse_change(node)
	return fail if fail != null else node
