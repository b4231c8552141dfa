## One WebSocket connection on a TCP stream (RFC 6455, the server's side).
## Godot's WebSocketPeer does not expose the headers of a request, and without `Origin` a web page cannot be distinguished
## from a program; therefore the framing is implemented here.
@tool
extends RefCounted

enum ScwState { HANDSHAKE, OPEN, CLOSING, CLOSED }

const MAX_MESSAGE := 16 << 20
const MAX_QUEUED := 64 << 20
const MAX_HEADER := 16 << 10
const HANDSHAKE_MS := 5000
const CLOSING_MS := 1000
const CHUNK := 1 << 20
## Answers to requests that do not become connections.
const REASONS := {
	400: "Bad Request", 403: "Forbidden", 405: "Method Not Allowed", 408: "Request Timeout", 426: "Upgrade Required",
	431: "Request Header Fields Too Large", 503: "Service Unavailable",
}
const EXPLANATIONS := {
	403: "Only programs on this computer may connect, and no web pages.",
	426: "This is the Scenewright plugin of the Godot editor. It speaks JSON-RPC 2.0 over WebSocket.",
	503: "Too many clients are connected, or the server stops.",
}
const MAGIC := "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

const GOING_AWAY := 1001
const PROTOCOL_ERROR := 1002
const POLICY := 1008
const TOO_BIG := 1009

const CONTINUATION := 0
const TEXT := 1
const BINARY := 2
const CLOSE := 8
const PING := 9
const PONG := 10

var state := ScwState.HANDSHAKE
var url := ""
## Whole messages: a PackedByteArray of a text message, or null for a binary one.
var inbox: Array = []

var _stream: StreamPeerTCP
## Takes a request (url, headers) and answers {"status", "close", "protocol"}.
var _judge: Callable
var _in := PackedByteArray()
var _out: Array[PackedByteArray] = []
var _out_offset := 0
var _queued := 0
var _parts := PackedByteArray()
var _parts_kind := CONTINUATION
var _since := 0


func _init(stream: StreamPeerTCP, judge: Callable) -> void:
	_stream = stream
	_judge = judge
	_stream.set_no_delay(true)
	_since = Time.get_ticks_msec()


func poll() -> void:
	if state == ScwState.CLOSED:
		return
	_stream.poll()
	if _stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		_drop()
		return
	_receive()
	_flush()
	_expire()


func send_text(text: String) -> void:
	if state == ScwState.OPEN:
		_frame(TEXT, text.to_utf8_buffer())


## Sends the reason, then waits a moment for the other side to close.
func close(code: int, reason: String) -> void:
	if state != ScwState.OPEN:
		return
	var payload := PackedByteArray([code >> 8, code & 255])
	payload.append_array(reason.left(40).to_utf8_buffer())
	_frame(CLOSE, payload)
	state = ScwState.CLOSING
	_since = Time.get_ticks_msec()


## Closes it at once, after writing as much as the system accepts.
func end(code: int, reason: String) -> void:
	close(code, reason)
	if state == ScwState.HANDSHAKE:
		_refuse(503)
	if state != ScwState.CLOSED:
		_flush()
		_stream.get_partial_data(_stream.get_available_bytes())
		_drop()


func _receive() -> void:
	var available := _stream.get_available_bytes()
	if available <= 0:
		return
	var got: Array = _stream.get_partial_data(available)
	if got[0] != OK:
		_drop()
		return
	_in.append_array(got[1])
	if state == ScwState.HANDSHAKE:
		_shake_hands()
	if state == ScwState.OPEN or state == ScwState.CLOSING:
		_read_frames()


func _expire() -> void:
	var age := Time.get_ticks_msec() - _since
	if state == ScwState.HANDSHAKE and age > HANDSHAKE_MS:
		_refuse(408)
	elif state == ScwState.CLOSING and age > CLOSING_MS:
		_drop()


