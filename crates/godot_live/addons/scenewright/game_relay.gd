## One program's connection to a running game. What it sends goes to the game, and what the game sends goes to it, in the
## form of Godot's debugger: a length, then an array of command, thread and data.
##
## Invariant: one connection is accepted, the listener is closed then, and nothing is passed on before its token is
## checked. The editor never waits for the program.
@tool
extends RefCounted

const HOST := "127.0.0.1"
const CONNECT_MS := 5000
## The first message has only the token.
const MAX_GREETING := 1024
const MAX_MESSAGE := 8 * 1024 * 1024
## A program that does not read any more loses its connection.
const MAX_WAITING := 64 * 1024 * 1024
const MAIN_THREAD := 1

enum ScwState { LISTENING, GREETING, OPEN, CLOSED }

var state := ScwState.LISTENING
var port := 0
var token := ""

var _listener := TCPServer.new()
var _stream: StreamPeerTCP
var _received := PackedByteArray()
var _waiting := PackedByteArray()
var _deadline := Time.get_ticks_msec() + CONNECT_MS
var _pass_on: Callable
var _opened: Callable


## `pass_on` takes the command and the data of a message for the game; `opened` is called when the program is there.
func _init(pass_on: Callable, opened: Callable) -> void:
	_pass_on = pass_on
	_opened = opened
	token = Crypto.new().generate_random_bytes(24).hex_encode()
	if _listener.listen(0, HOST) == OK:
		port = _listener.get_local_port()
	else:
		state = ScwState.CLOSED


func send(command: String, data: Array) -> void:
	if state != ScwState.OPEN:
		return
	var content := var_to_bytes([command, MAIN_THREAD, data])
	var start := _waiting.size()
	_waiting.resize(start + 4)
	_waiting.encode_u32(start, content.size())
	_waiting.append_array(content)
	_write()


func poll() -> void:
	match state:
		ScwState.LISTENING:
			_accept()
		ScwState.GREETING, ScwState.OPEN:
			_read()
			_write()
	if state in [ScwState.LISTENING, ScwState.GREETING] and Time.get_ticks_msec() > _deadline:
		close()


## What is waiting is small then, and the system's buffer takes it.
func close_when_written() -> void:
	_write()
	close()


func close() -> void:
	state = ScwState.CLOSED
	_listener.stop()
	if _stream != null:
		_stream.disconnect_from_host()
	_received.clear()
	_waiting.clear()


func _accept() -> void:
	if not _listener.is_connection_available():
		return
	_stream = _listener.take_connection()
	_stream.set_no_delay(true)
	_listener.stop()
	state = ScwState.GREETING


func _read() -> void:
	_stream.poll()
	if _stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		close()
		return
	while state != ScwState.CLOSED and _stream.get_available_bytes() > 0:
		var part := _stream.get_partial_data(_stream.get_available_bytes())
		if part[0] != OK or part[1].is_empty():
			break
		_received.append_array(part[1])
		_take_messages()


func _take_messages() -> void:
	while state != ScwState.CLOSED and _received.size() >= 4:
		var length := _received.decode_u32(0)
		if length > (MAX_GREETING if state == ScwState.GREETING else MAX_MESSAGE):
			close()
			return
		if _received.size() < 4 + length:
			return
		var message: Variant = bytes_to_var(_received.slice(4, 4 + length))
		_received = _received.slice(4 + length)
		_take(message)


func _take(message: Variant) -> void:
	var is_message: bool = message is Array and message.size() == 3 and message[0] is String and message[2] is Array
	if not is_message:
		close()
	elif state == ScwState.OPEN:
		_pass_on.call(message[0], message[2])
	elif _is_greeting(message[0], message[2]):
		state = ScwState.OPEN
		_opened.call()
	else:
		close()


## In constant time, so that it does not reveal how much of it was right.
func _is_greeting(command: String, data: Array) -> bool:
	if command != "scenewright:relay" or data.size() != 1 or not data[0] is String:
		return false
	return Crypto.new().constant_time_compare(token.to_utf8_buffer(), data[0].to_utf8_buffer())


func _write() -> void:
	if _waiting.size() > MAX_WAITING:
		close()
	while state == ScwState.OPEN and not _waiting.is_empty():
		var outcome := _stream.put_partial_data(_waiting)
		if outcome[0] != OK:
			close()
		elif outcome[1] == 0:
			return
		else:
			_waiting = _waiting.slice(outcome[1])
