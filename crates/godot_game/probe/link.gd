extends RefCounted
## The probe's own connection to the server. The debugger's is slower: Godot looks at it every 7 ms, and every 10 ms
## while it has stopped the game.
##
## Invariant: messages have the form that the debugger's have, so that both are read by the same code.

const MAIN_THREAD := 1
const CONNECT_MSEC := 1000
## How long it sleeps between two looks at the connection, where it cannot sleep until something comes.
const LOOK_USEC := 500
const WINDOW_USEC := 10000

var _stream: StreamPeer
var _has_window := DisplayServer.get_name() != "headless"
var _window_time := 0


## Whether there is a connection. Godot before 4.6 has no Unix sockets for scripts.
func open(folder: String) -> bool:
	if not ClassDB.class_exists("StreamPeerUDS") or not FileAccess.file_exists(folder.path_join("linked")):
		return false
	_stream = ClassDB.instantiate("StreamPeerUDS")
	if _stream.connect_to_host(folder.path_join("probe.sock")) != OK:
		return false
	var until := Time.get_ticks_msec() + CONNECT_MSEC
	while _stream.get_status() == StreamPeerTCP.STATUS_CONNECTING and Time.get_ticks_msec() < until:
		_stream.poll()
	return _stream.get_status() == StreamPeerTCP.STATUS_CONNECTED


func send(command: String, data: Array) -> void:
	_stream.put_var([command, MAIN_THREAD, data])


## The messages that have come, without waiting.
func take() -> Array:
	var messages: Array = []
	while _stream.get_available_bytes() > 0:
		messages.append(_read())
	return messages


## The next message, as soon as it comes; null if the connection is lost.
func wait() -> Variant:
	while _has_window and _stream.get_available_bytes() == 0:
		_stream.poll()
		if _stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
			return null
		_keep_window_alive()
		OS.delay_usec(LOOK_USEC)
	return _read()


func _read() -> Variant:
	var header: Array = _stream.get_data(4)
	if header[0] != OK:
		return null
	var content: Array = _stream.get_data(header[1].decode_u32(0))
	return bytes_to_var(content[1]) if content[0] == OK else null


## A window whose events nobody takes is shown as not responding.
func _keep_window_alive() -> void:
	var now := Time.get_ticks_usec()
	if now - _window_time > WINDOW_USEC:
		_window_time = now
		DisplayServer.force_process_and_drop_events()
