extends SceneTree

# Prints the type and Godot's own text of every literal in res://literals.json, a line each.
func _init() -> void:
	var literals: Array = JSON.parse_string(FileAccess.get_file_as_string("res://literals.json"))
	for literal: String in literals:
		var value: Variant = str_to_var(literal)
		print(JSON.stringify({"type": type_string(typeof(value)), "text": var_to_str(value)}))
	quit()