func _drop() -> void:
	state = ScwState.CLOSED
	_stream.disconnect_from_host()
	_in.clear()
	_out.clear()
	_queued = 0


# The handshake


func _shake_hands() -> void:
	var text := _in.slice(0, MAX_HEADER).get_string_from_ascii()
	var end_of_header := text.find("\r\n\r\n")
	if end_of_header < 0:
		if _in.size() >= MAX_HEADER:
			_refuse(431)
		elif not _is_letter(_in[0]):
			_refuse(400)
		return
	_in = _in.slice(end_of_header + 4)
	var lines := text.left(end_of_header).split("\r\n")
	var request := lines[0].split(" ")
	var headers := _headers(lines)
	if request.size() != 3 or not request[2].begins_with("HTTP/1."):
		_refuse(400)
	elif request[0] != "GET":
		_refuse(405)
	elif not _is_upgrade(headers):
		_refuse(426)
	else:
		url = request[1]
		_answer_request(headers)


static func _is_letter(byte: int) -> bool:
	return (byte >= 65 and byte <= 90) or (byte >= 97 and byte <= 122)


func _headers(lines: PackedStringArray) -> Dictionary:
	var headers := {}
	for i in range(1, lines.size()):
		var colon := lines[i].find(":")
		if colon > 0:
			headers[lines[i].left(colon).strip_edges().to_lower()] = lines[i].substr(colon + 1).strip_edges()
	return headers


func _is_upgrade(headers: Dictionary) -> bool:
	return (
			headers.get("upgrade", "").to_lower() == "websocket"
			and headers.get("sec-websocket-version", "") == "13"
			and not headers.get("sec-websocket-key", "").is_empty()
	)


func _answer_request(headers: Dictionary) -> void:
	var verdict: Dictionary = _judge.call(url, headers)
	if verdict.status != 101:
		_refuse(verdict.status)
		return
	var key: String = headers["sec-websocket-key"]
	var lines := PackedStringArray([
		"HTTP/1.1 101 Switching Protocols",
		"Upgrade: websocket",
		"Connection: Upgrade",
		"Sec-WebSocket-Accept: " + Marshalls.raw_to_base64(_sha1(key + MAGIC)),
	])
	if not verdict.protocol.is_empty():
		lines.append("Sec-WebSocket-Protocol: " + verdict.protocol)
	_queue(("\r\n".join(lines) + "\r\n\r\n").to_ascii_buffer())
	state = ScwState.OPEN
	if verdict.close != 0:
		close(verdict.close, verdict.reason)


func _sha1(text: String) -> PackedByteArray:
	var context := HashingContext.new()
	context.start(HashingContext.HASH_SHA1)
	context.update(text.to_ascii_buffer())
	return context.finish()


func _refuse(status: int) -> void:
	var body: String = EXPLANATIONS.get(status, REASONS[status]) + "\n"
	var lines := PackedStringArray([
		"HTTP/1.1 %d %s" % [status, REASONS[status]],
		"Connection: close",
		"Content-Type: text/plain",
		"Content-Length: %d" % body.length(),
	])
	match status:
		405:
			lines.append("Allow: GET")
		426:
			lines.append_array(["Upgrade: websocket", "Sec-WebSocket-Version: 13"])
		503:
			lines.append("Retry-After: 1")
	_queue(("\r\n".join(lines) + "\r\n\r\n" + body).to_ascii_buffer())
	_flush()
	_in.clear()
	state = ScwState.CLOSING
	_since = Time.get_ticks_msec() - CLOSING_MS + 100


# Frames in


func _read_frames() -> void:
	var at := 0
	while state == ScwState.OPEN or state == ScwState.CLOSING:
		var next := _read_frame(at)
		if next <= at:
			break
		at = next
	if at > 0 and state != ScwState.CLOSED:
		_in = _in.slice(at)


