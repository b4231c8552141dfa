class_name NightFerry
extends Node2D
## The crossing itself: burns oil once a second and ends the night at the far shore.

## Oil that one lantern burns in a second.
@export_range(0.0, 2.0, 0.05) var burn_rate := 0.25

const HULL := Color(0.2, 0.13, 0.1)
const PLANK := Color(0.36, 0.25, 0.17)
const SEAM := Color(0.27, 0.18, 0.12)

@onready var _oil_label: Label = %OilLabel


func _ready() -> void:
	Voyage.oil_changed.connect(_show_oil)
	_show_oil(Voyage.oil)


func _on_clock_timeout() -> void:
	var burning := get_tree().get_nodes_in_group(&"lanterns").filter(
		func(lantern: Node) -> bool: return lantern is Lantern and lantern.is_lit
	)
	Voyage.oil -= burn_rate * burning.size()
	Voyage.elapsed += 1.0
	if Voyage.progress() >= 1.0:
		get_tree().change_scene_to_file("res://scenes/menu.tscn")


func _on_lantern_toggled(is_lit: bool) -> void:
	print("The bow lantern is ", "lit" if is_lit else "dark")


func _show_oil(amount: float) -> void:
	_oil_label.text = "Oil: %d" % roundi(amount)


## The hull, the deck that the crew walks on, and the mast.
func _draw() -> void:
	draw_colored_polygon(PackedVector2Array([Vector2(240, 364), Vector2(740, 364), Vector2(690, 420), Vector2(280, 420)]), HULL)
	draw_rect(Rect2(260, 276, 450, 88), PLANK)
	for seam in range(276, 364, 11):
		draw_line(Vector2(260, seam), Vector2(710, seam), SEAM, 1.0)
	draw_line(Vector2(480, 276), Vector2(480, 150), HULL, 6.0)
