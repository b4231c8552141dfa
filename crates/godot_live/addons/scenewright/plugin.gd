## The editor plugin: connects the parts and updates them once per frame.
@tool
extends EditorPlugin

const ScwSettings := preload("settings.gd")
const ScwServer := preload("server.gd")
const ScwPortFile := preload("port_file.gd")
const ScwThrottle := preload("throttle.gd")
const ScwJournal := preload("journal.gd")
const ScwGameLink := preload("game_link.gd")
const ScwOpenScenes := preload("open_scenes.gd")
const ScwSceneFiles := preload("scene_files.gd")
const ScwEvents := preload("events.gd")
const ScwDock := preload("dock.gd")
const ScwMethods := preload("methods.gd")
const ScwSystem := preload("methods/system.gd")

const VERSION := "0.1.0"
const PROTOCOL := "1.0.0"
const CAPABILITIES := ["capture", "docs", "scene", "actions", "debug", "scenewright"]
const PUBLISH_MS := 2000

var server: ScwServer
var journal := ScwJournal.new()
var game: ScwGameLink
var scenes: ScwOpenScenes
var scene_files: ScwSceneFiles

var _throttle := ScwThrottle.new()
var _port_file: ScwPortFile
var _next_publish := 0
var _events: ScwEvents
var _dock: ScwDock
var _logger: RefCounted


func _enter_tree() -> void:
	ScwSettings.declare()
	# Only the first caller gets the exit code of a game.
	process_priority = -1000
	_start_logger()
	game = ScwGameLink.new(journal)
	add_debugger_plugin(game)
	scenes = ScwOpenScenes.new(self)
	scene_files = ScwSceneFiles.new(self, scenes)
	server = ScwServer.new(ScwMethods.new(self), _hello())
	_events = ScwEvents.new(self)
	_dock = ScwDock.new()
	_dock.setup(server, start, stop)
	_dock.name = "Scenewright"
	add_control_to_dock(DOCK_SLOT_RIGHT_UL, _dock)
	start()


func _exit_tree() -> void:
	stop()
	_throttle.release()
	_events.end()
	game.forget()
	remove_debugger_plugin(game)
	remove_control_from_docks(_dock)
	_dock.queue_free()
	if _logger != null:
		OS.call("remove_logger", _logger)


func start() -> void:
	if server.start():
		_port_file = ScwPortFile.new(_publication())
		_next_publish = 0
		print("Scenewright is listening on %s:%d" % [ScwServer.HOST, server.port])


## The file is removed first: a client that is disconnected and looks for it at once must not find it.
func stop() -> void:
	if _port_file != null:
		scene_files.withdraw()
		_port_file.withdraw()
		_port_file = null
	server.stop()


func has_logger() -> bool:
	return _logger != null


func _process(_delta: float) -> void:
	game.poll()
	server.poll()
	_throttle.hold(not server.clients().is_empty(), server.last_request)
	_publish()
	scene_files.poll()


## A headless editor has no display for the window of a game. A script error would stop a game until somebody presses
## "continue", which is useful only if a person plays it.
func _run_scene(_scene: String, args: PackedStringArray) -> PackedStringArray:
	var more := args.duplicate()
	if DisplayServer.get_name() == "headless":
		more.append("--headless")
	if game.is_asked_for:
		more.append("--ignore-error-breaks")
	return more


func _hello() -> Dictionary:
	return {
		"godot_version": ScwSystem.godot_version(), "plugin_version": VERSION, "capabilities": CAPABILITIES,
		"protocol_version": PROTOCOL, "min_supported_version": PROTOCOL,
	}


func _publication() -> Dictionary:
	return {
		"port": server.port, "token": server.token, "pid": OS.get_process_id(), "plugin_version": VERSION,
		"godot_version": ScwSystem.godot_version(), "project": ProjectSettings.globalize_path("res://"),
		"started": int(Time.get_unix_time_from_system()),
	}


## Repeated: another editor may have owned the file, or `.godot` may have been deleted.
func _publish() -> void:
	if _port_file == null or Time.get_ticks_msec() < _next_publish:
		return
	_next_publish = Time.get_ticks_msec() + PUBLISH_MS
	if not _port_file.is_published():
		_port_file.publish()


func _start_logger() -> void:
	if not ClassDB.class_exists("Logger") or not OS.has_method("add_logger"):
		return
	_logger = load(get_script().resource_path.get_base_dir().path_join("editor_logger.gd")).new()
	_logger.set("journal", journal)
	OS.call("add_logger", _logger)
