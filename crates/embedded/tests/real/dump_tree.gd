extends SceneTree
## Prints every node of the scenes named after `--`, one JSON object a line, as Godot itself builds them.


func _initialize() -> void:
	for path in OS.get_cmdline_user_args():
		var packed := load(path) as PackedScene
		var root := packed.instantiate(PackedScene.GEN_EDIT_STATE_DISABLED) if packed else null
		if root == null:
			print(JSON.stringify({"scene": path, "failed": true}))
			continue
		_dump(path, root)
		root.free()
	quit()


func _dump(scene: String, root: Node) -> void:
	var open: Array[Node] = [root]
	while not open.is_empty():
		var node: Node = open.pop_back()
		var script := node.get_script() as Script
		print(JSON.stringify({
			"scene": scene,
			"path": _path(root, node),
			"class": node.get_class(),
			"script": script.resource_path if script else "",
		}))
		# What the engine makes for itself (the timer of a Tree) has no owner and is in no file.
		var children := node.get_children().filter(func(child: Node) -> bool: return child.owner != null)
		children.reverse()
		open.append_array(children)


func _path(root: Node, node: Node) -> String:
	return str(root.name) if node == root else "%s/%s" % [root.name, root.get_path_to(node)]
