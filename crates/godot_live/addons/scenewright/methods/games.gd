## Our own methods on running games: `scenewright.games` and `scenewright.relay_game`.
@tool
extends RefCounted

const ScwParams := preload("../params.gd")
const ScwGameLink := preload("../game_link.gd")

var _game: ScwGameLink


func _init(game: ScwGameLink) -> void:
	_game = game


func methods() -> Dictionary:
	return {"scenewright.games": games, "scenewright.relay_game": relay_game}


func games(_values: Dictionary) -> Dictionary:
	var playing: Variant = _game.playing()
	var scene: String = playing.scene if playing is Dictionary else ""
	return {"success": true, "scene": scene, "games": _game.sessions.list()}


func relay_game(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var session := params.whole("session", null, 0)
	var run := params.whole("run", null, 0)
	if params.fail:
		return params.fail
	return _game.sessions.open_relay(session, run)
