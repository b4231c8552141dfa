## JSON-RPC 2.0: dispatches requests and sends answers. Methods may take several frames while other calls continue.
@tool
extends RefCounted

const ScwFail := preload("fail.gd")
const ScwRendered := preload("rendered.gd")
const ScwJsonText := preload("json_text.gd")
const ScwMethods := preload("methods.gd")

const KEPT_CALLS := 20

signal call_ended(call: Dictionary)

## A method that takes several frames. One that waits for something that never happens does not return.
class ScwPending:
	signal ended

	var method: String
	var deadline: int
	var is_ended := false
	var result: Variant

	func end(outcome: Variant) -> void:
		if not is_ended:
			is_ended = true
			result = outcome
			ended.emit()

## The last calls, newest first: method, client, ms, outcome.
var calls: Array = []
## How long a method may take; the slowest waits for a game for some ten seconds.
var patience_ms := 60_000

var _methods: ScwMethods
var _pending: Array[ScwPending] = []


func _init(methods: ScwMethods) -> void:
	_methods = methods


## Answers for methods that do not return.
func give_up() -> void:
	var now := Time.get_ticks_msec()
	for pending: ScwPending in _pending.filter(func(one: ScwPending) -> bool: return now > one.deadline):
		pending.end(ScwFail.new(ScwFail.TIMEOUT, "%s did not end within %d s" % [pending.method, patience_ms / 1000],
				{"suggestion": "The editor's output may show the reason"}))


## `bytes` is null for a binary message.
func take(client: RefCounted, bytes: Variant) -> void:
	if bytes == null:
		_send(client, _refusal(ScwFail.new(ScwFail.INVALID_REQUEST, "Binary frames are not supported",
				{"suggestion": "Send JSON-RPC 2.0 as text frames"})))
		return
	var text: String = bytes.get_string_from_utf8()
	var json := JSON.new()
	if json.parse(text) != OK:
		_send(client, _refusal(ScwFail.new(ScwFail.PARSE_ERROR, "Invalid JSON",
				{"details": "line %d: %s" % [json.get_error_line() + 1, json.get_error_message()]})))
	elif json.data is Array:
		_answer_batch(client, json.data)
	else:
		var answer: Variant = await _answer(client, json.data)
		_send(client, answer)


func _answer_batch(client: RefCounted, requests: Array) -> void:
	if requests.is_empty():
		_send(client, _refusal(ScwFail.new(ScwFail.INVALID_REQUEST, "The batch is empty")))
		return
	var batch := {"left": requests.size(), "answers": []}
	for request: Variant in requests:
		_answer_part(client, request, batch)


func _answer_part(client: RefCounted, request: Variant, batch: Dictionary) -> void:
	var answer: Variant = await _answer(client, request)
	if answer != null:
		batch.answers.append(answer)
	batch.left -= 1
	if batch.left == 0 and not batch.answers.is_empty():
		_send(client, batch.answers)


## Null if there is nothing to answer.
func _answer(client: RefCounted, request: Variant) -> Variant:
	var problem := _problem_of(request)
	if not problem.is_empty():
		var id: Variant = request.get("id") if request is Dictionary else null
		return _refusal(ScwFail.new(ScwFail.INVALID_REQUEST, "Invalid request: " + problem), _id(id))
	var result: Variant = await _call(client, request)
	if not request.has("id"):
		return null
	if result is ScwFail:
		return _refusal(result, _id(request.id))
	return {"jsonrpc": "2.0", "id": _id(request.id), "result": result}


func _problem_of(request: Variant) -> String:
	if not request is Dictionary:
		return "it must be an object"
	if not request.get("jsonrpc") is String or request.jsonrpc != "2.0":
		return "'jsonrpc' must be \"2.0\""
	if not request.get("method") is String:
		return "'method' must be a string"
	if request.has("id") and not (request.id == null or request.id is String or request.id is float or request.id is int):
		return "'id' must be a string or a number"
	return ""


func _call(client: RefCounted, request: Dictionary) -> Variant:
	var started := Time.get_ticks_usec()
	var result: Variant = await _run(client, request)
	_note(client, request.method, result, (Time.get_ticks_usec() - started) / 1000.0)
	return result


func _run(client: RefCounted, request: Dictionary) -> Variant:
	if request.method == "godoty.ready":
		return _greet(client, request.get("params"))
	if not _methods.by_name.has(request.method):
		return ScwFail.new(ScwFail.METHOD_NOT_FOUND, "Method not found: %s" % request.method,
				{"method": request.method, "similar_methods": _similar(request.method)})
	var params: Variant = request.get("params")
	if params == null:
		params = {}
	if not params is Dictionary:
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid parameter 'params': it must be an object",
				{"parameter": "params"})
	if _is_expired(params):
		return ScwFail.new(ScwFail.TIMEOUT, "The request has expired: its client has given up",
				{"suggestion": "Send it again"})
	var pending := ScwPending.new()
	pending.method = request.method
	pending.deadline = Time.get_ticks_msec() + patience_ms
	_start(pending, params)
	if not pending.is_ended:
		_pending.append(pending)
		await pending.ended
		_pending.erase(pending)
	# A method that was aborted by an error has returned nothing.
	if pending.result == null:
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "Internal error of the plugin in %s" % request.method,
				{"suggestion": "The editor's output shows the reason"})
	return pending.result


## An editor that was blocked must not do what its client has reported as failed.
func _is_expired(params: Dictionary) -> bool:
	var expires: Variant = params.get("expires")
	return (expires is float or expires is int) and Time.get_unix_time_from_system() > expires


func _start(pending: ScwPending, params: Dictionary) -> void:
	pending.end(await _methods.by_name[pending.method].call(params))


func _greet(client: RefCounted, params: Variant) -> Dictionary:
	if params is Dictionary:
		client.name = str(params.get("client_name", client.name)).left(60)
		client.version = str(params.get("client_version", "")).left(30)
	return {"success": true}


func _similar(method: String) -> Array:
	var names := _methods.by_name.keys()
	names.sort_custom(func(a: String, b: String) -> bool: return a.similarity(method) > b.similarity(method))
	return names.slice(0, 3)


func _note(client: RefCounted, method: String, result: Variant, ms: float) -> void:
	if method == "ping":
		return
	var outcome: String = "%d %s" % [result.code, result.message] if result is ScwFail else "ok"
	var call := {
		"method": method, "client": client.name, "ms": ms, "outcome": outcome,
		"time": Time.get_unix_time_from_system(),
	}
	calls.push_front(call)
	calls.resize(mini(calls.size(), KEPT_CALLS))
	call_ended.emit(call)


## Numbers arrive as floats; 7 has to be returned as 7.
func _id(id: Variant) -> Variant:
	if id is float and id == floorf(id) and absf(id) < 9.0e15:
		return int(id)
	return id if id is String or id is float or id is int else null


func _refusal(fail: ScwFail, id: Variant = null) -> Dictionary:
	return {"jsonrpc": "2.0", "id": id, "error": fail.to_json()}


func _send(client: RefCounted, answer: Variant) -> void:
	if answer != null:
		client.socket.send_text(_text(answer))


func _text(answer: Variant) -> String:
	if answer is Array:
		return "[%s]" % ",".join(answer.map(_text))
	if answer.get("result") is ScwRendered:
		return '{"jsonrpc":"2.0","id":%s,"result":%s}' % [ScwJsonText.of(answer.id), answer.result.text]
	return ScwJsonText.of(answer)
