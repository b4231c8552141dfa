extends Node
## What the whole game remembers: how much oil is left and how far the shore is.

signal oil_changed(amount: float)

const CROSSING_SECONDS := 180.0

var oil := 100.0:
	set(value):
		oil = clampf(value, 0.0, 100.0)
		oil_changed.emit(oil)

var elapsed := 0.0


## Between 0 at the quay and 1 at the far shore.
func progress() -> float:
	return clampf(elapsed / CROSSING_SECONDS, 0.0, 1.0)


func restart() -> void:
	elapsed = 0.0
	oil = 100.0
