extends Lantern
## Its glass is gone: the wind blows it out again after a moment.

@export var seconds_until_out := 3.0


func toggle() -> void:
	super()
	if is_lit:
		await get_tree().create_timer(seconds_until_out).timeout
		super()
