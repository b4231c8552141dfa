extends RefCounted
## Tells the server what happens in the game: lines of its log, and scenes that come and go.
##
## Invariant: it looks at each tick before the game can be frozen in it, so that nothing waits for the next one.

## Lines in one message; a game that prints more is told about by their number.
const LINES := 100

var _capture: String
var _tree: SceneTree
var _log: RefCounted
var _sent := 0
var _is_dirty := true
var _scenes: Array = []


func _init(capture: String, tree: SceneTree, log: RefCounted) -> void:
	_capture = capture
	_tree = tree
	_log = log
	_tree.physics_frame.connect(flush)
	_tree.root.child_entered_tree.connect(_on_child)
	_tree.root.child_exiting_tree.connect(_on_child)


func _on_child(_node: Node) -> void:
	_is_dirty = true


func flush() -> void:
	if _log.count() > _sent:
		_send_lines()
	if _is_dirty:
		_send_scenes()


func _send_lines() -> void:
	var lines: Dictionary = _log.since(_sent, LINES)
	_sent = lines.next
	EngineDebugger.send_message(_capture + ":event", ["log", lines])


## The children of the root that may be scenes. It stays dirty while the scene is being changed.
func _send_scenes() -> void:
	_is_dirty = _tree.current_scene == null
	var scenes: Array = []
	for node in _tree.root.get_children():
		scenes.append([node.get_instance_id(), node == _tree.current_scene])
	if scenes != _scenes:
		_scenes = scenes
		EngineDebugger.send_message(_capture + ":event", ["scenes"])
