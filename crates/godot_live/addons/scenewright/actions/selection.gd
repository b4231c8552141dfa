## Actions that select nodes and point the editor's camera at one.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwEditorTree := preload("../editor_tree.gd")

## Names of the shortcut that focuses the selection, in 3D and in 2D.
const FOCUS := ["Focus Selection", "Frame Selection"]

var _plugin: EditorPlugin
## By "3D" and "2D": [PopupMenu, id].
var _focus_items := {}


func _init(plugin: EditorPlugin) -> void:
	_plugin = plugin


func actions() -> Dictionary:
	return {"select_node": select_node, "select_nodes": select_nodes, "focus_node": focus_node}


func select_node(params: ScwParams) -> Variant:
	var path := params.text("node_path")
	return params.fail if params.fail else _select([path], func(paths: Array) -> Dictionary:
		return {"node_path": paths[0]})


func select_nodes(params: ScwParams) -> Variant:
	var paths := params.texts("node_paths")
	return params.fail if params.fail else _select(paths, func(found: Array) -> Dictionary:
		return {"node_paths": found, "selection_count": found.size()})


func focus_node(params: ScwParams) -> Variant:
	var path := params.text("node_path")
	if params.fail:
		return params.fail
	var node: Variant = ScwPaths.find(path, ScwPaths.edited_root())
	if node is ScwFail:
		return node
	if not node is Node3D and not node is CanvasItem:
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Node has no position to focus: %s" % path,
				{"parameter": "args.node_path", "details": "a %s is neither in 2D nor in 3D" % node.get_class()})
	var space := "3D" if node is Node3D else "2D"
	var item := _focus_item(space)
	if item.is_empty():
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "The focus menu item of the %s editor was not found" % space)
	_set_selection([node])
	EditorInterface.set_main_screen_editor(space)
	await _plugin.get_tree().process_frame
	item[0].id_pressed.emit(item[1])
	return {"node_path": ScwPaths.to_protocol(node, ScwPaths.edited_root())}


func _select(paths: Array, describe: Callable) -> Variant:
	var root := ScwPaths.edited_root()
	var nodes: Array[Node] = []
	for path: String in paths:
		var node: Variant = ScwPaths.find(path, root)
		if node is ScwFail:
			return node
		nodes.append(node)
	_set_selection(nodes)
	return describe.call(nodes.map(func(node: Node) -> String: return ScwPaths.to_protocol(node, root)))


func _set_selection(nodes: Array[Node]) -> void:
	var selection := EditorInterface.get_selection()
	selection.clear()
	for node in nodes:
		selection.add_node(node)
	if nodes.size() == 1:
		EditorInterface.edit_node(nodes[0])


## There is no API for it.
func _focus_item(space: String) -> Array:
	if not _focus_items.has(space) or not is_instance_valid(_focus_items[space][0]):
		var editor := ScwEditorTree.first_of_class("Node3DEditorViewport" if space == "3D" else "CanvasItemEditor")
		var found := ScwEditorTree.menu_item(editor, FOCUS) if editor != null else []
		if found.is_empty():
			return []
		_focus_items[space] = found
	return _focus_items[space]
