## All methods by name. A callable does not keep its object alive, so this does.
@tool
extends RefCounted

const ScwSystem := preload("methods/system.gd")
const ScwScene := preload("methods/scene.gd")
const ScwActions := preload("methods/actions.gd")
const ScwCapture := preload("methods/capture.gd")
const ScwDocs := preload("methods/docs.gd")
const ScwDebug := preload("methods/debug.gd")
const ScwLiveEdit := preload("methods/live_edit.gd")
const ScwLiveScenes := preload("methods/live_scenes.gd")


var by_name := {}

var _groups: Array = []


func _init(plugin: EditorPlugin) -> void:
	_groups = [
		ScwSystem.new(plugin.VERSION),
		ScwScene.new(),
		ScwCapture.new(plugin, plugin.game),
		ScwDocs.new(plugin.get_tree()),
		ScwActions.new(plugin),
		ScwDebug.new(plugin.journal, plugin.has_logger()),
		ScwLiveScenes.new(plugin.scenes, plugin.scene_files, plugin.game),
		ScwLiveEdit.new(plugin.scenes, plugin.get_undo_redo()),
	]
	for group: RefCounted in _groups:
		by_name.merge(group.call("methods"))
