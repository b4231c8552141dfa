@tool
extends EditorPlugin
## Prints every node of the scenes named after `--`, one JSON object a line, as the editor itself builds them.


func _enter_tree() -> void:
	_run.call_deferred()


func _run() -> void:
	# A script that names another one's class is not loaded before that class is known.
	await get_tree().process_frame
	while EditorInterface.get_resource_filesystem().is_scanning():
		await get_tree().process_frame
	for path in OS.get_cmdline_user_args():
		var packed := load(path) as PackedScene
		var root := packed.instantiate(PackedScene.GEN_EDIT_STATE_MAIN) if packed else null
		if root == null:
			print(JSON.stringify({"scene": path, "failed": true}))
			continue
		_dump(path, root)
		root.free()
	get_tree().quit()


func _dump(scene: String, root: Node) -> void:
	var open: Array[Node] = [root]
	while not open.is_empty():
		var node: Node = open.pop_back()
		var script := node.get_script() as Script
		print(JSON.stringify({
			"scene": scene,
			"path": _path(root, node),
			"class": _class(node),
			"script": script.resource_path if script else "",
			"groups": node.get_groups().filter(func(group: String) -> bool: return not group.begins_with("_")),
			"unique": node.unique_name_in_owner,
			"owner": _path(root, node.owner) if node.owner else "",
			"instance": "" if node == root else node.scene_file_path,
			"placeholder": node.get_scene_instance_load_placeholder(),
			"editable": node != root and root.is_editable_instance(node),
			"connections": _connections(root, node),
			"properties": _properties(node),
		}))
		# What the engine makes for itself (the timer of a Tree) has no owner and is in no file.
		var children := node.get_children().filter(func(child: Node) -> bool: return child.owner != null)
		children.reverse()
		open.append_array(children)


func _class(node: Node) -> String:
	if node is MissingNode:
		return node.original_class if node.original_class else "(missing scene)"
	return node.get_class()


## What a scene would store: values that are not those of the class or the script; and the parts of a transform.
func _properties(node: Node) -> Array:
	var found: Array[String] = []
	var script := node.get_script() as Script
	var own := {}
	if script:
		for property in script.get_script_property_list():
			own[property.name] = true
	for property in node.get_property_list():
		if not property.usage & PROPERTY_USAGE_STORAGE or property.name == "script":
			continue
		var value: Variant = node.get(property.name)
		var default: Variant
		if own.has(property.name):
			default = script.get_property_default_value(property.name)
		else:
			default = ClassDB.class_get_property_default_value(node.get_class(), property.name)
		if not _same(value, default):
			found.append("%s=%s" % [property.name, _value(value)])
	if node is Node3D:
		for part: Array in [["position", Vector3.ZERO], ["rotation", Vector3.ZERO], ["scale", Vector3.ONE]]:
			var value: Vector3 = node.get(part[0]).snappedf(0.000001)
			if not value.is_equal_approx(part[1]):
				found.append("%s=%s" % [part[0], var_to_str(value)])
	found.sort()
	return found


func _same(value: Variant, default: Variant) -> bool:
	return typeof(value) == typeof(default) and value == default or value == null and default == null


func _value(value: Variant) -> String:
	match typeof(value):
		TYPE_OBJECT:
			return "object"
		TYPE_ARRAY:
			return "%d items" % value.size()
		TYPE_DICTIONARY:
			return "%d fields" % value.size()
		TYPE_FLOAT:
			return var_to_str(Vector2(value, 0))
		TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH:
			return _printable(str(value))
	if typeof(value) >= TYPE_PACKED_BYTE_ARRAY:
		return "%d packed" % value.size()
	return var_to_str(value)


## JSON.stringify leaves some control characters as they are.
func _printable(text: String) -> String:
	var printable := ""
	for character in text:
		printable += character if character >= " " else "?"
	return printable


func _connections(root: Node, node: Node) -> Array:
	var found: Array[String] = []
	for signal_info in node.get_signal_list():
		for connection in node.get_signal_connection_list(signal_info.name):
			if connection.flags & CONNECT_PERSIST:
				var callable: Callable = connection.callable
				# The editor alone knows CONNECT_INHERITED.
				var flags: int = connection.flags & ~32
				found.append("%s %s %s %d %d %d" % [
					signal_info.name, _path(root, callable.get_object()), callable.get_method(), flags,
					int(callable.get_bound_arguments_count() > 0), callable.get_unbound_arguments_count(),
				])
	found.sort()
	return found


func _path(root: Node, node: Node) -> String:
	return str(root.name) if node == root else "%s/%s" % [root.name, root.get_path_to(node)]
