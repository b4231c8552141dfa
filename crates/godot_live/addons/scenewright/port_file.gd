## Publishes port and token for programs of the same user, in `res://.godot/scenewright/editor.json`.
## A second editor of the same project leaves the file of a running first one alone, and takes it over when that one
## has quit.
@tool
extends RefCounted

const FOLDER := "res://.godot/scenewright"
const PATH := FOLDER + "/editor.json"
const OWNER_ONLY := FileAccess.UNIX_READ_OWNER | FileAccess.UNIX_WRITE_OWNER
const FOLDER_OWNER_ONLY := OWNER_ONLY | FileAccess.UNIX_EXECUTE_OWNER

var _content: Dictionary


func _init(content: Dictionary) -> void:
	_content = content


## Whether this editor owns the file now.
func publish() -> bool:
	var other := _read()
	if int(other.get("pid", 0)) != OS.get_process_id() and _is_serving(other):
		return false
	return write_file(PATH, _content)


## Replaces a file of the folder, readable by the same user only.
static func write_file(path: String, content: Dictionary) -> bool:
	DirAccess.make_dir_recursive_absolute(FOLDER)
	# Restrict the folder first: Godot writes a temporary file with default permissions and renames it on closing.
	_protect(FOLDER, FOLDER_OWNER_ONLY)
	var draft := "%s.%d.tmp" % [path, OS.get_process_id()]
	var file := FileAccess.open(draft, FileAccess.WRITE)
	if file == null:
		push_warning("Scenewright cannot write %s: %s" % [path, error_string(FileAccess.get_open_error())])
		return false
	file.store_string(JSON.stringify(content) + "\n")
	file.close()
	_protect(draft, OWNER_ONLY)
	return DirAccess.rename_absolute(draft, path) == OK


func withdraw() -> void:
	if owner_pid() == OS.get_process_id():
		DirAccess.remove_absolute(PATH)


func is_published() -> bool:
	return owner_pid() == OS.get_process_id()


## 0 if there is no readable file.
static func owner_pid() -> int:
	return int(_read().get("pid", 0))


static func _protect(path: String, rights: int) -> void:
	if OS.get_name() != "Windows":
		FileAccess.set_unix_permissions(ProjectSettings.globalize_path(path), rights)


static func _read() -> Dictionary:
	if not FileAccess.file_exists(PATH):
		return {}
	var json := JSON.new()
	if json.parse(FileAccess.get_file_as_string(PATH)) != OK or not json.data is Dictionary:
		return {}
	return json.data


## Process ids are reused, so its port has to be in use, too.
static func _is_serving(content: Dictionary) -> bool:
	var pid := int(content.get("pid", 0))
	var port := int(content.get("port", 0))
	return pid > 0 and port > 0 and _is_taken(port) and _is_alive(pid)


static func _is_taken(port: int) -> bool:
	var probe := TCPServer.new()
	var error := probe.listen(port, "127.0.0.1")
	probe.stop()
	return error != OK


## `OS.is_process_running` knows only children of this process.
static func _is_alive(pid: int) -> bool:
	match OS.get_name():
		"Windows":
			var output := []
			OS.execute("tasklist", ["/NH", "/FO", "CSV", "/FI", "PID eq %d" % pid], output)
			return not output.is_empty() and str(output[0]).contains("\"%d\"" % pid)
		"Linux":
			return DirAccess.dir_exists_absolute("/proc/%d" % pid)
		_:
			return OS.execute("kill", ["-0", str(pid)]) == 0
