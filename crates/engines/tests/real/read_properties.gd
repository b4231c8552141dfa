extends SceneTree
## Loads the scene named after `--` and prints what the properties of `asked.json` hold, one JSON object a line.


func _initialize() -> void:
	var scene := load(OS.get_cmdline_user_args()[0]) as PackedScene
	var top := scene.instantiate()
	root.add_child(top)
	# Containers and renderers know their children and materials a frame later.
	for frame in 2:
		await process_frame
	var asked: Array = JSON.parse_string(FileAccess.get_file_as_string("res://asked.json"))
	for row: Array in asked:
		_read(top, row[0], row[1])
	quit()


func _read(top: Node, path: String, property: String) -> void:
	var node := top.get_node(path)
	var object: Object = node.get_meta("it") if node.has_meta("it") else node
	var value: Variant = object.get(property)
	var row := {
		"object": path,
		"property": property,
		"value_type": type_string(typeof(value)),
		"classes": _classes(value),
		"text": "" if value is Object else var_to_str(value),
		"listed_type": "",
		"listed_hint": "",
	}
	for listed in object.get_property_list():
		if listed.name == property:
			row.listed_type = type_string(listed.type)
			row.listed_hint = listed.hint_string
	print(JSON.stringify(row))


func _classes(value: Variant) -> Array:
	var found := []
	if value is Object:
		var name: String = value.get_class()
		while name:
			found.append(name)
			name = ClassDB.get_parent_class(name)
	return found
