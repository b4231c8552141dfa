## The dock: whether the server listens, who is connected, what was asked last; and the switch.
@tool
extends VBoxContainer

const Server := preload("server.gd")

var _server: Server
var _start: Callable
var _stop: Callable
var _switch := CheckButton.new()
var _state := Label.new()
var _clients := Label.new()
var _calls := Tree.new()
var _is_stale := true


func setup(server: Server, start: Callable, stop: Callable) -> void:
	_server = server
	_start = start
	_stop = stop
	server.changed.connect(func() -> void: _is_stale = true)


func _ready() -> void:
	_switch.text = "Serve"
	_switch.tooltip_text = "Let programs on this computer work with this editor"
	_switch.toggled.connect(func(on: bool) -> void: (_start if on else _stop).call())
	_state.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_clients.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_calls.size_flags_vertical = Control.SIZE_EXPAND_FILL
	_calls.hide_root = true
	_calls.columns = 4
	_calls.column_titles_visible = true
	for i in 4:
		_calls.set_column_title(i, ["Time", "Call", "ms", "Outcome"][i])
		_calls.set_column_expand(i, i in [1, 3])
		_calls.set_column_custom_minimum_width(i, 60)
	for child: Control in [_switch, _state, _clients, _calls]:
		add_child(child)


func _process(_delta: float) -> void:
	if _is_stale and is_visible_in_tree():
		_is_stale = false
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
		row.set_text(0, Time.get_time_string_from_unix_time(int(call.time)))
		row.set_text(1, call.method)
		row.set_text(2, "%.1f" % call.ms)
		row.set_text(3, call.outcome)
		row.set_tooltip_text(3, call.outcome)
		row.set_tooltip_text(1, call.client)
