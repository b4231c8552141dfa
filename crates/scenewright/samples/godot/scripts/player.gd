class_name Player
extends CharacterBody2D
## The deckhand. Walks the deck and tends whichever lantern is in reach.

## Pixels a second.
@export var speed := 120.0
@export_group("Reach")
## How far the deckhand's arm goes, in pixels.
@export var reach := 28.0


func _physics_process(_delta: float) -> void:
	velocity = Input.get_vector(&"ui_left", &"ui_right", &"ui_up", &"ui_down") * speed
	move_and_slide()


func _unhandled_input(event: InputEvent) -> void:
	if not event.is_action_pressed(&"interact"):
		return
	for lantern: Lantern in get_tree().get_nodes_in_group(&"lanterns"):
		if lantern.global_position.distance_to(global_position) <= reach:
			lantern.toggle()
