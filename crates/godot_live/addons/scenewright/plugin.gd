## Starts the plugin. Everything else is loaded at run time, so that this script runs even if the rest cannot be loaded,
## and tells programs why: in `res://.godot/scenewright/plugin.json`, which exists only while the plugin does not serve.
##
## Types are written out and results are named because a project may treat every warning as an error.
@tool
extends EditorPlugin

const FOLDER: String = "res://.godot/scenewright"
const REPORT: String = FOLDER + "/plugin.json"
const WARNINGS: String = "debug/gdscript/warnings/"
const MAX_ERRORS: int = 10

## Null if it could not be loaded.
var main: RefCounted

var _journal: RefCounted
## Godot has loggers from 4.5 on.
var _logger: RefCounted
## The plugin's scripts that cannot be loaded.
var _failed: PackedStringArray = []


func _enter_tree() -> void:
	_without_warnings(_load_all)
	if main == null or main.call("begin") != true:
		main = null
		report("failed", "", _load_errors())
		push_error("The Scenewright plugin could not be started. %s tells why." % REPORT)


func _exit_tree() -> void:
	if main != null:
		main.call("end")
		main = null
	if _logger != null:
		OS.call("remove_logger", _logger)
	withdraw_report()


func _process(_delta: float) -> void:
	if main != null:
		main.call("poll")


## A headless editor has no display for the window of a game. A script error would stop a game until somebody presses
## "continue", which is useful only if a person plays it.
func _run_scene(_scene: String, args: PackedStringArray) -> PackedStringArray:
	var more: PackedStringArray = args.duplicate()
	if DisplayServer.get_name() == "headless":
		more += PackedStringArray(["--headless"])
	if main != null and main.call("is_game_asked_for") == true:
		more += PackedStringArray(["--ignore-error-breaks"])
	return more


## Says why the plugin does not serve: `state` is "failed", "switched_off" or "no_port".
func report(state: String, problem: String, errors: Array) -> void:
	var content: Dictionary = {
		"pid": OS.get_process_id(), "state": state, "problem": problem, "errors": errors,
		"godot_version": Engine.get_version_info().get("string", ""),
	}
	var _made: int = DirAccess.make_dir_recursive_absolute(FOLDER)
	var draft: String = "%s.%d.tmp" % [REPORT, OS.get_process_id()]
	var file: FileAccess = FileAccess.open(draft, FileAccess.WRITE)
	if file == null:
		return
	var _stored: Variant = file.call("store_string", JSON.stringify(content) + "\n")
	file.close()
	var _renamed: int = DirAccess.rename_absolute(draft, REPORT)


## Another editor may have the project open, too: its report is left alone.
func withdraw_report() -> void:
	if not FileAccess.file_exists(REPORT):
		return
	var content: Variant = JSON.parse_string(FileAccess.get_file_as_string(REPORT))
	var known: Dictionary = content if content is Dictionary else {}
	if known.get("pid", 0) == OS.get_process_id():
		var _removed: int = DirAccess.remove_absolute(REPORT)


func _load_all() -> void:
	_journal = _make("journal.gd", [])
	if _journal != null and ClassDB.class_exists("Logger") and OS.has_method("add_logger"):
		_logger = _make("editor_logger.gd", [])
	if _logger != null:
		_logger.set("journal", _journal)
		OS.call("add_logger", _logger)
	# Godot also runs scripts that use one that cannot be loaded.
	_failed = _failed_files(_folder())
	if _failed.is_empty():
		main = _make("main.gd", [self, _journal, _logger != null])


## Null if its script cannot be loaded.
func _make(file: String, arguments: Array) -> RefCounted:
	var script: GDScript = _script(_folder().path_join(file))
	var made: Variant = script.callv("new", arguments) if script != null else null
	return made if made is RefCounted else null


func _script(path: String) -> GDScript:
	var script: GDScript = load(path) as GDScript if ResourceLoader.exists(path) else null
	return script if script != null and script.can_instantiate() else null


