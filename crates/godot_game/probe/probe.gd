extends Object
## Answers what the debugger cannot: acts, values, calls and pictures. It lives outside the tree and the project.
##
## Invariant: a physics tick without an order ends the game: the connection to the program that froze it is lost. A game
## that the editor runs goes on instead.

const CAPTURE := "scenewright"
## A message of the debugger holds 8 MiB.
const CHUNK := 4 * 1024 * 1024
## How long a running game sleeps between two looks at the connection.
const PAUSE_USEC := 1000
## The debugger looks for messages at every so many lines of scripts.
const LINES_BETWEEN_POLLS := 2048
const POLL_MSEC := 1000

enum Order { NONE, ACT, RUN }

var _tree: SceneTree
var _order := Order.NONE
var _freeze_wanted := false
## When a free run began, in ticks and in microseconds.
var _run_tick := 0
var _run_time := 0
var _act: RefCounted
var _act_id := 0
## Sends the outcome of the act to where the act came from.
var _act_reply: Callable
## The probe's own connection; null if everything goes through the debugger.
var _link: RefCounted
## The last mark that came through the debugger.
var _mark := 0
var _nodes: RefCounted
var _log: RefCounted
var _pictures: RefCounted
var _inspector: RefCounted
var _events: RefCounted
var _runtime: RefCounted
var _debug: RefCounted
var _act_script: Script
var _folder: String
var _remedies: RefCounted
var _trace: RefCounted
## Holds a game that the editor runs; null if the game is the server's own.
var _hold: RefCounted


func _init(folder: String, hold: RefCounted = null) -> void:
	_tree = Engine.get_main_loop() as SceneTree
	_folder = folder
	_hold = hold
	_order = Order.RUN if hold else Order.NONE
	_nodes = load(folder.path_join("nodes.gd")).new(_tree)
	_pictures = load(folder.path_join("pictures.gd")).new(_tree, _nodes)
	_inspector = load(folder.path_join("inspector.gd")).new(_tree, _nodes)
	_runtime = load(folder.path_join("runtime.gd")).new(_tree, _nodes)
	_debug = load(folder.path_join("debug.gd")).new(_nodes)
	_act_script = load(folder.path_join("act.gd"))
	var logger := "logger.gd" if ClassDB.class_exists("Logger") else "no_logger.gd"
	_log = load(folder.path_join(logger)).new()
	_log.start(folder)
	_events = load(folder.path_join("events.gd")).new(CAPTURE, _tree, _log)
	EngineDebugger.register_message_capture(CAPTURE, _on_message)
	var link: RefCounted = load(folder.path_join("link.gd")).new()
	if link.open(folder):
		_link = link
	_tree.physics_frame.connect(_on_tick)
	_tree.root.tree_exiting.connect(_stop_listening)
	_tree.root.tree_exited.connect(free)
	if hold:
		_tree.root.tree_exiting.connect(hold.tell_end)
	if DisplayServer.get_name() == "headless":
		_resize_root()
	EngineDebugger.send_message(CAPTURE + ":hello", [_state(), _link != null])


## Without a display the root window has 64 x 64 pixels, and its size is reset when it enters the tree.
func _resize_root() -> void:
	if _tree.root.is_inside_tree():
		_set_root_size()
	else:
		_tree.node_added.connect(_on_root_added)


func _on_root_added(node: Node) -> void:
	if node == _tree.root:
		_tree.node_added.disconnect(_on_root_added)
		_set_root_size()


func _set_root_size() -> void:
	var setting := "display/window/size/"
	var width: int = ProjectSettings.get_setting(setting + "window_width_override", 0)
	var height: int = ProjectSettings.get_setting(setting + "window_height_override", 0)
	if width == 0:
		width = ProjectSettings.get_setting(setting + "viewport_width", 1152)
	if height == 0:
		height = ProjectSettings.get_setting(setting + "viewport_height", 648)
	_tree.root.size = Vector2i(width, height)


func _on_tick() -> void:
	var tick := Engine.get_physics_frames()
	_log.tick = tick
	_debug.step(tick)
	if _remedies:
		_remedies.step(tick)
	if _trace:
		_trace.step(tick)
	if _order == Order.NONE:
		_end()
		return
	if _link:
		_take_messages()
	if _order == Order.RUN and not _freeze_wanted:
		_keep_real_time()
		return
	while _freeze_wanted or _act.step():
		if not _freeze_wanted:
			_answer(_act_id, _act.outcome(_log), _act_reply)
			_act = null
		_freeze_wanted = false
		_order = Order.NONE
		_wait_for_order()
		if _order == Order.NONE:
			_end()
			return
		if _order == Order.RUN:
			return


func _wait_for_order() -> void:
	if _hold:
		_hold.wait(func() -> bool: return _order != Order.NONE)
		_order = Order.RUN if _order == Order.NONE else _order
		return
	if not _link:
		EngineDebugger.debug(true, false)
		return
	_link.send("frozen", [])
	while _order == Order.NONE:
		var message: Variant = _link.wait()
		if message == null:
			return
		_on_link_message(message)
	_link.send("resumed", [])


func _take_messages() -> void:
	for message: Variant in _link.take():
		if message != null:
			_on_link_message(message)


## With a fixed frame rate, Godot runs as fast as it can.
func _keep_real_time() -> void:
	var now := Time.get_ticks_usec()
	var tick := Engine.get_physics_frames()
	if _run_time == 0:
		_run_tick = tick
		_run_time = now
	var due := _run_time + (tick - _run_tick) * 1000000 / Engine.physics_ticks_per_second
	var ahead: int = _hold.AHEAD_USEC if _hold else 0
	if due > now + ahead:
		_pause(mini(due, now + 100000))
	elif now - due > 250000:
		_run_time = 0


