extends SceneTree
## Compiles the scripts that a list names, and writes what Godot says about them to a file. It runs before any node
## enters the tree. Everything is typed, because a project may treat any warning as an error.

const WARNING_SETTINGS: String = "debug/gdscript/warnings/"

var _report: FileAccess = null
var _mutex: Mutex = Mutex.new()
var _logger: Object = null


## Autoloads are created after this, and their scripts are compiled.
func _init() -> void:
	var folder: String = OS.get_environment("SCENEWRIGHT_CHECK")
	_report = FileAccess.open(folder.path_join("report"), FileAccess.WRITE)
	if ClassDB.class_exists("Logger"):
		var script: GDScript = load(folder.path_join("check_logger.gd"))
		_logger = script.new(write)
	write({ "kind": "start", "version": _version(), "logs": _logger != null })


func _initialize() -> void:
	var folder: String = OS.get_environment("SCENEWRIGHT_CHECK")
	var scripts: PackedStringArray = _lines(folder.path_join("scripts"))
	for path: String in scripts:
		write({ "kind": "begin", "path": path })
		var script: Resource = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
		write({ "kind": "end", "path": path, "loaded": script != null })
	_name_warnings(scripts)
	write({ "kind": "done" })
	@warning_ignore("return_value_discarded")
	OS.kill(OS.get_process_id())


## An error that is a warning has no code, but the same as a warning has.
func _name_warnings(scripts: PackedStringArray) -> void:
	if _logger == null:
		return
	var affected: PackedStringArray = _logger.get("warnings_as_errors")
	if affected.is_empty():
		return
	for property: Dictionary in ProjectSettings.get_property_list():
		var name: String = property["name"]
		if name.begins_with(WARNING_SETTINGS) and property["type"] == TYPE_INT and ProjectSettings.get_setting(name) == 2:
			ProjectSettings.set_setting(name, 1)
	# The compiler looks at the settings again when it is told to, which otherwise happens in the next frame.
	@warning_ignore("return_value_discarded")
	ProjectSettings.emit_signal("settings_changed")
	write({ "kind": "names" })
	for path: String in scripts:
		if affected.has(path):
			var _script: Resource = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)


func write(entry: Dictionary) -> void:
	_mutex.lock()
	@warning_ignore("return_value_discarded")
	_report.store_var(entry)
	_report.flush()
	_mutex.unlock()


func _lines(path: String) -> PackedStringArray:
	return FileAccess.get_file_as_string(path).split("\n", false)


func _version() -> String:
	var info: Dictionary = Engine.get_version_info()
	return "%s.%s.%s-%s" % [info["major"], info["minor"], info["patch"], info["status"]]
