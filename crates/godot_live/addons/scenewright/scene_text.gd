## The text that the editor would write if it saved a scene now, without saving it.
## The scene is packed and written below `.godot`, which the editor does not scan. What depends on the path of the
## file is corrected: ids of external resources, which every resource keeps by the path of the file that uses it,
## and the file's uid.
@tool
extends RefCounted

const ScwFail := preload("fail.gd")

const FOLDER := "res://.godot/scenewright"


## A String or a Fail.
static func of(root: Node, path: String) -> Variant:
	if path.get_extension() != "tscn":
		return ScwFail.new(ScwFail.INVALID_PATH, "Not a text scene: %s" % path, {"requested_path": path})
	root.propagate_notification(Node.NOTIFICATION_EDITOR_PRE_SAVE)
	var text: Variant = _write(root, path)
	root.propagate_notification(Node.NOTIFICATION_EDITOR_POST_SAVE)
	return text


static func _write(root: Node, path: String) -> Variant:
	var packed := PackedScene.new()
	var error := packed.pack(root)
	if error != OK:
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "The scene cannot be packed: %s" % error_string(error))
	DirAccess.make_dir_recursive_absolute(FOLDER)
	var draft := "%s/%s.tscn" % [FOLDER, path.md5_text()]
	var text: Variant = _save(packed, draft)
	# Repeated if ids were wrong: they also determine the order.
	if text is String and not _externals(text).is_empty():
		if not packed.has_method("get_id_for_path"):
			text = ScwFail.new(ScwFail.INVALID_PATH, "The text of %s cannot be determined" % path, {
				"requested_path": path, "reason": "Godot exposes the ids of external resources only in 4.4 and later",
				"suggestion": "Save the scene and read its file",
			})
		elif _share_ids(text, draft, path):
			text = _save(packed, draft)
	_clean_up(draft)
	return _with_uid(text, path) if text is String else text


## The editor notes for every resource that is saved which of its parts are folded.
static func _clean_up(draft: String) -> void:
	DirAccess.remove_absolute(draft)
	var folder := EditorInterface.get_editor_paths().get_project_settings_dir()
	var note := folder.path_join("%s-folding-%s.cfg" % [draft.get_file(), draft.md5_text()])
	if FileAccess.file_exists(note):
		DirAccess.remove_absolute(note)


static func _save(packed: PackedScene, draft: String) -> Variant:
	var error := ResourceSaver.save(packed, draft)
	if error != OK:
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "The scene cannot be written: %s" % error_string(error))
	return FileAccess.get_file_as_string(draft)


## Gives the draft the ids of the real file, and the real file those that only the draft has.
## Whether an id in the draft changed.
static func _share_ids(text: String, draft: String, path: String) -> bool:
	var has_changed := false
	for resource: Resource in _externals(text):
		var own: String = resource.call("get_id_for_path", path)
		var used: String = resource.call("get_id_for_path", draft)
		if own.is_empty():
			resource.call("set_id_for_path", path, used)
		elif own != used:
			resource.call("set_id_for_path", draft, own)
			has_changed = true
	return has_changed


static func _externals(text: String) -> Array[Resource]:
	var found: Array[Resource] = []
	var pattern := RegEx.create_from_string("(?m)^\\[ext_resource [^\\n]*?path=\"((?:[^\"\\\\]|\\\\.)*)\"")
	for hit in pattern.search_all(text):
		var file := hit.get_string(1).c_unescape()
		if ResourceLoader.has_cached(file):
			found.append(ResourceLoader.load(file))
	return found


static func _with_uid(text: String, path: String) -> String:
	var header_end := text.find("]")
	var header := text.left(header_end)
	var id := ResourceLoader.get_resource_uid(path)
	if id == ResourceUID.INVALID_ID or header.contains(" uid="):
		return text
	return "%s uid=\"%s\"%s" % [header, ResourceUID.id_to_text(id), text.substr(header_end)]
