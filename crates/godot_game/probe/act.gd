extends RefCounted
## One `act`: inputs by tick, a condition to stop at, and what to report. Tick 0 is the tick in which the game stands.

const MAX_ROWS := 20000
const MAX_SIGNALS := 1000

## Why the request cannot be carried out; empty if it can.
var problem := ""

var _tree: SceneTree
var _nodes: RefCounted
var _pictures: RefCounted
var _inputs: RefCounted
var _tick := -1
var _max_ticks: int
var _until: Array
var _report: Array
var _report_mode: String
var _picture_ticks: Array
var _picture_options: Variant
## Whether all pictures become one.
var _is_sheet: bool
var _draws_all: bool
var _was_drawing: bool
var _reason := ""
var _rows: Array = []
var _last_row: Array = []
var _rows_left_out := 0
var _taken: Array = []
var _signals: Array = []
var _signals_left_out := 0
var _connected: Array = []
var _wait_seen := {}
var _first_frame: int
var _first_tick: int
var _log_before: int


func _init(tree: SceneTree, nodes: RefCounted, pictures: RefCounted, log: RefCounted, request: Dictionary) -> void:
	_tree = tree
	_nodes = nodes
	_pictures = pictures
	_inputs = load((get_script() as Script).resource_path.get_base_dir().path_join("inputs.gd")).new(tree, nodes, request.inputs)
	_max_ticks = request.ticks
	_until = request.until
	_report = request.report
	_report_mode = request.report_mode
	_picture_ticks = request.picture_ticks
	_picture_options = request.picture
	_is_sheet = request.sheet
	_draws_all = request.draws_all
	_was_drawing = RenderingServer.render_loop_enabled
	_log_before = log.count()
	for wanted: Array in request.signals:
		_connect_signal(wanted[0], wanted[1])
	problem = _inputs.problem if problem.is_empty() else problem


func _connect_signal(path: String, name: String) -> void:
	var object: Object = _nodes.find(path)
	if not object:
		problem = _nodes.missing(path).error
		return
	if not object.has_signal(name):
		problem = "%s has no signal '%s'" % [path, name]
		return
	var handler := func(a: Variant = null, b: Variant = null, c: Variant = null, d: Variant = null, e: Variant = null) -> void:
		_on_signal(path, name, [a, b, c, d, e])
	object.connect(name, handler)
	_connected.append([object, name, handler])


func _on_signal(path: String, name: String, arguments: Array) -> void:
	_wait_seen[path + "\n" + name] = true
	if _signals.size() >= MAX_SIGNALS:
		_signals_left_out += 1
		return
	while not arguments.is_empty() and arguments[-1] == null:
		arguments.pop_back()
	_signals.append([_tick, path, name, _nodes.portable(arguments)])


## Called once at each tick. Returns whether the act is over.
func step() -> bool:
	_tick += 1
	if _tick == 0:
		_first_frame = Engine.get_process_frames()
		_first_tick = Engine.get_physics_frames()
	if not problem.is_empty():
		_reason = "error"
		return true
	if _report_mode != "end":
		_add_row()
	if _tick in _picture_ticks:
		_taken.append([_tick, _pictures.see(_picture_options) if _is_sheet else _pictures.take(_picture_options)])
	if _tick > 0 and not _until.is_empty():
		var holds: Variant = _holds(_until)
		if holds is String:
			problem = holds
			_reason = "error"
		elif holds:
			_reason = "until"
	if _reason.is_empty() and _tick >= _max_ticks:
		_reason = "ticks"
	if _reason.is_empty() or _reason == "ticks":
		problem = _inputs.apply(_tick)
		if not problem.is_empty():
			_reason = "error"
	if not _draws_all and _reason.is_empty():
		# A picture shows the frame that is drawn at the end of the tick before.
		RenderingServer.render_loop_enabled = (_tick + 1) in _picture_ticks
	return not _reason.is_empty()


func _notification(what: int) -> void:
	# Its methods cannot be called any more.
	if what == NOTIFICATION_PREDELETE and not _draws_all:
		RenderingServer.render_loop_enabled = _was_drawing


func _draw_again() -> void:
	if not _draws_all:
		RenderingServer.render_loop_enabled = _was_drawing


func outcome(log: RefCounted) -> Dictionary:
	for connection: Array in _connected:
		if is_instance_valid(connection[0]):
			connection[0].disconnect(connection[1], connection[2])
	if _report_mode == "end":
		_add_row()
	_draw_again()
	if not _draws_all and DisplayServer.get_name() != "headless":
		# The last picture would be an old one.
		RenderingServer.force_draw(false)
	return progress(log)


