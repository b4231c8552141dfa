## Our own methods on open scenes as a whole: `scenewright.state`, `scene_text`, `open_scene` and the like.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwOpenScenes := preload("../open_scenes.gd")
const ScwSceneFiles := preload("../scene_files.gd")
const ScwSceneText := preload("../scene_text.gd")
const ScwEditorTree := preload("../editor_tree.gd")
const ScwGameLink := preload("../game_link.gd")

const SCAN_MS := 10_000

var _scenes: ScwOpenScenes
var _files: ScwSceneFiles
var _game: ScwGameLink


func _init(scenes: ScwOpenScenes, files: ScwSceneFiles, game: ScwGameLink) -> void:
	_scenes = scenes
	_files = files
	_game = game


func methods() -> Dictionary:
	return {
		"scenewright.state": state,
		"scenewright.scene_text": scene_text,
		"scenewright.open_scene": open_scene,
		"scenewright.close_scene": close_scene,
		"scenewright.save_scene": save_scene,
		"scenewright.reload_scene": reload_scene,
		"scenewright.scan": scan,
	}


func state(_values: Dictionary) -> Dictionary:
	var scenes: Array = await _scenes.list()
	for scene: Dictionary in scenes:
		scene["changed_on_disk"] = _files.has_changed(scene.path)
	return {
		"success": true, "scenes": scenes, "selection": _selection(), "importing": ScwOpenScenes.is_importing(),
		"playing": _game.playing(),
	}


func scene_text(values: Dictionary) -> Variant:
	var path: Variant = _path_of_open(values)
	if path is ScwFail:
		return path
	var root := ScwOpenScenes.root_of(path)
	if root == null:
		return ScwFail.new(ScwFail.INVALID_PATH, "Scene is in another tab: %s" % path, {
			"requested_path": path, "reason": "Only Godot 4.5 and later expose scenes of other tabs",
			"suggestion": "Make it the current tab with scenewright.open_scene",
		})
	var text: Variant = ScwSceneText.of(root, path)
	if text is ScwFail:
		return text
	return {"success": true, "path": path, "version": _scenes.version(path), "text": text}


func open_scene(values: Dictionary) -> Variant:
	var path: Variant = _path_of_file(values)
	if path is ScwFail:
		return path
	var params := ScwParams.new(values)
	var allow_missing := params.flag("allow_missing", false)
	if params.fail:
		return params.fail
	var missing := _missing(path) if not ScwOpenScenes.is_open(path) else []
	if not missing.is_empty() and not allow_missing:
		return ScwFail.new(ScwFail.INVALID_PATH, "Files that %s needs are missing: %s" % [path, ", ".join(missing)], {
			"requested_path": path, "missing_dependencies": missing,
			"reason": "Godot drops references to missing files when it saves the scene",
			"how_to_enable": "Pass \"allow_missing\": true",
		})
	EditorInterface.open_scene_from_path(path)
	if ScwOpenScenes.current_path() != path:
		_confirm_missing()
	await _scenes.frames(2)
	if ScwOpenScenes.current_path() != path:
		ScwEditorTree.hide_messages()
		return ScwFail.new(ScwFail.INVALID_PATH, "The editor cannot open %s" % path, {
			"requested_path": path, "suggestion": "get_errors tells what is wrong with the file",
		})
	var result := {"success": true, "path": path, "version": _scenes.version(path)}
	if not missing.is_empty():
		result["missing_dependencies"] = missing
	return result


func close_scene(values: Dictionary) -> Variant:
	var path: Variant = _path_of_open(values)
	var params := ScwParams.new(values)
	var discard := params.flag("discard", false)
	if path is ScwFail or params.fail:
		return path if path is ScwFail else params.fail
	if not discard and await _scenes.is_unsaved(path):
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Scene has unsaved changes: %s" % path, {
			"reason": "Closing it would lose them", "how_to_enable": "Save it first, or pass \"discard\": true",
		})
	var editor: Object = Engine.get_singleton("EditorInterface")
	if not editor.has_method("close_scene"):
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Plugins cannot close scenes in this version of Godot",
				{"reason": "EditorInterface.close_scene is not there"})
	var before := ScwOpenScenes.current_path()
	var fail := _scenes.switch_to(path)
	if fail != null:
		return fail
	# The editor still has to finish switching tabs.
	await _scenes.frames(1)
	editor.call("close_scene")
	if before != path and ScwOpenScenes.is_open(before):
		_scenes.switch_to(before)
	await _scenes.frames(2)
	return {"success": true, "path": path}


