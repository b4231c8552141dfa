## The class reference of this editor. Godot keeps it in a file beside its caches; it is read when first asked for,
## on another thread.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwBackground := preload("../background.gd")

const WAIT_MS := 20_000

## The dictionaries as Godot made them.
var classes: Array = []
var by_name := {}

var _tree: SceneTree
var _is_loading := false


func _init(tree: SceneTree) -> void:
	_tree = tree


## Null when it is loaded, or a Fail.
func ensure() -> ScwFail:
	while _is_loading:
		await _tree.process_frame
	if not classes.is_empty():
		return null
	_is_loading = true
	# The first start of a version writes the file.
	var deadline := Time.get_ticks_msec() + WAIT_MS
	while not FileAccess.file_exists(_path()) and Time.get_ticks_msec() < deadline:
		await _tree.process_frame
	var loaded: Variant = await ScwBackground.run(_load, _tree)
	_is_loading = false
	if not loaded is Array or loaded.is_empty():
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "Cannot read the editor's class reference", {
			"path": _path(), "suggestion": "Open the editor's help once, or restart the editor",
		})
	for entry: Dictionary in loaded:
		by_name[entry.name] = entry
	classes = loaded
	return null


func _load() -> Array:
	if not FileAccess.file_exists(_path()):
		return []
	var resource := ResourceLoader.load(_path(), "", ResourceLoader.CACHE_MODE_IGNORE)
	return resource.get_meta("classes", []) if resource != null else []


static func _path() -> String:
	var info := Engine.get_version_info()
	var folder := EditorInterface.get_editor_paths().get_cache_dir()
	return folder.path_join("editor_doc_cache-%d.%d.res" % [info.major, info.minor])