## What has happened so far.
func progress(log: RefCounted) -> Dictionary:
	var ticks := Engine.get_physics_frames() - _first_tick
	return {
		"ticks": ticks,
		"frames": Engine.get_process_frames() - _first_frame,
		"tick": Engine.get_physics_frames(),
		"seconds": float(ticks) / Engine.physics_ticks_per_second * Engine.time_scale,
		"reason": _reason if not _reason.is_empty() else "stopped",
		"problem": problem,
		"rows": _rows,
		"rows_left_out": _rows_left_out,
		"signals": _signals,
		"signals_left_out": _signals_left_out,
		"pictures": [] if _is_sheet else _taken,
		"sheet": _pictures.sheet(_taken, _picture_options) if _is_sheet and not _taken.is_empty() else {},
		"held": _inputs.held(),
		"inputs_left": _inputs.left(),
		"scene": _tree.current_scene.scene_file_path if _tree.current_scene else "",
		"log": log.since(_log_before, 200),
	}


func _add_row() -> void:
	var row: Array = []
	for wanted: Array in _report:
		var object: Object = _nodes.find_again(wanted[0])
		if not object:
			row.append({ "scenewright_problem": "no node" })
		elif not _nodes.has_property(object, wanted[1]):
			row.append({ "scenewright_problem": "no property" })
		else:
			var value: Variant = object.get_indexed(wanted[2])
			row.append(value if typeof(value) < TYPE_RID else _nodes.portable(value))
	if _report.is_empty() or (_report_mode == "changes" and row == _last_row):
		return
	_last_row = row
	if _rows.size() < MAX_ROWS:
		_rows.append([_tick, row])
	else:
		_rows_left_out += 1


## Returns whether the condition holds, or a text with the reason why that cannot be said.
func _holds(condition: Array) -> Variant:
	match condition[0]:
		"all":
			for index in range(1, condition.size()):
				var holds: Variant = _holds(condition[index])
				if holds is String or not holds:
					return holds
			return true
		"any":
			for index in range(1, condition.size()):
				var holds: Variant = _holds(condition[index])
				if holds is String or holds:
					return holds
			return false
		"not":
			var holds: Variant = _holds(condition[1])
			return holds if holds is String else not holds
		"compare":
			return _compare(condition)
		"exists":
			return _nodes.find_again(condition[1]) != null
		"signal":
			return _wait_seen.has(condition[1] + "\n" + condition[2])
		"ticks":
			return _tick >= condition[1]
		"seconds":
			return _tick >= condition[1] * Engine.physics_ticks_per_second
		"expression":
			return _evaluate(condition[1], condition[2])
	return "unknown condition " + str(condition[0])


func _compare(condition: Array) -> Variant:
	var object: Object = _nodes.find_again(condition[1])
	if not object:
		return _nodes.missing(condition[1]).error
	if not _nodes.has_property(object, condition[2]):
		return _nodes.no_property(object, condition[2]).error
	var left: Variant = object.get_indexed(NodePath(condition[2]))
	var right: Variant = condition[4]
	var operator: String = condition[3]
	if left is StringName or left is NodePath:
		left = String(left)
	var numbers := typeof(left) in [TYPE_INT, TYPE_FLOAT] and typeof(right) in [TYPE_INT, TYPE_FLOAT]
	if right == null or (left is Object and right == null):
		left = null if left is Object and not is_instance_valid(left) else left
	elif not numbers and typeof(left) != typeof(right):
		return "%s:%s is %s and cannot be compared with %s" % [
			condition[1], condition[2], type_string(typeof(left)), var_to_str(right)]
	match operator:
		"==":
			return left == right
		"!=":
			return left != right
	if not numbers and typeof(left) != TYPE_STRING:
		return "%s:%s is %s, which has no order" % [condition[1], condition[2], type_string(typeof(left))]
	match operator:
		"<":
			return left < right
		"<=":
			return left <= right
		">":
			return left > right
	return left >= right


func _evaluate(path: String, text: String) -> Variant:
	var object: Object = _nodes.find_again(path)
	if not object:
		return _nodes.missing(path).error
	var expression := Expression.new()
	if expression.parse(text) != OK:
		return "'%s': %s" % [text, expression.get_error_text()]
	var value: Variant = expression.execute([], object, false, true)
	if expression.has_execute_failed():
		return "'%s': %s" % [text, expression.get_error_text()]
	if not value is bool:
		return "'%s' is %s, not true or false" % [text, var_to_str(value)]
	return value