func save_scene(values: Dictionary) -> Variant:
	var path: Variant = _path_of_open(values) if values.get("path") != null else ScwOpenScenes.current_path()
	if path is ScwFail:
		return path
	if path == "":
		return ScwFail.new(ScwFail.INVALID_PATH, "No open scene has a file to save to",
				{"suggestion": "A new scene needs a file first: save it in the editor"})
	var params := ScwParams.new(values)
	var overwrite := params.flag("overwrite", false)
	if params.fail:
		return params.fail
	var refusal := _files.refuse_save(path) if not overwrite else null
	if refusal != null:
		return refusal
	var version: Variant = _scenes.visit(path, func() -> int:
		save_current()
		return _scenes.version(path))
	if await _scenes.is_unsaved(path):
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "Scene was not saved: %s" % path,
				{"path": path, "suggestion": "The editor's output shows the reason"})
	return {"success": true, "path": path, "version": version}


## Without a thumbnail, which takes almost a second and is not possible in a headless editor.
static func save_current() -> void:
	EditorInterface.save_scene_as(ScwOpenScenes.current_path(), false)


func reload_scene(values: Dictionary) -> Variant:
	var path: Variant = _path_of_open(values)
	var params := ScwParams.new(values)
	var discard := params.flag("discard", true)
	if path is ScwFail or params.fail:
		return path if path is ScwFail else params.fail
	if not await _scenes.reload(path, discard):
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Scene has unsaved changes: %s" % path, {
			"reason": "Reloading it would lose them", "how_to_enable": "Save it first, or pass \"discard\": true",
		})
	return {"success": true, "path": path, "version": _scenes.version(path)}


## After another program has written files. With `reload`, open scenes among them are loaded again, unless they have
## unsaved changes.
func scan(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var paths := params.texts("paths", PackedStringArray())
	var reload := params.flag("reload", false)
	if params.fail:
		return params.fail
	var files := EditorInterface.get_resource_filesystem()
	if paths.is_empty() or not _update(files, paths):
		files.scan()
	var deadline := Time.get_ticks_msec() + SCAN_MS
	await _scenes.frames(2)
	while ScwOpenScenes.is_importing() and Time.get_ticks_msec() < deadline:
		await _scenes.frames(1)
	var result := {"success": true, "importing": ScwOpenScenes.is_importing()}
	if reload:
		result.merge(await _reload_changed(paths))
	return result


func _reload_changed(paths: PackedStringArray) -> Dictionary:
	var result := {"reloaded": [], "unsaved": []}
	for path in paths:
		if not ScwOpenScenes.is_open(path) or not _files.has_changed(path):
			continue
		var is_reloaded: bool = await _scenes.reload(path, false)
		result["reloaded" if is_reloaded else "unsaved"].append(path)
	return result


## Whether updating single files is enough: new folders and files to import need a full scan.
func _update(files: EditorFileSystem, paths: PackedStringArray) -> bool:
	for path in paths:
		if files.get_filesystem_path(path.get_base_dir()) == null or FileAccess.file_exists(path + ".import"):
			return false
		if not path.get_extension() in ["tscn", "tres", "gd", "cs", "gdshader", "scn", "res"]:
			return false
	for path in paths:
		files.update_file(path)
	return true


func _selection() -> Array:
	var root := ScwPaths.edited_root()
	if root == null:
		return []
	var nodes := EditorInterface.get_selection().get_selected_nodes().filter(
			func(node: Node) -> bool: return node == root or root.is_ancestor_of(node))
	return nodes.map(func(node: Node) -> String: return str(root.get_path_to(node)))


func _path_of_open(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var path := params.text("path")
	if params.fail:
		return params.fail
	return path if ScwOpenScenes.is_open(path) else ScwOpenScenes.not_open(path)


func _path_of_file(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var path := params.text("path")
	if params.fail:
		return params.fail
	if not path.begins_with("res://") or not path.get_extension() in ["tscn", "scn"]:
		return ScwFail.new(ScwFail.INVALID_PATH, "Not a scene of this project: %s" % path, {"requested_path": path})
	if not FileAccess.file_exists(path):
		return ScwFail.new(ScwFail.INVALID_PATH, "Scene file not found: %s" % path, {"requested_path": path})
	return path


func _missing(path: String) -> Array:
	var missing := []
	for dependency in ResourceLoader.get_dependencies(path):
		var file := dependency.get_slice("::", dependency.get_slice_count("::") - 1)
		var uid := ResourceUID.text_to_id(dependency.get_slice("::", 0)) if dependency.begins_with("uid://") else -1
		if not ResourceLoader.exists(file) and not ResourceUID.has_id(uid):
			missing.append(file)
	return missing


## The editor would ask whether to open a scene with missing dependencies.
func _confirm_missing() -> void:
	for dialog: Node in EditorInterface.get_base_control().find_children("*", "DependencyErrorDialog", true, false):
		if dialog is AcceptDialog and dialog.visible:
			dialog.get_ok_button().pressed.emit()
