## What may be changed in a scene: Godot does not save changes of nodes that belong to another file.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwPaths := preload("../scene_paths.gd")

var root: Node
## A new instance of the inherited scene, created when first needed.
var _base: Node
var _has_looked := false


func _init(scene_root: Node) -> void:
	root = scene_root


func end() -> void:
	if _base != null:
		_base.free()


## The scene that the edited one inherits, or null.
func base() -> Node:
	if not _has_looked:
		_has_looked = true
		var packed := load(root.scene_file_path) as PackedScene if _may_inherit(root.scene_file_path) else null
		var instance := packed.get_state().get_node_instance(0) if packed != null else null
		_base = instance.instantiate() if instance != null else null
	return _base


## Only a scene whose first node is an instance inherits. Loading it to find that out would take long.
static func _may_inherit(path: String) -> bool:
	if not FileAccess.file_exists(path):
		return false
	var file := FileAccess.open(path, FileAccess.READ)
	while path.get_extension() == "tscn" and not file.eof_reached():
		var line := file.get_line()
		if line.begins_with("[node "):
			return line.contains("instance=")
	return path.get_extension() == "scn"


## Null, or why properties of the node, and nodes below it, would not be saved.
func refuse_change(node: Node) -> ScwFail:
	var owner := node.owner
	if node == root or owner == root:
		return null
	if owner == null:
		return _refuse(node, "it is not part of the scene's file (a tool script may have made it)")
	while owner != root and owner != null:
		if not root.is_editable_instance(owner):
			return _refuse(node, "it belongs to the instance '%s', whose children are not editable" % root.get_path_to(owner))
		owner = owner.owner
	return null


## Null, or why the node cannot be moved, renamed or deleted.
func refuse_move(node: Node) -> ScwFail:
	if node == root:
		return _refuse(node, "it is the scene's root")
	if node.owner != root:
		return _refuse(node, "it belongs to an instanced scene")
	if base() != null and base().has_node(root.get_path_to(node)):
		return _refuse(node, "it belongs to the inherited scene")
	return null


static func refuse_name(name: String) -> ScwFail:
	if not name.is_empty() and name.validate_node_name() == name:
		return null
	return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid node name: '%s'" % name,
			{"parameter": "name", "details": "a name is not empty and has none of . : @ / \" %"})


## The name, or the first of Name2, Name3… that no child has.
static func free_name(parent: Node, name: String, besides: Node = null) -> String:
	var candidate := name
	var number := 2
	while parent.has_node(candidate) and parent.get_node(candidate) != besides:
		candidate = name.rstrip("0123456789") + str(number)
		number += 1
	return candidate


func _refuse(node: Node, reason: String) -> ScwFail:
	var path := str(root.get_path_to(node))
	return ScwFail.new(ScwFail.NOT_ALLOWED, "Node '%s' cannot be changed this way: %s" % [path, reason],
			{"node": path, "reason": reason})
