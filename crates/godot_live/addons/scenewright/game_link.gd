## The link to running games: Godot's own debugger channel, so that the project needs no autoload.
## Messages out go through the debugger's session; messages in are seen as `debug_data` of the editor's debugger,
## which is emitted for every message of a game.
@tool
extends EditorDebuggerPlugin

const ScwFail := preload("fail.gd")
const ScwJournal := preload("journal.gd")
const ScwEditorTree := preload("editor_tree.gd")
const ScwGameSessions := preload("game_sessions.gd")

signal game_started(scene_path: String)
signal game_stopped(reason: String, exit_code: int)
signal error_seen(entry: Dictionary)

const SCREENSHOT_MS := 8000
## Distinct from the editor's own ids, which start at 0.
const FIRST_SCREENSHOT := 1_000_000_000
## How long a process may take to exit after its connection has closed.
const EXIT_MS := 20
## Signals that end a process; on Windows the codes of crashes are large.
const CRASHES := [4, 5, 6, 7, 8, 9, 11]
const FIRST_LARGE := 128

var is_paused := false
## Whether a client requested the game that starts now.
var is_asked_for := false
## How many sessions have begun since the plugin is on.
var sessions_begun := 0
var sessions := ScwGameSessions.new()

var _journal: ScwJournal
var _is_playing := false
var _scene := ""
var _pid := 0
## Its user pressed the key that stops it.
var _is_stopped_inside := false
var _was_connected := false
var _has_ended_itself := false
var _exit_code := -1
var _last_screenshot := FIRST_SCREENSHOT
## By id: [width, height, path].
var _screenshots := {}


func _init(journal: ScwJournal) -> void:
	_journal = journal


## Other messages of this kind are not known to the editor, which would complain.
func _has_capture(capture: String) -> bool:
	return capture == ScwGameSessions.CAPTURE


func _capture(_message: String, _data: Array, _session_id: int) -> bool:
	return true


func _setup_session(session_id: int) -> void:
	get_session(session_id).started.connect(func() -> void: sessions_begun += 1)
	sessions.add(get_session(session_id))
	_listen.call_deferred()


## Runs before the editor checks the game's process in this frame: only the first caller gets the exit code.
func poll() -> void:
	var plays := EditorInterface.is_playing_scene()
	sessions.poll()
	if plays:
		_watch()
	if plays == _is_playing:
		return
	_is_playing = plays
	if plays:
		_begin()
	else:
		sessions.on_game_stopped(_reason(), _exit_code)
		game_stopped.emit(_reason(), maxi(_exit_code, 0))
		_pid = 0


func forget() -> void:
	sessions.end()
	for node in ScwEditorTree.all_of_class("ScriptEditorDebugger"):
		if node.is_connected("debug_data", _on_data):
			node.disconnect("debug_data", _on_data)


## Null, or what is known of the game.
func playing() -> Variant:
	if not EditorInterface.is_playing_scene():
		return null
	return {"scene": EditorInterface.get_playing_scene(), "paused": is_paused, "connected": session() != null}


## The first that talks to a game, or null.
func session() -> EditorDebuggerSession:
	for candidate: EditorDebuggerSession in get_sessions():
		if candidate.is_active():
			return candidate
	return null


static func not_running() -> ScwFail:
	return ScwFail.new(ScwFail.GAME_NOT_RUNNING, "Game not running",
			{"suggestion": "Use execute_action with action='run_scene' to start the game"})


## Null, or a Fail.
func set_paused(paused: bool) -> ScwFail:
	var game := session()
	if not EditorInterface.is_playing_scene() or game == null:
		return not_running()
	if Engine.get_version_info().hex >= 0x040400:
		game.send_message("scene:suspend_changed", [paused])
	else:
		game.send_message("break" if paused else "continue", [])
	is_paused = paused
	return null


## An Image or a Fail. The game draws while it is paused, too.
func screenshot(tree: SceneTree) -> Variant:
	var game := session()
	if game == null:
		return not_running()
	_last_screenshot += 1
	var id := _last_screenshot
	game.send_message("scene:rq_screenshot", [id])
	var deadline := Time.get_ticks_msec() + SCREENSHOT_MS
	while not _screenshots.has(id) and Time.get_ticks_msec() < deadline:
		await tree.process_frame
		if not game.is_active():
			return ScwFail.new(ScwFail.GAME_NOT_RUNNING, "The game ended before it was captured")
	if not _screenshots.has(id):
		return ScwFail.new(ScwFail.TIMEOUT, "The game did not send a picture within %d s" % (SCREENSHOT_MS / 1000),
				{"suggestion": "It may be busy, or stopped at a breakpoint"})
	var shot: Array = _screenshots[id]
	_screenshots.erase(id)
	var image := Image.load_from_file(shot[2])
	DirAccess.remove_absolute(shot[2])
	return image if image != null else ScwFail.new(ScwFail.CAPTURE_FAILED, "The game's picture cannot be read")


func _listen() -> void:
	for node in ScwEditorTree.all_of_class("ScriptEditorDebugger"):
		if not node.is_connected("debug_data", _on_data):
			node.connect("debug_data", _on_data)


func _begin() -> void:
	is_paused = false
	_is_stopped_inside = false
	_was_connected = false
	_has_ended_itself = false
	_exit_code = -1
	_scene = EditorInterface.get_playing_scene()
	game_started.emit(_scene)


func _reason() -> String:
	if _exit_code in CRASHES or _exit_code >= FIRST_LARGE:
		return "crashed"
	return "exited" if _has_ended_itself else "user_stopped"


## A game that the user stops is killed at once. One that exits by itself closes its connection first; later in the same
## frame the editor notices and reaps it, and its exit code is lost.
func _watch() -> void:
	var is_connected := session() != null
	if _was_connected and not is_connected and not _is_stopped_inside:
		_has_ended_itself = true
		var deadline := Time.get_ticks_msec() + EXIT_MS
		while not _look_at_exit() and Time.get_ticks_msec() < deadline:
			OS.delay_msec(1)
	elif _pid > 0:
		_look_at_exit()
	_was_connected = is_connected


func _look_at_exit() -> bool:
	if _pid > 0 and _exit_code < 0:
		_exit_code = OS.get_process_exit_code(_pid)
	return _pid == 0 or _exit_code >= 0


func _on_data(message: String, data: Array) -> void:
	match message:
		"error":
			_on_error(data)
		"output":
			_on_output(data)
		"set_pid":
			_pid = int(data[0])
			_exit_code = -1
		"request_quit":
			_is_stopped_inside = true
		"game_view:get_screenshot":
			if data.size() >= 4 and int(data[0]) > FIRST_SCREENSHOT:
				_screenshots[int(data[0])] = data.slice(1)


## hour, minute, second, ms, file, function, line, error, description, is_warning, 3 * frames, (file, function, line)…
func _on_error(data: Array) -> void:
	if data.size() < 11:
		return
	var frames := []
	for i in range(11, data.size() - 2, 3):
		frames.append({"script": str(data[i]), "function": str(data[i + 1]), "line": int(data[i + 2])})
	var source := {"script": str(data[4]), "function": str(data[5]), "line": int(data[6])}
	var text: String = str(data[8]) if not str(data[8]).is_empty() else str(data[7])
	var entry := _journal.add_error("game", bool(data[9]), text, source, frames)
	error_seen.emit(entry)


func _on_output(data: Array) -> void:
	if data.size() < 2:
		return
	for i in mini(data[0].size(), data[1].size()):
		_journal.add_line("game", "error" if data[1][i] == 1 else "info", data[0][i])
