## Actions that change the current scene, through the editor's undo history, and save or reload it.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwSettings := preload("../settings.gd")
const ScwValues := preload("../values.gd")
const ScwBatch := preload("../edit/batch.gd")
const ScwScriptClasses := preload("../script_classes.gd")
const ScwSceneFiles := preload("../scene_files.gd")
const ScwOpenScenes := preload("../open_scenes.gd")
const ScwLiveScenes := preload("../methods/live_scenes.gd")

var _plugin: EditorPlugin
var _scenes: ScwOpenScenes
var _files: ScwSceneFiles


func _init(plugin: EditorPlugin, scenes: ScwOpenScenes, files: ScwSceneFiles) -> void:
	_plugin = plugin
	_scenes = scenes
	_files = files


func actions() -> Dictionary:
	return {
		"set_property": set_property, "create_node": create_node, "delete_node": delete_node,
		"save_scene": save_scene, "reload_scene": reload_scene,
	}


func set_property(params: ScwParams) -> Variant:
	var path := params.text("node_path")
	var property := params.text("property")
	var value: Variant = params.anything("value")
	if params.fail:
		return params.fail
	var root := ScwPaths.edited_root()
	var node: Variant = ScwPaths.find(path, root)
	if node is ScwFail:
		return node
	var relative := str(root.get_path_to(node))
	var old: Variant = node.get_indexed(NodePath(property))
	var edit := {"kind": "set_property", "node": relative, "property": property, "value": {"json": value}}
	if property == "name":
		edit = {"kind": "rename_node", "node": relative, "name": value}
	var done: Variant = _edit("Set %s" % property, edit)
	if not done is Array:
		return done
	return {
		"node_path": ScwPaths.to_protocol(node, root), "property": property, "old_value": ScwValues.to_json(old),
		"new_value": ScwValues.to_json(node.get_indexed(NodePath(property))),
	}


func create_node(params: ScwParams) -> Variant:
	var path := params.text("parent_path")
	var type := params.text("node_type")
	var name := params.text("name", type)
	if params.fail:
		return params.fail
	await ScwScriptClasses.update_for([type], _plugin.get_tree())
	var root := ScwPaths.edited_root()
	var parent: Variant = ScwPaths.find(path, root)
	if parent is ScwFail:
		return parent
	var done: Variant = _edit("Create %s" % name, {
		"kind": "create_node", "parent": str(root.get_path_to(parent)), "name": name, "type": type,
	})
	if not done is Array:
		return done
	return {"node_path": ScwPaths.to_protocol(root.get_node(done[0]), root), "node_type": type}


func delete_node(params: ScwParams) -> Variant:
	var path := params.text("node_path")
	if params.fail:
		return params.fail
	if not ScwSettings.allows_dangerous():
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Action 'delete_node' is not enabled", {
			"action": "delete_node",
			"reason": "Dangerous actions require explicit opt-in",
			"how_to_enable": "Enable 'godoty.allow_dangerous_actions' in plugin settings"
					+ " (Project Settings > Godoty > Allow Dangerous Actions)",
		})
	var root := ScwPaths.edited_root()
	var node: Variant = ScwPaths.find(path, root)
	if node is ScwFail:
		return node
	var full := ScwPaths.to_protocol(node, root)
	var done: Variant = _edit("Delete %s" % node.name, {"kind": "delete_node", "node": str(root.get_path_to(node))})
	return {"node_path": full} if done is Array else done


func save_scene(_params: ScwParams) -> Variant:
	var path := ScwOpenScenes.current_path()
	if path.is_empty():
		return ScwFail.new(ScwFail.INVALID_PATH, "No open scene has a file to save to",
				{"suggestion": "A new scene needs a file first: save it in the editor"})
	var refusal := _files.refuse_save(path)
	if refusal != null:
		return refusal
	ScwLiveScenes.save_current()
	if await _scenes.is_unsaved(path):
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "Scene was not saved: %s" % path,
				{"suggestion": "The editor's output shows the reason"})
	return {"scene_path": path, "message": "Scene saved"}


func reload_scene(_params: ScwParams) -> Variant:
	var path := ScwOpenScenes.current_path()
	if path.is_empty():
		return ScwPaths.no_scene()
	await _scenes.reload(path, true)
	return {"scene_path": path, "message": "Scene reloaded"}


## The paths of created nodes, or a Fail. Clients of this method do not know about batches.
func _edit(label: String, edit: Dictionary) -> Variant:
	var done: Variant = ScwBatch.run(_plugin.get_undo_redo(), ScwPaths.edited_root(), label, [edit])
	if done is ScwFail:
		done.data.erase("index")
		done.message = done.message.replace("edits[0].", "args.")
	return done
