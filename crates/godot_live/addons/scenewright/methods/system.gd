## `ping` and `get_editor_info`.
@tool
extends RefCounted

const ScwValues := preload("../values.gd")
const ScwPaths := preload("../scene_paths.gd")

const VERSION := "0.1.0"


func methods() -> Dictionary:
	return {"ping": ping, "get_editor_info": get_editor_info}


## "4.6.3.stable": the part of Godot's version that tells releases apart.
static func godot_version() -> String:
	var info := Engine.get_version_info()
	return "%d.%d.%d.%s" % [info.major, info.minor, info.patch, info.status]


static func selected_paths() -> Array:
	var root := ScwPaths.edited_root()
	if root == null:
		return []
	var nodes := EditorInterface.get_selection().get_selected_nodes().filter(
			func(node: Node) -> bool: return node == root or root.is_ancestor_of(node))
	return nodes.map(func(node: Node) -> String: return ScwPaths.to_protocol(node, root))


func ping(_params: Dictionary) -> Dictionary:
	return {"pong": true, "timestamp": ScwValues.now()}


func get_editor_info(_params: Dictionary) -> Dictionary:
	var info := Engine.get_version_info()
	var root := ScwPaths.edited_root()
	return {
		"success": true,
		"godot_version": {
			"major": info.major, "minor": info.minor, "patch": info.patch, "status": info.status,
			"string": godot_version(),
		},
		"plugin_version": VERSION,
		"project": {
			"name": ProjectSettings.get_setting("application/config/name", ""),
			"path": ProjectSettings.globalize_path("res://").trim_suffix("/"),
			"main_scene": main_scene(),
		},
		"editor_state": {
			"current_scene": root.scene_file_path if root != null else "",
			"is_game_running": EditorInterface.is_playing_scene(),
			"selected_nodes": selected_paths(),
		},
	}


## Newer versions write it as a uid.
static func main_scene() -> String:
	var path: String = ProjectSettings.get_setting("application/run/main_scene", "")
	if path.begins_with("uid://"):
		var id := ResourceUID.text_to_id(path)
		return ResourceUID.get_id_path(id) if ResourceUID.has_id(id) else ""
	return path
