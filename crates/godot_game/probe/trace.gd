extends RefCounted
## The places of all nodes at each tick, as hashes.

## As many numbers in all; what comes after them is left out.
const MAX_HASHES := 20000000

var _tree: SceneTree
var _nodes: Array[Node] = []
var _is_stale := true
var _lists: Array = []
var _rows: Array = []
var _count := 0
var _left_out := 0


func _init(tree: SceneTree) -> void:
	_tree = tree
	tree.node_added.connect(_on_change)
	tree.node_removed.connect(_on_change)
	tree.node_renamed.connect(_on_change)


func _on_change(_node: Node) -> void:
	_is_stale = true


func step(tick: int) -> void:
	if _count > MAX_HASHES:
		_left_out += 1
		return
	if _is_stale:
		_is_stale = false
		_collect()
	var hashes := PackedInt32Array()
	hashes.resize(_nodes.size())
	for index in _nodes.size():
		hashes[index] = _hash(_nodes[index])
	_count += hashes.size() + 8
	_rows.append([tick, _lists.size() - 1, hashes])


func _hash(node: Node) -> int:
	if node is Control:
		return hash([node.get_transform(), node.size])
	return hash(node.transform)


func _collect() -> void:
	var paths := PackedStringArray()
	var scripts := PackedStringArray()
	_nodes.clear()
	_collect_below(_tree.root, "", paths, scripts)
	_count += paths.size() * 4
	_lists.append([paths, scripts])


func _collect_below(node: Node, script: String, paths: PackedStringArray, scripts: PackedStringArray) -> void:
	var own := node.get_script() as Script
	if own and not own.resource_path.is_empty():
		script = own.resource_path
	if node is Node2D or node is Node3D or node is Control:
		_nodes.append(node)
		paths.append(String(node.get_path()))
		scripts.append(script)
	for child in node.get_children():
		_collect_below(child, script, paths, scripts)


func all() -> Dictionary:
	return { "lists": _lists, "rows": _rows, "left_out": _left_out }
