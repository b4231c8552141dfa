## Receives what the editor prints and reports. Godot has loggers from 4.5 on: this file is only loaded there.
@tool
extends Logger

var journal: RefCounted


func _log_message(message: String, error: bool) -> void:
	journal.add_line("editor", "error" if error else "info", message)


func _log_error(
		function: String, file: String, line: int, code: String, rationale: String, _editor_notify: bool,
		error_type: int, script_backtraces: Array[ScriptBacktrace]
) -> void:
	var frames := []
	for backtrace in script_backtraces:
		for i in backtrace.get_frame_count():
			frames.append({
				"script": backtrace.get_frame_file(i), "function": backtrace.get_frame_function(i),
				"line": backtrace.get_frame_line(i),
			})
	var source := {"script": file, "function": function, "line": line}
	var text := rationale if not rationale.is_empty() else code
	journal.add_error("editor", error_type == ERROR_TYPE_WARNING, text, source, frames)
