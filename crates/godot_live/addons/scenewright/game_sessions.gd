## The games that the editor's debugger talks to, and the programs that take part in that through a relay.
##
## Invariant: a game is not touched before a program asks for it. A game whose program is gone is told so, and runs on.
@tool
extends RefCounted

const ScwFail := preload("fail.gd")
const ScwEditorTree := preload("editor_tree.gd")
const ScwGameRelay := preload("game_relay.gd")

## The prefix of messages between programs and their script in the game.
const CAPTURE := "scenewright"
## A frozen game that does not hear this for a while runs on.
const HOLD_MS := 1000
## How long the editor may take to find out how a game ended.
const END_MS := 1000
## Every print of a game is one, and programs collect those inside the game.
const NOT_RELAYED := ["output", "performance:profile_names"]

class ScwSession:
	var session: EditorDebuggerSession
	## How many games it has talked to.
	var run := 0
	var pid := 0
	## Why the game stands in the debugger; null while it does not.
	var break_reason: Variant = null
	var relay: ScwGameRelay
	## Whether the game said that it quits.
	var has_quit := false
	## When the game ended, in ticks; 0 while it runs.
	var ended_at := 0

var _sessions: Array[ScwSession] = []
var _next_hold := 0


func add(session: EditorDebuggerSession) -> void:
	var known := ScwSession.new()
	known.session = session
	_sessions.append(known)
	session.started.connect(_on_started.bind(known))
	session.stopped.connect(_on_stopped.bind(known))
	_listen.call_deferred()


func poll() -> void:
	var is_time_to_hold := Time.get_ticks_msec() >= _next_hold
	if is_time_to_hold:
		_next_hold = Time.get_ticks_msec() + HOLD_MS
	for known in _sessions:
		if known.relay == null:
			continue
		known.relay.poll()
		if known.relay.state == ScwGameRelay.ScwState.CLOSED:
			_release(known)
		elif known.ended_at > 0 and Time.get_ticks_msec() > known.ended_at + END_MS:
			_finish(known, "user_stopped" if _is_restarting() else "exited", -1)
		elif is_time_to_hold and known.relay.state == ScwGameRelay.ScwState.OPEN and known.session.is_active():
			known.session.send_message(CAPTURE + ":hold", [])


## A user who plays again while the game runs stops it, and the editor never stops playing.
func _is_restarting() -> bool:
	return _sessions.size() == 1 and EditorInterface.is_playing_scene()


func has_relays() -> bool:
	return _sessions.any(func(known: ScwSession) -> bool: return known.relay != null)


func end() -> void:
	for known in _sessions:
		if known.relay != null:
			known.relay.close()
			_release(known)
	for node in ScwEditorTree.all_of_class("ScriptEditorDebugger"):
		for index in _sessions.size():
			if node.is_connected("debug_data", _on_data.bind(index)):
				node.disconnect("debug_data", _on_data.bind(index))


## The last game has ended; a negative code is not known.
func on_game_stopped(reason: String, exit_code: int) -> void:
	for known in _sessions:
		if known.ended_at > 0 and known.relay != null:
			_finish(known, reason, exit_code)


## Those that run: number of the session, number of the game in it, process, and why it stands in the debugger.
func list() -> Array:
	var found := []
	for index in _sessions.size():
		var known := _sessions[index]
		if known.session.is_active():
			found.append({
				"session": index, "run": known.run, "pid": known.pid, "break_reason": known.break_reason,
				"relayed": known.relay != null,
			})
	return found


## Where a program connects to in order to talk to a game, or a Fail.
func open_relay(index: int, run: int) -> Variant:
	var known: ScwSession = _sessions[index] if index < _sessions.size() else null
	if known == null or not known.session.is_active() or known.run != run:
		return ScwFail.new(ScwFail.GAME_NOT_RUNNING, "This game has ended")
	if known.relay != null:
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Another program controls this game",
				{"reason": "A game takes part in one program only", "how_to_enable": "End the other program"})
	var relay := ScwGameRelay.new(known.session.send_message, _greet.bind(known))
	if relay.state == ScwGameRelay.ScwState.CLOSED:
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "No port could be opened for the game's messages")
	known.relay = relay
	return {"port": relay.port, "token": relay.token}


func _greet(known: ScwSession) -> void:
	known.relay.send(CAPTURE + ":relay", [known.break_reason])


## Sessions and debuggers of the editor are in the same order, and none is ever removed.
func _listen() -> void:
	var nodes := ScwEditorTree.all_of_class("ScriptEditorDebugger")
	for index in mini(nodes.size(), _sessions.size()):
		if not nodes[index].is_connected("debug_data", _on_data.bind(index)):
			nodes[index].connect("debug_data", _on_data.bind(index))


func _on_started(known: ScwSession) -> void:
	if known.relay != null:
		_finish(known, "user_stopped", -1)
	known.run += 1
	known.has_quit = false
	known.ended_at = 0


func _on_stopped(known: ScwSession) -> void:
	known.ended_at = Time.get_ticks_msec()
	known.break_reason = null
	known.pid = 0


func _on_data(message: String, data: Array, index: int) -> void:
	var known := _sessions[index]
	match message:
		"set_pid":
			known.pid = int(data[0])
		"debug_enter":
			known.break_reason = str(data[1]) if data.size() > 1 else ""
		"debug_exit":
			known.break_reason = null
		CAPTURE + ":quits":
			known.has_quit = true
	if known.relay != null and not message in NOT_RELAYED:
		known.relay.send(message, data)


## The editor does not know who ended a game, but one that quits says so.
func _finish(known: ScwSession, reason: String, exit_code: int) -> void:
	if known.has_quit:
		reason = "exited"
	elif reason == "exited" and exit_code >= 0:
		reason = "user_stopped"
	known.relay.send(CAPTURE + ":ended", [reason, exit_code])
	known.relay.close_when_written()
	known.relay = null


## The script in the game goes, and the game runs on.
func _release(known: ScwSession) -> void:
	known.relay = null
	if known.session.is_active():
		known.session.send_message(CAPTURE + ":leave", [])
