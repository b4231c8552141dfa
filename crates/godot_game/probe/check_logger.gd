extends Logger
## Passes on what the compiler says, and other errors that come while scripts are loaded.

const COMPILER: String = "GDScript::reload"

## The scripts with errors that are warnings by another setting.
var warnings_as_errors: PackedStringArray = PackedStringArray()

var _write: Callable = Callable()


func _init(write: Callable) -> void:
	_write = write
	OS.add_logger(self)


func _log_error(
		function: String, file: String, line: int, code: String, rationale: String,
		_editor_notify: bool, error_type: int, _script_backtraces: Array[ScriptBacktrace]) -> void:
	var entry: Dictionary = {
		"kind": "compiler" if function == COMPILER else "other",
		"path": file, "line": line, "code": code, "text": rationale,
		"warning": error_type == ERROR_TYPE_WARNING,
	}
	if code.ends_with("(Warning treated as error.)") and not warnings_as_errors.has(file):
		@warning_ignore("return_value_discarded")
		warnings_as_errors.append(file)
	@warning_ignore("return_value_discarded")
	_write.call(entry)
