## The files of open scenes: publishes which scenes are open, and knows whether a file is still the one that the editor
## loaded or saved last. A program that gets no answer from the editor reads the published list.
@tool
extends RefCounted

const ScwFail := preload("fail.gd")
const ScwOpenScenes := preload("open_scenes.gd")
const ScwPortFile := preload("port_file.gd")

const PATH := ScwPortFile.FOLDER + "/scenes.json"
## Times of files are in whole seconds, so a change within this time of the last look may not show in them.
const UNCERTAIN_SECONDS := 2
## How often the list is offered while another editor owns the port file.
const RETRY_MS := 500


## A file as the editor loaded or saved it.
class ScwKnownFile:
	## A scene that is loaded again gets a new undo history.
	var history := 0
	var checksum := ""
	var modified := 0
	var size := 0
	var looked := 0.0


var _scenes: ScwOpenScenes
var _open := PackedStringArray()
## By path.
var _known := {}
var _is_outdated := true
var _is_published := false
var _next_try := 0


func _init(plugin: EditorPlugin, scenes: ScwOpenScenes) -> void:
	_scenes = scenes
	plugin.scene_changed.connect(func(_root: Node) -> void: _is_outdated = true)
	if plugin.has_signal("scene_saved"):
		plugin.connect("scene_saved", _saved)


## Once per frame.
func poll() -> void:
	var open := EditorInterface.get_open_scenes()
	if open != _open:
		_open = open
		_is_outdated = true
		_is_published = false
		_next_try = 0
	if _is_outdated:
		_is_outdated = false
		_look()
	if not _is_published and Time.get_ticks_msec() >= _next_try:
		_next_try = Time.get_ticks_msec() + RETRY_MS
		_is_published = ScwPortFile.owner_pid() == OS.get_process_id() and _publish()


## The file is written again when this editor owns the port file again.
func withdraw() -> void:
	if _is_published:
		DirAccess.remove_absolute(PATH)
	_is_published = false
	_next_try = 0


## Whether the file is not the one that the editor loaded or saved last.
func has_changed(path: String) -> bool:
	_look()
	var known: ScwKnownFile = _known.get(path)
	if known == null:
		return false
	var modified := _modified(path)
	var size := _size(path)
	if modified == known.modified and size == known.size and known.looked > modified + UNCERTAIN_SECONDS:
		return false
	if FileAccess.get_md5(path) != known.checksum:
		return true
	known.modified = modified
	known.size = size
	known.looked = Time.get_unix_time_from_system()
	return false


## Null, or why the scene must not be saved.
func refuse_save(path: String) -> ScwFail:
	if not has_changed(path):
		return null
	return ScwFail.new(ScwFail.NOT_ALLOWED, "File has changed on disk since the editor loaded it: %s" % path, {
		"changed_on_disk": path, "reason": "Saving would overwrite what another program has written",
		"how_to_enable": "Reload the scene, or pass \"overwrite\": true to scenewright.save_scene",
	})


## Null, or why not all scenes with unsaved changes may be saved.
func refuse_save_all() -> ScwFail:
	for path: String in await _scenes.unsaved_paths():
		var fail := refuse_save(path)
		if fail != null:
			return fail
	return null


func _saved(path: String) -> void:
	_known[path] = _read(path)


## Takes note of scenes that were loaded since the last time.
func _look() -> void:
	var before := _known
	_known = {}
	for path in EditorInterface.get_open_scenes():
		if path.is_empty():
			continue
		var known: ScwKnownFile = before.get(path)
		if known == null or known.history != _scenes.history_id(path):
			known = _read(path)
		_known[path] = known


func _read(path: String) -> ScwKnownFile:
	var known := ScwKnownFile.new()
	known.history = _scenes.history_id(path)
	known.modified = _modified(path)
	known.size = _size(path)
	known.checksum = FileAccess.get_md5(path)
	known.looked = Time.get_unix_time_from_system()
	return known


static func _modified(path: String) -> int:
	return FileAccess.get_modified_time(path) if FileAccess.file_exists(path) else 0


static func _size(path: String) -> int:
	var file := FileAccess.open(path, FileAccess.READ)
	return file.get_length() if file != null else -1


func _publish() -> bool:
	var paths := Array(_open).filter(func(path: String) -> bool: return not path.is_empty())
	return ScwPortFile.write_file(PATH, {"pid": OS.get_process_id(), "scenes": paths})
