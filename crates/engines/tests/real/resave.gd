@tool
extends EditorPlugin
## Opens each scene of `checks.json` in the editor, says what is not as it should be, and saves it.


func _enter_tree() -> void:
	_run.call_deferred()


func _run() -> void:
	await get_tree().process_frame
	while EditorInterface.get_resource_filesystem().is_scanning():
		await get_tree().process_frame
	var cases: Array = JSON.parse_string(FileAccess.get_file_as_string("res://checks.json"))
	for case: Dictionary in cases:
		printerr("CASE ", case.name)
		EditorInterface.open_scene_from_path(case.scene)
		await get_tree().process_frame
		var root := EditorInterface.get_edited_scene_root()
		if root == null or root.scene_file_path != case.scene:
			print("FAILED %s: it is not opened" % case.name)
			continue
		for read: Array in case.reads:
			_check(case.name, root, read)
		var error := EditorInterface.save_scene()
		if error != OK:
			print("FAILED %s: saving: %s" % [case.name, error_string(error)])
		print("SAVED %s" % case.name)
		await get_tree().process_frame
	get_tree().quit()


func _check(name: String, root: Node, read: Array) -> void:
	var node := root.get_node_or_null(NodePath(read[0]))
	if node == null:
		print("FAILED %s: no node %s" % [name, read[0]])
		return
	var value: Variant = node
	for step: String in read[1].split(":"):
		value = value.get(step) if value is Object else value[int(step) if value is Array else step]
	var expected: Variant = str_to_var(read[2])
	var same: bool = var_to_str(value) == read[2]
	if value is float:
		same = is_equal_approx(value, expected)
	elif value is Vector2:
		same = value.distance_to(expected) < 0.0001
	if not same:
		print("FAILED %s: %s.%s is %s" % [name, read[0], read[1], var_to_str(value)])
