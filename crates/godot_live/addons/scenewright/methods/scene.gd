## `get_scene_tree`, `get_node_properties` and `get_selected_nodes`.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwProperties := preload("../properties.gd")


func methods() -> Dictionary:
	return {
		"get_scene_tree": get_scene_tree,
		"get_node_properties": get_node_properties,
		"get_selected_nodes": get_selected_nodes,
	}


func get_scene_tree(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var path := params.text("root_path", "/root")
	var max_depth := params.whole("max_depth", -1, -1)
	var with_properties := params.flag("include_properties", false)
	if params.fail:
		return params.fail
	var root := ScwPaths.edited_root()
	var start: Variant = ScwPaths.find(path, root)
	if start is ScwFail:
		return start
	return {
		"success": true,
		"scene_path": root.scene_file_path,
		"tree": _tree(start, ScwPaths.to_protocol(start, root), max_depth, with_properties),
	}


func get_node_properties(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var path := params.text("node_path")
	var include_default := params.flag("include_default", false)
	var categories := params.texts("categories", PackedStringArray())
	if params.fail:
		return params.fail
	var root := ScwPaths.edited_root()
	var node: Variant = ScwPaths.find(path, root)
	if node is ScwFail:
		return node
	var result := {
		"success": true, "node_path": ScwPaths.to_protocol(node, root), "node_type": node.get_class(),
	}
	_add_script(result, node)
	result["properties"] = ScwProperties.of_class(node, include_default, categories)
	result["script_properties"] = ScwProperties.of_script(node, include_default)
	return result


func get_selected_nodes(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var with_properties := params.flag("include_properties", false)
	if params.fail:
		return params.fail
	var root := ScwPaths.edited_root()
	var nodes := []
	for node in EditorInterface.get_selection().get_selected_nodes():
		if root != null and (node == root or root.is_ancestor_of(node)):
			nodes.append(_describe(node, ScwPaths.to_protocol(node, root), with_properties))
	return {"success": true, "selection_count": nodes.size(), "nodes": nodes}


## Without recursion: scripts may not call as deep as scenes may nest.
func _tree(start: Node, path: String, max_depth: int, with_properties: bool) -> Dictionary:
	var tree := _describe(start, path, with_properties)
	var open := [[start, tree, max_depth]]
	while not open.is_empty():
		var item: Array = open.pop_back()
		var entry: Dictionary = item[1]
		var children := []
		if item[2] != 0:
			for child: Node in item[0].get_children():
				var below := _describe(child, entry.path + "/" + child.name, with_properties)
				children.append(below)
				open.append([child, below, item[2] - 1])
		entry["children"] = children
	return tree


func _describe(node: Node, path: String, with_properties: bool) -> Dictionary:
	var entry := {"name": str(node.name), "type": node.get_class(), "path": path}
	_add_script(entry, node)
	if with_properties:
		entry["properties"] = ScwProperties.of_class(node, false, PackedStringArray())
		entry["script_properties"] = ScwProperties.of_script(node, false)
	return entry


func _add_script(entry: Dictionary, node: Node) -> void:
	if node.get_script() != null:
		entry["script"] = ScwProperties.script_path(node)
