## `execute_action`: checks the action's arguments and dispatches it.
@tool
extends RefCounted

const Fail := preload("../fail.gd")
const Params := preload("../params.gd")
const PlayActions := preload("../actions/play.gd")
const SelectionActions := preload("../actions/selection.gd")
const EditActions := preload("../actions/edits.gd")

var _groups: Array[RefCounted] = []
var _actions := {}


func _init(plugin: EditorPlugin) -> void:
	_groups = [
		PlayActions.new(plugin.game, plugin),
		SelectionActions.new(plugin),
		EditActions.new(plugin),
	]
	for group in _groups:
		_actions.merge(group.call("actions"))


func methods() -> Dictionary:
	return {"execute_action": execute_action}


func execute_action(values: Dictionary) -> Variant:
	var params := Params.new(values)
	var action := params.text("action")
	var args := params.object("args", {})
	if params.fail:
		return params.fail
	if not _actions.has(action):
		return Fail.new(Fail.INVALID_PARAMS, "Unknown action '%s'" % action,
				{"parameter": "action", "available_actions": _actions.keys()})
	var details: Variant = await _actions[action].call(Params.new(args, "args."))
	if not details is Dictionary:
		return details
	var result := {"success": true, "action": action}
	result.merge(details)
	return result
