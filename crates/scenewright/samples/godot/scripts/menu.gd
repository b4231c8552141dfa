extends Control
## The quay: cast off or go home.

const CROSSING := "res://scenes/main.tscn"


func _on_cast_off_pressed() -> void:
	Voyage.restart()
	get_tree().change_scene_to_file(CROSSING)


func _on_go_home_pressed() -> void:
	get_tree().quit()
