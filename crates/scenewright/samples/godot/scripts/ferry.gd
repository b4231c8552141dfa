class_name NightFerry
extends Node2D
## The crossing itself: burns oil once a second and ends the night at the far shore.

## Oil that one lantern burns in a second.
@export_range(0.0, 2.0, 0.05) var burn_rate := 0.25

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