## Where the next frame begins, or `at` if this one is not complete yet.
func _read_frame(at: int) -> int:
	if _in.size() - at < 2:
		return at
	var first := _in[at]
	var length := _in[at + 1] & 127
	if first & 0x70 != 0 or _in[at + 1] & 128 == 0:
		return _protocol_error("frames of a client are masked and use no extensions")
	var head := 2 + (0 if length < 126 else 2 if length == 126 else 8)
	if _in.size() - at < head + 4:
		return at
	if length >= 126:
		length = _big_endian(at + 2, head - 2)
	if length < 0 or length + _parts.size() > MAX_MESSAGE:
		close(TOO_BIG, "a message may have 16 MB")
		_in.clear()
		return -1
	if _in.size() - at < head + 4 + length:
		return at
	var start := at + head + 4
	var payload := _unmask(_in.slice(start, start + length), _in.decode_u32(at + head))
	_take_frame(first & 15, first & 128 != 0, payload)
	return start + length


func _big_endian(at: int, count: int) -> int:
	var value := 0
	for i in count:
		value = (value << 8) | _in[at + i]
	return value


## Eight bytes at a time: a loop over single bytes would take seconds for what is allowed here.
static func _unmask(data: PackedByteArray, key: int) -> PackedByteArray:
	var size := data.size()
	if key == 0 or size == 0:
		return data
	data.resize((size + 7) & ~7)
	var mask := key | (key << 32)
	for i in range(0, data.size(), 8):
		data.encode_s64(i, data.decode_s64(i) ^ mask)
	data.resize(size)
	return data


func _take_frame(kind: int, is_last: bool, payload: PackedByteArray) -> void:
	if kind >= CLOSE:
		_take_control(kind, is_last, payload)
	elif state == ScwState.OPEN:
		_take_data(kind, is_last, payload)


func _take_control(kind: int, is_last: bool, payload: PackedByteArray) -> void:
	if not is_last or payload.size() > 125:
		_protocol_error("a control frame is whole and short")
	elif kind == PING and state == ScwState.OPEN:
		_frame(PONG, payload)
	elif kind == CLOSE:
		if state == ScwState.OPEN:
			_frame(CLOSE, payload.slice(0, 2))
			_flush()
		_drop()


func _take_data(kind: int, is_last: bool, payload: PackedByteArray) -> void:
	var is_continuation := kind == CONTINUATION
	if kind > BINARY or is_continuation == (_parts_kind == CONTINUATION):
		_protocol_error("a frame that does not follow")
		return
	if not is_continuation:
		_parts_kind = kind
	_parts.append_array(payload)
	if is_last:
		inbox.append(_parts if _parts_kind == TEXT else null)
		_parts = PackedByteArray()
		_parts_kind = CONTINUATION


func _protocol_error(reason: String) -> int:
	close(PROTOCOL_ERROR, reason)
	_in.clear()
	return -1


# Frames out


func _frame(kind: int, payload: PackedByteArray) -> void:
	var size := payload.size()
	var head := PackedByteArray([128 | kind])
	if size < 126:
		head.append(size)
	elif size < 65536:
		head.append_array([126, size >> 8, size & 255])
	else:
		head.append(127)
		for i in range(7, -1, -1):
			head.append((size >> (8 * i)) & 255)
	head.append_array(payload)
	_queue(head)
	_flush()


## A client that does not read its messages would fill the editor's memory.
func _queue(data: PackedByteArray) -> void:
	if _queued > 0 and _queued + data.size() > MAX_QUEUED:
		_drop()
		return
	_out.append(data)
	_queued += data.size()


func _flush() -> void:
	while not _out.is_empty():
		var chunk := _out[0].slice(_out_offset, _out_offset + CHUNK)
		var sent: Array = _stream.put_partial_data(chunk)
		if sent[0] != OK:
			_drop()
			return
		_out_offset += sent[1]
		_queued -= sent[1]
		if _out_offset >= _out[0].size():
			_out.pop_front()
			_out_offset = 0
		elif sent[1] < chunk.size():
			return
