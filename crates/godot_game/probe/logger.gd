extends Logger
## Collects prints, warnings and errors with the tick in which they came. Other threads log too.

const KEPT := 2000

var tick := 0
var errors := 0
## Whether messages about source without a file are kept: those of evaluated source.
var hears_evaluated := false

var _folder := ""
var _entries: Array = []
var _dropped := 0
var _mutex := Mutex.new()


func start(folder: String) -> void:
	_folder = folder
	OS.add_logger(self)


func stop() -> void:
	OS.remove_logger(self)


func _log_message(message: String, error: bool) -> void:
	_add({ "kind": "stderr" if error else "print", "text": message.trim_suffix("\n") })


func _log_error(
		function: String, file: String, line: int, code: String, rationale: String,
		_editor_notify: bool, error_type: int, script_backtraces: Array[ScriptBacktrace]) -> void:
	if file.begins_with(_folder) or (file.begins_with("gdscript://") and not hears_evaluated):
		return
	var stack: Array = []
	for backtrace in script_backtraces:
		for frame in backtrace.get_frame_count():
			var frame_file := backtrace.get_frame_file(frame)
			if not frame_file.begins_with(_folder):
				stack.append([frame_file, backtrace.get_frame_line(frame), backtrace.get_frame_function(frame)])
	var text := rationale if not rationale.is_empty() else code
	var kind := "warning" if error_type == ERROR_TYPE_WARNING else "error"
	_add({ "kind": kind, "text": text, "file": file, "line": line, "function": function, "stack": stack })


func _add(entry: Dictionary) -> void:
	entry["tick"] = tick
	_mutex.lock()
	if entry.kind == "error":
		errors += 1
	_entries.append(entry)
	if _entries.size() >= 2 * KEPT:
		_dropped += _entries.size() - KEPT
		_entries = _entries.slice(-KEPT)
	_mutex.unlock()


func count() -> int:
	return _dropped + _entries.size()


func error_count_since(since_entry: int) -> int:
	_mutex.lock()
	var found := 0
	for index in range(maxi(0, since_entry - _dropped), _entries.size()):
		if _entries[index].kind == "error":
			found += 1
	_mutex.unlock()
	return found


## What the compiler said, with lines of the source.
func compile_errors(since_entry: int, lines_before: int) -> String:
	var found := ""
	for entry: Dictionary in since(since_entry, KEPT).entries:
		if entry.kind == "error" and entry.get("line", 0) > lines_before:
			found += "; line %d: %s" % [entry.line - lines_before, entry.text.trim_prefix("Parse Error: ")]
	return found


## The first `limit` entries from `since_entry` on; a negative `limit` gives the last ones.
func since(since_entry: int, limit: int) -> Dictionary:
	_mutex.lock()
	var first := maxi(0, since_entry - _dropped)
	var missing := maxi(0, _dropped - since_entry)
	var found := _entries.slice(first)
	var left_out := maxi(0, found.size() - absi(limit))
	found = found.slice(0, limit) if limit >= 0 else found.slice(limit)
	var next := _dropped + _entries.size()
	_mutex.unlock()
	return { "entries": found, "next": next, "missing": missing, "left_out": left_out }
