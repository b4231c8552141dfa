extends RefCounted
## Holds a game that the editor runs. A break of the debugger would show there as a breakpoint, so the game waits in a loop
## in which it only takes messages.
##
## Invariant: without a word from the editor for a while, the game goes on.

const SILENCE_MS := 20000
## Godot looks for messages at every 2048th call.
const CALLS := 2048
## How far a game with a fixed frame rate may be ahead of real time while it runs by itself.
const AHEAD_USEC := 100000

var _capture: String
var _heard := 0


func _init(capture: String) -> void:
	_capture = capture


## The editor is there.
func hear() -> void:
	_heard = Time.get_ticks_msec()


## The game quits. The message is sent by another thread, which ends with the game.
func tell_end() -> void:
	EngineDebugger.send_message(_capture + ":quits", [])
	OS.delay_msec(20)


## Returns when there is an order, or nobody to wait for.
func wait(has_order: Callable) -> void:
	hear()
	EngineDebugger.send_message(_capture + ":frozen", [])
	while not has_order.call() and Time.get_ticks_msec() - _heard < SILENCE_MS:
		for _call in CALLS:
			EngineDebugger.line_poll()
		DisplayServer.force_process_and_drop_events()
		OS.delay_usec(500)
	EngineDebugger.send_message(_capture + ":resumed", [])
