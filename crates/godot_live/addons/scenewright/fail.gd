## An error of the protocol, as a value: GDScript has no exceptions, so functions that can fail return one of these.
@tool
extends RefCounted

const PARSE_ERROR := -32700
const INVALID_REQUEST := -32600
const METHOD_NOT_FOUND := -32601
const INVALID_PARAMS := -32602
const INTERNAL_ERROR := -32603
const NODE_NOT_FOUND := -32000
const CLASS_NOT_FOUND := -32001
const NOT_ALLOWED := -32002
const GAME_NOT_RUNNING := -32003
const CAPTURE_FAILED := -32004
const TIMEOUT := -32005
const INVALID_PATH := -32006

var code: int
var message: String
var data: Dictionary


func _init(error_code: int, text: String, details: Dictionary = {}) -> void:
	code = error_code
	message = text
	data = details


func to_json() -> Dictionary:
	var error := {"code": code, "message": message}
	if not data.is_empty():
		error["data"] = data
	return error