## A project can include addons in its warnings and treat them as errors. Godot reads these settings when they change,
## so they are changed only during the call.
func _without_warnings(work: Callable) -> void:
	if not _warns_of_addons():
		work.call()
		return
	var before: Variant = ProjectSettings.get_setting(WARNINGS + "enable")
	ProjectSettings.set_setting(WARNINGS + "enable", false)
	ProjectSettings.settings_changed.emit()
	work.call()
	ProjectSettings.set_setting(WARNINGS + "enable", before)
	ProjectSettings.settings_changed.emit()


## Rules by folder replaced the older setting in Godot 4.6; 0 excludes a folder.
func _warns_of_addons() -> bool:
	if ProjectSettings.get_setting(WARNINGS + "enable", true) != true:
		return false
	var rules: Variant = ProjectSettings.get_setting(WARNINGS + "directory_rules")
	if rules is Dictionary:
		var by_folder: Dictionary = rules
		return by_folder != {"res://addons": 0}
	return ProjectSettings.get_setting(WARNINGS + "exclude_addons", true) != true


## The errors that Godot reported in the plugin's own files, and the files that do not work without a reported error.
func _load_errors() -> Array:
	var causes: PackedStringArray = _causes()
	var errors: Array = []
	var explained: Dictionary = {}
	var reported: Array = _journal.call("errors") if _logger != null else []
	for entry: Dictionary in reported:
		var source: Dictionary = entry["source"]
		var script: String = source["script"]
		var line: int = source["line"]
		var message: String = entry["message"]
		var error: Dictionary = _error(script, line, message)
		var is_cause: bool = script in causes if not _failed.is_empty() else script.begins_with(_folder() + "/")
		if entry["severity"] == "error" and is_cause and not error in errors:
			explained[script] = true
			errors.append(error)
	for script: String in causes:
		if not explained.has(script):
			errors.append(_error(script, 0, "It cannot be loaded; the editor's Output panel shows the reason"))
	for script: String in [_folder().path_join("journal.gd"), _folder().path_join("main.gd")]:
		if not FileAccess.file_exists(script):
			errors.append(_error(script, 0, "The file is missing"))
	return errors.slice(0, MAX_ERRORS)


func _error(script: String, line: int, message: String) -> Dictionary:
	return {"script": script, "line": line, "message": message}


## A script that failed before is loaded from the cache in silence; reloading it makes Godot say why.
func _failed_files(folder: String) -> PackedStringArray:
	var failed: PackedStringArray = []
	for file: String in DirAccess.get_files_at(folder):
		var path: String = folder.path_join(file)
		if file.get_extension() != "gd" or _script(path) != null or _is_for_newer(file):
			continue
		failed += PackedStringArray([path])
		var script: GDScript = load(path) as GDScript
		if script != null:
			var _outcome: int = script.reload()
	for subfolder: String in DirAccess.get_directories_at(folder):
		failed += _failed_files(folder.path_join(subfolder))
	return failed


## The files that fail by themselves, without those that only use one of them.
func _causes() -> PackedStringArray:
	var causes: PackedStringArray = []
	for path: String in _failed:
		if not _uses_failed(path):
			causes += PackedStringArray([path])
	return _failed if causes.is_empty() else causes


func _uses_failed(path: String) -> bool:
	var pattern: RegEx = RegEx.create_from_string("preload\\(\"([^\"]*)\"\\)")
	for found: RegExMatch in pattern.search_all(FileAccess.get_file_as_string(path)):
		var used: String = path.get_base_dir().path_join(found.get_string(1)).simplify_path()
		if used != path and used in _failed:
			return true
	return false


func _is_for_newer(file: String) -> bool:
	return file == "editor_logger.gd" and not ClassDB.class_exists("Logger")


func _folder() -> String:
	var own: Script = get_script()
	return own.resource_path.get_base_dir()
