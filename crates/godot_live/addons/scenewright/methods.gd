## All methods by name. A callable does not keep its object alive, so this does.
@tool
extends RefCounted

const ScwSystem := preload("methods/system.gd")
const ScwScene := preload("methods/scene.gd")
const ScwActions := preload("methods/actions.gd")
const ScwCapture := preload("methods/capture.gd")
const ScwDocs := preload("methods/docs.gd")
const ScwDebug := preload("methods/debug.gd")
const ScwGames := preload("methods/games.gd")
const ScwOpenScenes := preload("open_scenes.gd")
const ScwSceneFiles := preload("scene_files.gd")
const ScwGameLink := preload("game_link.gd")
const ScwLiveEdit := preload("methods/live_edit.gd")
const ScwLiveScenes := preload("methods/live_scenes.gd")


var by_name := {}

var _groups: Array = []


func _init(
		plugin: EditorPlugin, scenes: ScwOpenScenes, files: ScwSceneFiles, game: ScwGameLink, debug: ScwDebug
) -> void:
	_groups = [
		ScwSystem.new(),
		ScwScene.new(),
		ScwCapture.new(plugin, game),
		ScwDocs.new(plugin.get_tree()),
		ScwActions.new(plugin, scenes, files, game),
		debug,
		ScwGames.new(game),
		ScwLiveScenes.new(scenes, files, game),
		ScwLiveEdit.new(scenes, plugin.get_undo_redo()),
	]
	for group: RefCounted in _groups:
		by_name.merge(group.call("methods"))
