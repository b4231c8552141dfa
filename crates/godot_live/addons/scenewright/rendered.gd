## A result that is JSON text already, made where it holds up nobody.
@tool
extends RefCounted

var text: String


func _init(json: String) -> void:
	text = json
