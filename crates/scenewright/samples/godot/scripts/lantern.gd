class_name Lantern
extends Node2D
## An oil lantern that can be lit and put out.

## Sent after the lantern was lit or put out.
signal toggled(is_lit: bool)

@export var is_lit := true
@export_color_no_alpha var flame_color := Color(1.0, 0.78, 0.4)

@onready var _light: PointLight2D = $Light


func _ready() -> void:
	_light.color = flame_color
	_light.enabled = is_lit


func toggle() -> void:
	is_lit = not is_lit
	_light.enabled = is_lit
	toggled.emit(is_lit)
