## `execute_action`: checks the action's arguments and dispatches it.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwOpenScenes := preload("../open_scenes.gd")
const ScwSceneFiles := preload("../scene_files.gd")
const ScwGameLink := preload("../game_link.gd")
const ScwPlayActions := preload("../actions/play.gd")
const ScwSelectionActions := preload("../actions/selection.gd")
const ScwEditActions := preload("../actions/edits.gd")

var _groups: Array[RefCounted] = []
var _actions := {}


func _init(plugin: EditorPlugin, scenes: ScwOpenScenes, files: ScwSceneFiles, game: ScwGameLink) -> void:
	_groups = [
		ScwPlayActions.new(game, plugin, files),
		ScwSelectionActions.new(plugin),
		ScwEditActions.new(plugin, scenes, files),
	]
	for group in _groups:
		_actions.merge(group.call("actions"))


func methods() -> Dictionary:
	return {"execute_action": execute_action}


func execute_action(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var action := params.text("action")
	var args := params.object("args", {})
	if params.fail:
		return params.fail
	if not _actions.has(action):
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Unknown action '%s'" % action,
				{"parameter": "action", "available_actions": _actions.keys()})
	var details: Variant = await _actions[action].call(ScwParams.new(args, "args."))
	if not details is Dictionary:
		return details
	var result := {"success": true, "action": action}
	result.merge(details)
	return result
