## Listens on this computer only, controls access, and passes messages between clients and methods.
@tool
extends RefCounted

const ScwSettings := preload("settings.gd")
const ScwSocket := preload("socket.gd")
const ScwJsonText := preload("json_text.gd")
const ScwRpc := preload("rpc.gd")
const ScwMethods := preload("methods.gd")

const HOST := "127.0.0.1"
const FURTHER_PORTS := 20
const MAX_CLIENTS := 128
## Beyond them, connections wait to be accepted: each one gets an answer.
const MAX_SOCKETS := MAX_CLIENTS + 32

signal changed

## A client that has been accepted.
class ScwClient:
	var socket: ScwSocket
	var name := "unnamed"
	var version := ""
	var since := Time.get_unix_time_from_system()
	var was_greeted := false

var port := 0
var token := ""
var problem := ""
## Ticks in milliseconds; the throttle looks at it.
var last_request := -1_000_000

var _tcp := TCPServer.new()
var _clients: Array[ScwClient] = []
var _rpc: ScwRpc
var _hello: Dictionary


func _init(methods: ScwMethods, hello: Dictionary) -> void:
	_hello = hello
	_rpc = ScwRpc.new(methods)
	_rpc.call_ended.connect(func(_call: Dictionary) -> void: changed.emit())


func is_listening() -> bool:
	return _tcp.is_listening()


func clients() -> Array[ScwClient]:
	return _clients.filter(func(client: ScwClient) -> bool: return client.was_greeted)


func calls() -> Array:
	return _rpc.calls


func start() -> bool:
	problem = ""
	token = Crypto.new().generate_random_bytes(24).hex_encode()
	var first := ScwSettings.port()
	for candidate in range(first, first + FURTHER_PORTS + 1):
		if candidate < 65536 and _tcp.listen(candidate, HOST) == OK:
			port = candidate
			changed.emit()
			return true
	problem = "no free port from %d to %d" % [first, first + FURTHER_PORTS]
	push_warning("Scenewright: " + problem)
	changed.emit()
	return false


func stop() -> void:
	for client in _clients:
		client.socket.end(ScwSocket.GOING_AWAY, "the server stops")
	_clients.clear()
	_tcp.stop()
	port = 0
	changed.emit()


func poll() -> void:
	while _tcp.is_connection_available() and _clients.size() < MAX_SOCKETS:
		_admit(_tcp.take_connection())
	for client in _clients.duplicate():
		_serve(client)
	_rpc.give_up()


## Sends an event to all clients.
func broadcast(event: String, params: Dictionary) -> void:
	var listeners := clients()
	if listeners.is_empty():
		return
	var text := ScwJsonText.of({"jsonrpc": "2.0", "method": event, "params": params})
	for client in listeners:
		client.socket.send_text(text)


func _admit(stream: StreamPeerTCP) -> void:
	var client := ScwClient.new()
	client.socket = ScwSocket.new(stream, _judge)
	_clients.append(client)


func _serve(client: ScwClient) -> void:
	client.socket.poll()
	if client.socket.state == ScwSocket.ScwState.OPEN and not client.was_greeted:
		client.was_greeted = true
		client.socket.send_text(ScwJsonText.of({"jsonrpc": "2.0", "method": "godoty.connected", "params": _hello}))
		changed.emit()
	while not client.socket.inbox.is_empty():
		last_request = Time.get_ticks_msec()
		_rpc.take(client, client.socket.inbox.pop_front())
	if client.socket.state == ScwSocket.ScwState.CLOSED:
		_clients.erase(client)
		if client.was_greeted:
			changed.emit()


## A web page always sends its origin and cannot forge another.
func _judge(url: String, headers: Dictionary) -> Dictionary:
	var host: String = headers.get("host", "").to_lower()
	var origin: String = headers.get("origin", "").to_lower()
	if not _is_own_host(host) or not (origin.is_empty() or origin == "http://" + host):
		return {"status": 403}
	if clients().size() >= MAX_CLIENTS:
		return {"status": 503}
	var protocol := _protocol_with_token(headers)
	var is_known := not protocol.is_empty() or _is_token(_token_of(url))
	if is_known or ScwSettings.allows_without_token():
		return {"status": 101, "close": 0, "protocol": protocol}
	return {"status": 101, "close": ScwSocket.POLICY, "protocol": "", "reason": "no token, or a wrong one"}


func _is_own_host(host: String) -> bool:
	return host in ["127.0.0.1:%d" % port, "localhost:%d" % port]


func _token_of(url: String) -> String:
	for part in url.get_slice("?", 1).split("&"):
		if part.begins_with("token="):
			return part.trim_prefix("token=")
	return ""


func _protocol_with_token(headers: Dictionary) -> String:
	for protocol: String in headers.get("sec-websocket-protocol", "").split(","):
		var name := protocol.strip_edges()
		if name.begins_with("godoty.") and _is_token(name.trim_prefix("godoty.")):
			return name
	return ""


## In constant time, so that it does not reveal how much of it was right.
func _is_token(candidate: String) -> bool:
	return Crypto.new().constant_time_compare(token.to_utf8_buffer(), candidate.to_utf8_buffer())
