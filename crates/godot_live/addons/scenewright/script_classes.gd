## The project's own classes (`class_name`), as far as the editor knows them.
@tool
extends RefCounted

## How long a call waits for the editor to read the project's files.
const UPDATE_MS := 10_000
## The editor registers classes a few frames after it has read the files.
const QUIET_FRAMES := 5


## As `ProjectSettings.get_global_class_list` describes it, or empty.
static func find(type: String) -> Dictionary:
	for entry: Dictionary in ProjectSettings.get_global_class_list():
		if entry["class"] == type:
			return entry
	return {}


static func is_known(type: String) -> bool:
	return ClassDB.class_exists(type) or not find(type).is_empty()


## Has the editor read the project's files if it does not know one of the classes: a program may just have written it.
## A reading that is under way may have passed the file already, so another one follows.
static func update_for(types: Array, tree: SceneTree) -> void:
	var deadline := Time.get_ticks_msec() + UPDATE_MS
	var files := EditorInterface.get_resource_filesystem()
	if not types.all(is_known) and files.is_scanning():
		await _settle(types, tree, deadline)
	if not types.all(is_known):
		files.scan()
		await _settle(types, tree, deadline)
	# The editor compares times in seconds, so it overlooks a file that was written twice within one.
	var unknown := types.filter(func(type: String) -> bool: return not is_known(type))
	if not unknown.is_empty() and _update_declaring(unknown, files, deadline):
		await _settle(types, tree, deadline)


## Whether a script declares one of the classes.
static func _update_declaring(types: Array, files: EditorFileSystem, deadline: int) -> bool:
	var pattern := RegEx.create_from_string("(?m)^[^#\\n]*\\bclass_name[ \\t]+(?:%s)\\b" % "|".join(types.map(_escape)))
	var has_updated := false
	var open: Array[EditorFileSystemDirectory] = [files.get_filesystem()]
	while not open.is_empty() and Time.get_ticks_msec() < deadline:
		var folder: EditorFileSystemDirectory = open.pop_back()
		for i in folder.get_file_count():
			var path := folder.get_file_path(i)
			if path.get_extension() == "gd" and pattern.search(FileAccess.get_file_as_string(path)) != null:
				files.update_file(path)
				has_updated = true
		for i in folder.get_subdir_count():
			open.append(folder.get_subdir(i))
	return has_updated


## Names of classes are letters, digits and underscores; anything else is no class, and nothing matches it.
static func _escape(type: String) -> String:
	return type if type.is_valid_identifier() else "(?!)"


static func _settle(types: Array, tree: SceneTree, deadline: int) -> void:
	var files := EditorInterface.get_resource_filesystem()
	var quiet := 0
	while quiet < QUIET_FRAMES and not types.all(is_known) and Time.get_ticks_msec() < deadline:
		await tree.process_frame
		quiet = 0 if files.is_scanning() else quiet + 1
