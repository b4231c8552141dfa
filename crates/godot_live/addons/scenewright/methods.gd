## All methods by name. A callable does not keep its object alive, so this does.
@tool
extends RefCounted

const System := preload("methods/system.gd")
const Scene := preload("methods/scene.gd")
const Actions := preload("methods/actions.gd")
const Capture := preload("methods/capture.gd")
const Docs := preload("methods/docs.gd")
const Debug := preload("methods/debug.gd")
const LiveEdit := preload("methods/live_edit.gd")
const LiveScenes := preload("methods/live_scenes.gd")


var by_name := {}

var _groups: Array = []


func _init(plugin: EditorPlugin) -> void:
	_groups = [
		System.new(plugin.VERSION),
		Scene.new(),
		Capture.new(plugin, plugin.game),
		Docs.new(plugin.get_tree()),
		Actions.new(plugin),
		Debug.new(plugin.journal, plugin.has_logger()),
		LiveScenes.new(plugin.scenes, plugin.game),
		LiveEdit.new(plugin.scenes, plugin.get_undo_redo()),
	]
	for group: RefCounted in _groups:
		by_name.merge(group.call("methods"))
