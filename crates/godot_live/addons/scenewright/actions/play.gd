## Actions that play, stop and pause a game. They answer when the outcome is known.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwSceneFiles := preload("../scene_files.gd")
const ScwGameLink := preload("../game_link.gd")
const ScwSystem := preload("../methods/system.gd")

const START_MS := 20_000
const STOP_MS := 5000

var _game: ScwGameLink
var _plugin: EditorPlugin
var _files: ScwSceneFiles


func _init(game: ScwGameLink, plugin: EditorPlugin, files: ScwSceneFiles) -> void:
	_game = game
	_plugin = plugin
	_files = files


func actions() -> Dictionary:
	return {
		"run_scene": run_scene, "run_main_scene": run_main_scene, "stop_scene": stop_scene,
		"pause_scene": pause_scene, "resume_scene": resume_scene,
	}


func run_scene(params: ScwParams) -> Variant:
	var path := params.text("scene_path", "")
	if params.fail:
		return params.fail
	if not path.is_empty():
		return await _run(path, func() -> void: EditorInterface.play_custom_scene(path))
	var root := ScwPaths.edited_root()
	if root == null:
		return ScwPaths.no_scene()
	if root.scene_file_path.is_empty():
		return ScwFail.new(ScwFail.INVALID_PATH, "The current scene has no file yet",
				{"suggestion": "Save it in the editor, or pass scene_path"})
	return await _run(root.scene_file_path, func() -> void: EditorInterface.play_current_scene())


func run_main_scene(_params: ScwParams) -> Variant:
	var path := ScwSystem.main_scene()
	if path.is_empty():
		return ScwFail.new(ScwFail.INVALID_PATH, "The project has no main scene",
				{"suggestion": "Set application/run/main_scene in the project settings, or use run_scene"})
	return await _run(path, func() -> void: EditorInterface.play_main_scene())


func stop_scene(_params: ScwParams) -> Variant:
	if not EditorInterface.is_playing_scene():
		return ScwGameLink.not_running()
	var path := EditorInterface.get_playing_scene()
	EditorInterface.stop_playing_scene()
	await _wait(STOP_MS, func() -> bool: return not EditorInterface.is_playing_scene())
	return {"scene_path": path, "message": "Scene stopped"}


func pause_scene(_params: ScwParams) -> Variant:
	return await _pause(true, "Scene paused")


func resume_scene(_params: ScwParams) -> Variant:
	return await _pause(false, "Scene resumed")


func _pause(paused: bool, message: String) -> Variant:
	if not EditorInterface.is_playing_scene():
		return ScwGameLink.not_running()
	await _wait(STOP_MS, func() -> bool: return _game.session() != null)
	var fail := _game.set_paused(paused)
	return fail if fail != null else {"scene_path": EditorInterface.get_playing_scene(), "message": message}


## Checks in advance for what the editor would ask in a dialog, which nobody may be there to answer.
func _run(path: String, play: Callable) -> Variant:
	var fail := _refuse(path)
	if fail == null:
		fail = await _refuse_saving()
	if fail != null:
		return fail
	var begun := _game.sessions_begun
	_game.is_asked_for = true
	play.call()
	_game.is_asked_for = false
	if not EditorInterface.is_playing_scene():
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "The editor did not start %s" % path,
				{"scene_path": path, "suggestion": "The editor's output shows the reason"})
	await _wait(START_MS, func() -> bool:
		return _game.sessions_begun > begun or not EditorInterface.is_playing_scene())
	if _game.sessions_begun == begun and not EditorInterface.is_playing_scene():
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "The game ended before it could be reached",
				{"scene_path": path, "suggestion": "get_errors and get_editor_log may tell why"})
	if _game.sessions_begun == begun:
		return ScwFail.new(ScwFail.TIMEOUT, "The game started, but did not answer within %d s" % (START_MS / 1000),
				{"scene_path": path})
	return {"scene_path": path, "message": "Scene started successfully"}


func _refuse(path: String) -> ScwFail:
	if not path.begins_with("res://") or not path.get_extension() in ["tscn", "scn"]:
		return ScwFail.new(ScwFail.INVALID_PATH, "Not a scene of this project: %s" % path, {"requested_path": path})
	if not ResourceLoader.exists(path):
		return ScwFail.new(ScwFail.INVALID_PATH, "Scene file not found: %s" % path, {"requested_path": path})
	if EditorInterface.is_movie_maker_enabled():
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Movie Maker mode is on", {
			"reason": "The editor may ask for a file", "how_to_enable": "Turn Movie Maker mode off in the editor",
		})
	return null


## Playing saves all scenes with unsaved changes.
func _refuse_saving() -> ScwFail:
	if not EditorInterface.get_editor_settings().get_setting("run/auto_save/save_before_running"):
		return null
	return await _files.refuse_save_all()


func _wait(ms: int, is_done: Callable) -> void:
	var deadline := Time.get_ticks_msec() + ms
	while not is_done.call() and Time.get_ticks_msec() < deadline:
		await _plugin.get_tree().process_frame
