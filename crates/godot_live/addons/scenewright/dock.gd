## The dock: the state of the server, its clients, the last calls, and a switch.
@tool
extends VBoxContainer

const ScwServer := preload("server.gd")

## Any change here makes the editor redraw its whole window, including the viewports.
const REFRESH_MS := 1000

var _server: ScwServer
var _start: Callable
var _stop: Callable
var _switch := CheckButton.new()
var _state := Label.new()
var _clients := Label.new()
var _calls := Tree.new()
var _is_stale := true
var _next_refresh := 0


func setup(server: ScwServer, start: Callable, stop: Callable) -> void:
	_server = server
	_start = start
	_stop = stop
	server.changed.connect(func() -> void: _is_stale = true)


func _ready() -> void:
	_switch.text = "Serve"
	_switch.tooltip_text = "Allow programs on this computer to work with this editor"
	_switch.toggled.connect(func(on: bool) -> void: (_start if on else _stop).call())
	_state.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_clients.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_calls.size_flags_vertical = Control.SIZE_EXPAND_FILL
	_calls.hide_root = true
	_calls.columns = 4
	_calls.column_titles_visible = true
	for i in 4:
		_calls.set_column_title(i, ["Call", "Outcome", "ms", "Time"][i])
		_calls.set_column_expand_ratio(i, [5, 3, 2, 3][i])
		_calls.set_column_clip_content(i, true)
	for child: Control in [_switch, _state, _clients, _calls]:
		add_child(child)


func _process(_delta: float) -> void:
	if _is_stale and is_visible_in_tree() and Time.get_ticks_msec() >= _next_refresh:
		_is_stale = false
		_next_refresh = Time.get_ticks_msec() + REFRESH_MS
		_show()


func _show() -> void:
	_switch.set_pressed_no_signal(_server.is_listening())
	_state.text = "Listening on 127.0.0.1:%d" % _server.port if _server.is_listening() else "Not listening"
	if not _server.problem.is_empty():
		_state.text += " (%s)" % _server.problem
	var names := _server.clients().map(func(client: RefCounted) -> String:
		return "%s %s" % [client.name, client.version])
	_clients.text = "No clients" if names.is_empty() else "Clients: " + ", ".join(names)
	_calls.clear()
	var root := _calls.create_item()
	for call: Dictionary in _server.calls():
		var row := _calls.create_item(root)
		row.set_text(0, call.method)
		row.set_tooltip_text(0, "%s, by %s" % [call.method, call.client])
		row.set_text(1, call.outcome)
		row.set_tooltip_text(1, call.outcome)
		row.set_text(2, "%.1f" % call.ms)
		row.set_text(3, _clock(call.time))


func _clock(time: float) -> String:
	var minutes: int = Time.get_time_zone_from_system().bias
	return Time.get_time_string_from_unix_time(int(time) + minutes * 60)
