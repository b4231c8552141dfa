## Keeps the latest errors and log lines of the editor and of games. Filled from any thread.
@tool
extends RefCounted

const KEPT := 2000

static var _colours := RegEx.create_from_string("\\x1b\\[[0-9;]*m")

var _mutex := Mutex.new()
var _errors: Array = []
var _lines: Array = []


## If the calling script is known, a source in Godot's own code is not useful.
func add_error(origin: String, is_warning: bool, text: String, source: Dictionary, frames: Array) -> Dictionary:
	var place: Dictionary = source
	if not str(source.script).begins_with("res://") and not frames.is_empty():
		place = frames[0]
	var entry := {
		"severity": "warning" if is_warning else "error", "message": text, "source": place, "origin": origin,
		"timestamp": Time.get_unix_time_from_system(),
	}
	if not frames.is_empty():
		entry["stack_trace"] = frames.map(func(frame: Dictionary) -> String:
			return "%s:%d in %s()" % [frame.script, frame.line, str(frame.function).trim_suffix("()")])
	_append(_errors, entry)
	_append(_lines, {
		"type": entry.severity, "message": text, "origin": origin, "timestamp": entry.timestamp,
	})
	return entry


func add_line(origin: String, type: String, text: String) -> void:
	var now := Time.get_unix_time_from_system()
	for line in _colours.sub(text, "", true).strip_edges(false, true).split("\n"):
		_append(_lines, {"type": type, "message": line, "origin": origin, "timestamp": now})


## Oldest first.
func errors() -> Array:
	return _copy(_errors)


func lines() -> Array:
	return _copy(_lines)


func _append(list: Array, entry: Dictionary) -> void:
	_mutex.lock()
	list.append(entry)
	if list.size() > KEPT + KEPT / 4:
		list.assign(list.slice(-KEPT))
	_mutex.unlock()


func _copy(list: Array) -> Array:
	_mutex.lock()
	var copy := list.duplicate()
	_mutex.unlock()
	return copy
