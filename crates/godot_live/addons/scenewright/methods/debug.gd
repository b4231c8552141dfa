## `get_errors` and `get_editor_log`.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwJournal := preload("../journal.gd")
const ScwEditorTree := preload("../editor_tree.gd")

var _journal: ScwJournal
## Without loggers (before Godot 4.5) the Output panel is read instead.
var _has_logger: bool
var _panel: RichTextLabel


func _init(journal: ScwJournal, has_logger: bool) -> void:
	_journal = journal
	_has_logger = has_logger


func methods() -> Dictionary:
	return {"get_errors": get_errors, "get_editor_log": get_editor_log}


func get_errors(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var count := params.whole("count", 20, 0)
	var severity := params.choice("severity", "all", ["error", "warning", "all"])
	var since := params.number("since_timestamp", 0.0, 0.0, INF)
	if params.fail:
		return params.fail
	var found := _journal.errors().filter(func(entry: Dictionary) -> bool:
		return entry.timestamp > since and severity in ["all", entry.severity])
	found.reverse()
	return {"success": true, "errors": found.slice(0, count), "total_count": found.size()}


func get_editor_log(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var count := params.whole("count", 100, 0)
	var pattern := params.text("filter", "")
	if params.fail:
		return params.fail
	var regex := RegEx.new()
	if regex.compile(pattern) != OK:
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid parameter 'filter': it is not a regular expression",
				{"parameter": "filter"})
	var found := _lines().filter(func(entry: Dictionary) -> bool:
		return pattern.is_empty() or regex.search(entry.message) != null)
	return {
		"success": true, "logs": found.slice(maxi(0, found.size() - count)), "total_count": found.size(),
	}


func _lines() -> Array:
	return _journal.lines() if _has_logger else _panel_lines()


## The panel shows neither the time nor the severity.
func _panel_lines() -> Array:
	if not is_instance_valid(_panel):
		var log := ScwEditorTree.first_of_class("EditorLog")
		var labels := log.find_children("*", "RichTextLabel", true, false) if log != null else []
		_panel = labels[0] if not labels.is_empty() else null
	if _panel == null:
		return _journal.lines()
	var now := Time.get_unix_time_from_system()
	var lines := []
	for line in _panel.get_parsed_text().split("\n", false):
		lines.append({"type": "info", "message": line, "origin": "editor", "timestamp": now})
	return lines
