## Translates between nodes of the edited scene and paths: `/root/Main/Player` in the protocol's own methods,
## `Player` (and `.` for the root) in ours. The node's real path leads through the editor's own interface.
@tool
extends RefCounted

const ScwFail := preload("fail.gd")

const SIMILAR := 5
const SEARCHED := 5000


static func edited_root() -> Node:
	return EditorInterface.get_edited_scene_root()


static func no_scene() -> ScwFail:
	return ScwFail.new(ScwFail.INVALID_PATH, "No scene is open in the editor", {"suggestion": "Open a scene first"})


static func to_protocol(node: Node, root: Node) -> String:
	if node == root:
		return "/root/" + str(root.name)
	return "/root/%s/%s" % [root.name, root.get_path_to(node)]


## A Node or a Fail.
static func find(path: String, root: Node) -> Variant:
	if root == null:
		return no_scene()
	var node := _resolve(path, root)
	return node if node != null else not_found(path, root)


## A Node or a Fail; the path is relative to the root.
static func find_relative(path: String, root: Node) -> Variant:
	var node := _inside(path, root)
	return node if node != null else not_found(path, root, false)


static func not_found(path: String, root: Node, absolute: bool = true) -> ScwFail:
	return ScwFail.new(ScwFail.NODE_NOT_FOUND, "Node not found: %s" % path, {
		"requested_path": path,
		"similar_paths": similar(path, root, absolute),
		"suggestion": "Check if the node exists in the current scene",
	})


static func similar(path: String, root: Node, absolute: bool = true) -> Array:
	var ranked := []
	var open: Array[Node] = [root]
	while not open.is_empty() and ranked.size() < SEARCHED:
		var node: Node = open.pop_back()
		var own := to_protocol(node, root) if absolute else str(root.get_path_to(node))
		ranked.append([_likeness(path, own), own])
		open.append_array(node.get_children())
	ranked.sort_custom(func(a: Array, b: Array) -> bool: return a[0] > b[0] or (a[0] == b[0] and a[1] < b[1]))
	return ranked.slice(0, SIMILAR).map(func(entry: Array) -> String: return entry[1])


## The name counts most: that is where most mistakes are.
static func _likeness(wanted: String, own: String) -> float:
	var names := wanted.get_file().to_lower().similarity(own.get_file().to_lower())
	return 0.7 * names + 0.3 * wanted.to_lower().similarity(own.to_lower())


static func _resolve(path: String, root: Node) -> Node:
	var own := "/root/" + str(root.name)
	if path in ["/root", "/root/", "/", "", ".", own]:
		return root
	if path.begins_with(own + "/"):
		return _inside(path.trim_prefix(own + "/"), root)
	return null if path.begins_with("/") else _inside(path, root)


static func _inside(path: String, root: Node) -> Node:
	if path == "." or path.is_empty():
		return root if path == "." else null
	if path.begins_with("/") or path.contains(":") or ".." in path.split("/"):
		return null
	return root.get_node_or_null(NodePath(path))
