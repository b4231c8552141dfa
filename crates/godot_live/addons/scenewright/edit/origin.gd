## The values that a node's properties would have if this scene did not set them: those of the instanced or inherited
## scene, read from a new instance, or the defaults of script and class.
@tool
extends RefCounted

const ScwProperties := preload("../properties.gd")
const ScwRules := preload("rules.gd")

var _node: Node
var _twin: Node
var _copy: Node


func _init(node: Node, rules: ScwRules) -> void:
	_node = node
	var root := rules.root
	var base := rules.base()
	if base != null and base.has_node(root.get_path_to(node)):
		_twin = base.get_node(root.get_path_to(node))
		return
	var instance := _outermost(node, root)
	if instance != null and instance != root and not instance.scene_file_path.is_empty():
		_copy = (load(instance.scene_file_path) as PackedScene).instantiate()
		_twin = _copy.get_node_or_null(instance.get_path_to(node))


func end() -> void:
	if _copy != null:
		_copy.free()


func value(name: String) -> Variant:
	if _twin != null:
		return _twin.get(name)
	var script: Script = _node.get_script()
	if script != null and ScwProperties.script_variables(_node).has(name):
		return script.get_property_default_value(name)
	return ClassDB.class_get_property_default_value(_node.get_class(), name)


## The instance in the edited scene itself that the node is, or is part of.
func _outermost(node: Node, root: Node) -> Node:
	var candidate := node
	while candidate != null and candidate != root and candidate.owner != root:
		candidate = candidate.owner
	return candidate
