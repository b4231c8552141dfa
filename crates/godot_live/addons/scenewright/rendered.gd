## A result that is already JSON text, made on another thread.
@tool
extends RefCounted

var text: String


func _init(json: String) -> void:
	text = json
