## The scenes that are open in tabs: their roots, the versions of their undo histories, what is unsaved.
@tool
extends RefCounted

const ScwFail := preload("fail.gd")
const ScwPaths := preload("scene_paths.gd")
const ScwEditorTree := preload("editor_tree.gd")

const UNSAVED_MARK := "(*)"
## Until the editor has let go of what it inspected.
const FRAMES_BEFORE_RELOAD := 3

var _plugin: EditorPlugin
## By path: the version that was saved last, for editors whose tabs cannot be read.
var _saved_versions := {}
var _tab_bar: TabBar


func _init(plugin: EditorPlugin) -> void:
	_plugin = plugin
	if plugin.has_signal("scene_saved"):
		plugin.connect("scene_saved", func(path: String) -> void: _saved_versions[path] = version(path))


static func is_open(path: String) -> bool:
	return path in EditorInterface.get_open_scenes()


static func current_path() -> String:
	var root := ScwPaths.edited_root()
	return root.scene_file_path if root != null else ""


## Null if it is not open, or in a tab that this version of Godot does not expose.
static func root_of(path: String) -> Node:
	var current := ScwPaths.edited_root()
	if current != null and current.scene_file_path == path:
		return current
	var editor: Object = Engine.get_singleton("EditorInterface")
	if not editor.has_method("get_open_scene_roots"):
		return null
	for root: Node in editor.call("get_open_scene_roots"):
		if root.scene_file_path == path:
			return root
	return null


static func not_open(path: String) -> ScwFail:
	return ScwFail.new(ScwFail.INVALID_PATH, "Scene is not open: %s" % path, {
		"requested_path": path, "open_scenes": Array(EditorInterface.get_open_scenes()),
		"suggestion": "Open it with scenewright.open_scene",
	})


## Increases with each action and decreases when one is undone. -1 if there is no such history.
func version(path: String) -> int:
	var history := history(path)
	return history.get_version() if history != null else -1


## The history belongs to a tab, and only an object of that tab leads to it. A resource that claims to be built into
## the scene works, whichever tab the scene is in.
func history(path: String) -> UndoRedo:
	var id := history_id(path)
	return _plugin.get_undo_redo().get_history_undo_redo(id) if id > 0 else null


## Another number after the scene was loaded again. 0 if there is no such history.
func history_id(path: String) -> int:
	if not is_open(path):
		return 0
	var key := Resource.new()
	key.resource_path = path + "::scenewright_history"
	return maxi(_plugin.get_undo_redo().get_object_history_id(key), 0)


## Waits a few frames, so that the tabs are up to date.
func list() -> Array:
	await frames(2)
	var unsaved := _unsaved()
	var current := current_path()
	var scenes := []
	for path in EditorInterface.get_open_scenes():
		if path.is_empty():
			continue
		scenes.append({
			"path": path, "version": version(path), "unsaved": unsaved.has(path), "current": path == current,
		})
	return scenes


## All open scenes with unsaved changes.
func unsaved_paths() -> Array:
	await frames(2)
	return _unsaved().keys()


func is_unsaved(path: String) -> bool:
	await frames(2)
	return _unsaved().has(path)


## Makes it the current tab. Null, or a Fail.
func switch_to(path: String) -> ScwFail:
	if current_path() == path:
		return null
	if not is_open(path):
		return not_open(path)
	var index := EditorInterface.get_open_scenes().find(path)
	var tabs := _tabs()
	if tabs != null and tabs.tab_count == EditorInterface.get_open_scenes().size():
		tabs.current_tab = index
	# This call has no effect while the editor is still switching tabs.
	if current_path() != path:
		EditorInterface.open_scene_from_path(path)
	if current_path() == path:
		return null
	return ScwFail.new(ScwFail.INTERNAL_ERROR, "The editor did not switch to %s" % path)


## Calls `work` while the scene is the current tab, then returns to the previous tab.
func visit(path: String, work: Callable) -> Variant:
	var before := current_path()
	var tabs := _tabs()
	var tab := tabs.current_tab if tabs != null else -1
	var fail := switch_to(path)
	if fail != null:
		return fail
	var result: Variant = work.call()
	if before != path and is_open(before):
		switch_to(before)
	elif before != path and tabs != null and tab >= 0 and tab < tabs.tab_count:
		tabs.current_tab = tab
	return result


## Reads an open scene from its file again, and stays in the current tab. Godot 4.6 crashes if the inspector shows certain
## nodes of the scene (a WorldEnvironment, an AudioStreamPlayer), so nothing is selected or inspected meanwhile.
## Without `discard`, a scene with unsaved changes is left as it is. Whether it was reloaded.
func reload(path: String, discard: bool) -> bool:
	if not discard and await is_unsaved(path):
		return false
	var before := current_path()
	var known_version := version(path)
	var selected := _selected_paths()
	EditorInterface.get_selection().clear()
	EditorInterface.inspect_object(null)
	await frames(FRAMES_BEFORE_RELOAD)
	# The user may have changed it during these frames.
	var is_reloaded := discard or (version(path) == known_version and not _unsaved().has(path))
	if is_reloaded:
		EditorInterface.reload_scene_from_path(path)
	await frames(2)
	if is_open(before):
		switch_to(before)
	_select(selected)
	return is_reloaded


## Whether the editor is still busy with files that changed.
static func is_importing() -> bool:
	var files := EditorInterface.get_resource_filesystem()
	return files.is_scanning() or (files.has_method("is_importing") and files.call("is_importing"))


func tree() -> SceneTree:
	return _plugin.get_tree()


func frames(count: int) -> void:
	for i in count:
		await tree().process_frame


## Relative to the root of the current scene.
func _selected_paths() -> Array[NodePath]:
	var root := ScwPaths.edited_root()
	var paths: Array[NodePath] = []
	for node in EditorInterface.get_selection().get_selected_nodes():
		if root != null and (node == root or root.is_ancestor_of(node)):
			paths.append(root.get_path_to(node))
	return paths


## Those that are still there.
func _select(paths: Array[NodePath]) -> void:
	var root := ScwPaths.edited_root()
	for path in paths:
		var node := root.get_node_or_null(path) if root != null else null
		if node != null:
			EditorInterface.get_selection().add_node(node)


## As a set. The tabs also show changes that are in no history.
func _unsaved() -> Dictionary:
	var paths := EditorInterface.get_open_scenes()
	var tabs := _tabs()
	var result := {}
	for i in paths.size():
		if tabs != null and tabs.tab_count == paths.size():
			if tabs.get_tab_title(i).ends_with(UNSAVED_MARK):
				result[paths[i]] = true
		elif version(paths[i]) != _saved_versions.get(paths[i], 1):
			result[paths[i]] = true
	return result


func _tabs() -> TabBar:
	if not is_instance_valid(_tab_bar):
		var owner := ScwEditorTree.first_of_class("EditorSceneTabs")
		var bars := owner.find_children("*", "TabBar", true, false) if owner != null else []
		_tab_bar = bars[0] if not bars.is_empty() else null
	return _tab_bar
