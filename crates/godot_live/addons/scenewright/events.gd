## Sends clients the five events of the protocol.
@tool
extends RefCounted

const ScwValues := preload("values.gd")
const ScwSystem := preload("methods/system.gd")
const ScwOpenScenes := preload("open_scenes.gd")
const ScwGameLink := preload("game_link.gd")
const ScwServer := preload("server.gd")

var _plugin: EditorPlugin
var _server: ScwServer
var _last_scene := ""
var _last_root := 0


func _init(plugin: EditorPlugin, game: ScwGameLink, server: ScwServer) -> void:
	_plugin = plugin
	_server = server
	_last_scene = ScwOpenScenes.current_path()
	plugin.scene_changed.connect(_on_scene_changed)
	game.game_started.connect(_on_game_started)
	game.game_stopped.connect(_on_game_stopped)
	game.error_seen.connect(_on_error)
	EditorInterface.get_selection().selection_changed.connect(_on_selection_changed)


func end() -> void:
	EditorInterface.get_selection().selection_changed.disconnect(_on_selection_changed)
	_plugin.scene_changed.disconnect(_on_scene_changed)


func _send(event: String, params: Dictionary) -> void:
	params["timestamp"] = ScwValues.now()
	_server.broadcast("godoty." + event, params)


func _on_scene_changed(root: Node) -> void:
	var current := root.scene_file_path if root != null else ""
	var id := root.get_instance_id() if root != null else 0
	# The editor also emits it if the selection was cleared and restored at once.
	if id == _last_root and current == _last_scene:
		return
	_last_root = id
	_send("scene_changed", {"previous_scene": _last_scene, "current_scene": current})
	_last_scene = current


func _on_selection_changed() -> void:
	_send("selection_changed", {"selected_nodes": ScwSystem.selected_paths()})


func _on_game_started(scene: String) -> void:
	_send("game_started", {"scene_path": scene})


func _on_game_stopped(reason: String, exit_code: int) -> void:
	_send("game_stopped", {"reason": reason, "exit_code": exit_code})


func _on_error(entry: Dictionary) -> void:
	_send("error_occurred", entry.duplicate())