func _pause(until: int) -> void:
	if not _link:
		OS.delay_usec(until - Time.get_ticks_usec())
		return
	var left := until - Time.get_ticks_usec()
	while left > 0 and not _freeze_wanted:
		OS.delay_usec(mini(left, PAUSE_USEC))
		_take_messages()
		left = until - Time.get_ticks_usec()


func _end() -> void:
	OS.kill(OS.get_process_id())


func _on_message(message: String, data: Array) -> bool:
	return _handle(message, data, _send_to_debugger)


func _send_to_debugger(command: String, data: Array) -> void:
	EngineDebugger.send_message(CAPTURE + ":" + command, data)


func _on_link_message(message: Array) -> void:
	_handle(message[0], message[2], _link.send)


func _handle(message: String, data: Array, reply: Callable) -> bool:
	match message:
		"call":
			_answer(data[0], _call(data[1], data[2]), reply)
			_events.flush()
		"act":
			_act_id = data[0]
			_act_reply = reply
			_act = _act_script.new(_tree, _nodes, _pictures, _log, data[1])
			if _hold and _is_suspended():
				_act.problem = "the game is paused in the editor; resume it there"
			_order = Order.ACT
		"run":
			_order = Order.RUN
			_run_time = 0
		"freeze":
			_freeze_wanted = true
		"mark":
			_mark = data[0]
		"hold":
			_hold.hear()
		"leave":
			_order = Order.RUN
			_leave.call_deferred()
		_:
			return false
	return true


## Godot prints an error about a capture that is still there when the game has ended.
func _stop_listening() -> void:
	if EngineDebugger.has_capture(CAPTURE):
		EngineDebugger.unregister_message_capture(CAPTURE)


## Nothing of it stays in a game that the editor runs.
func _leave() -> void:
	_stop_listening()
	_log.stop()
	load(_folder.path_join("inputs.gd")).release_all()
	free()


func _call(method: String, arguments: Dictionary) -> Dictionary:
	var before: int = _log.count()
	var answer: Dictionary
	match method:
		"state":
			answer = _state()
		"tree":
			answer = _nodes.tree(arguments)
		"read":
			answer = _nodes.read(arguments)
		"write":
			answer = _nodes.write(arguments)
		"call":
			answer = _nodes.call_method(arguments)
		"eval":
			_log.hears_evaluated = true
			answer = _nodes.eval(arguments)
			_log.hears_evaluated = false
			if answer.get("kind") == "bad_source":
				answer.error += _log.compile_errors(before, _nodes.EVAL_LINES)
		"seed":
			seed(arguments.seed)
		"debugger":
			answer = _poll_debugger(arguments.mark)
		"remedies":
			_remedies = load(_folder.path_join("remedies.gd")).new(_tree, arguments)
		"trace":
			_trace = _trace if _trace else load(_folder.path_join("trace.gd")).new(_tree)
			answer = _trace.all()
		"scene":
			answer = _change_scene(arguments)
		"log":
			return _log.since(arguments.since, arguments.limit)
		"picture":
			answer = _pictures.take(arguments)
		"objects":
			answer = _pictures.objects(arguments)
		"progress":
			answer = _act.progress(_log) if _act else _failed("no act is under way")
		_:
			var parts := [_inspector, _runtime, _debug].filter(func(it: RefCounted) -> bool: return it.answers(method))
			if parts.is_empty():
				return _failed("the probe has no method " + method)
			answer = parts[0].call(method, arguments)
	answer["logged"] = _log.since(before, 20)
	return answer


## Lets the debugger take its messages up to a mark: it would only do so when the game goes on.
func _poll_debugger(mark: int) -> Dictionary:
	var until := Time.get_ticks_msec() + POLL_MSEC
	while _mark < mark:
		if Time.get_ticks_msec() > until:
			return _failed("the debugger of the game takes no messages")
		for line in LINES_BETWEEN_POLLS:
			EngineDebugger.line_poll()
		OS.delay_usec(PAUSE_USEC)
	return {}


## Whether the editor's pause button is pressed.
func _is_suspended() -> bool:
	return not _tree.paused and not _tree.root.can_process()


func _change_scene(arguments: Dictionary) -> Dictionary:
	var error := _tree.change_scene_to_file(arguments.path)
	if error != OK:
		return _failed("the scene cannot be loaded: " + error_string(error))
	return {}


func _failed(reason: String) -> Dictionary:
	return { "error": reason }


func _state() -> Dictionary:
	var scene := _tree.current_scene
	return {
		"version": Engine.get_version_info().string,
		"physics_tick": Engine.get_physics_frames(),
		"process_frame": Engine.get_process_frames(),
		"ticks_per_second": Engine.physics_ticks_per_second,
		"time_scale": Engine.time_scale,
		"paused": _tree.paused,
		"scene": scene.scene_file_path if scene else "",
		"scene_path": String(scene.get_path()) if scene and scene.is_inside_tree() else "",
		"nodes": _tree.get_node_count(),
		"window": _tree.root.size,
		"display": DisplayServer.get_name(),
		"logged": _log.count(),
		"errors": _log.errors,
	}


## A message that is too long would be dropped without a word, so the answer travels in pieces.
func _answer(id: int, answer: Dictionary, reply: Callable) -> void:
	var bytes := var_to_bytes(answer)
	var count := maxi(1, ceili(float(bytes.size()) / CHUNK))
	for index in count:
		var piece := bytes.slice(index * CHUNK, (index + 1) * CHUNK)
		reply.call("answer", [id, index, count, piece])
