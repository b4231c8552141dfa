## Connects the parts of the plugin and updates them once per frame.
@tool
extends RefCounted

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
const ScwDebug := preload("methods/debug.gd")
const ScwSystem := preload("methods/system.gd")

const PROTOCOL := "1.0.0"
const CAPABILITIES := ["capture", "docs", "scene", "actions", "debug", "scenewright"]
const PUBLISH_MS := 2000

var server: ScwServer

## It has the editor's signals, and outlives this object.
var _plugin: EditorPlugin
var _game: ScwGameLink
var _scene_files: ScwSceneFiles
var _throttle := ScwThrottle.new()
var _port_file: ScwPortFile
var _next_publish := 0
var _events: ScwEvents
var _dock: ScwDock


func _init(plugin: EditorPlugin, journal: ScwJournal, has_logger: bool) -> void:
	_plugin = plugin
	_game = ScwGameLink.new(journal)
	var scenes := ScwOpenScenes.new(plugin)
	_scene_files = ScwSceneFiles.new(plugin, scenes)
	var debug := ScwDebug.new(journal, has_logger)
	server = ScwServer.new(ScwMethods.new(plugin, scenes, _scene_files, _game, debug), _hello())


## Whether all of it worked: an error ends a function, and then the caller gets nothing.
func begin() -> bool:
	ScwSettings.declare()
	# Only the first caller gets the exit code of a game.
	_plugin.process_priority = -1000
	_plugin.add_debugger_plugin(_game)
	_events = ScwEvents.new(_plugin, _game, server)
	_dock = ScwDock.new()
	_dock.setup(server, start, stop)
	_dock.name = "Scenewright"
	_plugin.add_control_to_dock(EditorPlugin.DOCK_SLOT_RIGHT_UL, _dock)
	start()
	return server.is_listening() or not server.problem.is_empty()


func end() -> void:
	stop()
	_throttle.release()
	_events.end()
	_game.forget()
	_plugin.remove_debugger_plugin(_game)
	_plugin.remove_control_from_docks(_dock)
	_dock.queue_free()


func start() -> void:
	if server.start():
		_port_file = ScwPortFile.new(_publication())
		_next_publish = 0
		_plugin.call("withdraw_report")
		print("Scenewright is listening on %s:%d" % [ScwServer.HOST, server.port])
	else:
		_plugin.call("report", "no_port", server.problem, [])


## The file is removed first: a client that is disconnected and looks for it at once must not find it.
func stop() -> void:
	if _port_file != null:
		_scene_files.withdraw()
		_port_file.withdraw()
		_port_file = null
	server.stop()
	_plugin.call("report", "switched_off", "", [])


func poll() -> void:
	_game.poll()
	server.poll()
	var last_request := Time.get_ticks_msec() if _game.sessions.has_relays() else server.last_request
	_throttle.hold(not server.clients().is_empty(), last_request)
	_publish()
	_scene_files.poll()


func is_game_asked_for() -> bool:
	return _game.is_asked_for


func _hello() -> Dictionary:
	return {
		"godot_version": ScwSystem.godot_version(), "plugin_version": ScwSystem.VERSION, "capabilities": CAPABILITIES,
		"protocol_version": PROTOCOL, "min_supported_version": PROTOCOL,
	}


func _publication() -> Dictionary:
	return {
		"port": server.port, "token": server.token, "pid": OS.get_process_id(), "plugin_version": ScwSystem.VERSION,
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
