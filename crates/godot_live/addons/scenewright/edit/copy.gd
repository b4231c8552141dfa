## Copies a branch of the edited scene as the editor's own "duplicate" does. `Node.duplicate` would drop the link of an
## instance to its scene, and the copy would repeat all values of that scene as its own.
@tool
extends RefCounted

const ScwProperties := preload("../properties.gd")

## By original.
var _twins := {}
var _root: Node


func _init(root: Node) -> void:
	_root = root


## The copy, not in a tree yet. `owned` receives the nodes that have to belong to the scene, `editable` the instances
## whose children can be edited.
func make(original: Node, owned: Array[Node], editable: Array[Node]) -> Node:
	var copy := _fresh(original)
	_pair(original, copy)
	var open: Array[Node] = [original]
	while not open.is_empty():
		var node: Node = open.pop_back()
		for child in node.get_children():
			if not _twins.has(child) and child.owner == _root:
				var twin := _fresh(child)
				_twins[node].add_child(twin, true)
				_twins[node].move_child(twin, mini(child.get_index(), _twins[node].get_child_count() - 1))
				_pair(child, twin)
			if _twins.has(child):
				open.append(child)
	for node: Node in _twins:
		_copy_contents(node, _twins[node])
		if node != original and node.owner == _root:
			owned.append(_twins[node])
		if _root.is_editable_instance(node):
			editable.append(_twins[node])
	for node: Node in _twins:
		_copy_connections(node, _twins[node])
	return copy


func _fresh(node: Node) -> Node:
	var fresh: Node
	if not node.scene_file_path.is_empty() and node != _root:
		fresh = (load(node.scene_file_path) as PackedScene).instantiate(PackedScene.GEN_EDIT_STATE_INSTANCE)
	else:
		fresh = ClassDB.instantiate(node.get_class())
	fresh.name = node.name
	return fresh


## A new instance already has its children.
func _pair(node: Node, twin: Node) -> void:
	_twins[node] = twin
	for child in node.get_children():
		var below := twin.get_node_or_null(NodePath(child.name))
		if below != null and child.owner != _root:
			_pair(child, below)


func _copy_contents(node: Node, twin: Node) -> void:
	if twin.get_script() != node.get_script():
		twin.set_script(node.get_script())
	for property: Dictionary in node.get_property_list():
		if not property.usage & PROPERTY_USAGE_STORAGE or property.name in ["script", "name"]:
			continue
		var value: Variant = _translated(node.get(property.name))
		if not is_same(value, twin.get(property.name)) and value != twin.get(property.name):
			twin.set(property.name, value)
	for group in node.get_groups():
		# Those with an underscore are Godot's own.
		if not str(group).begins_with("_") and not twin.is_in_group(group):
			twin.add_to_group(group, true)


## Replaces a node of the branch with its copy; anything else is unchanged.
func _translated(value: Variant) -> Variant:
	if value is Node:
		return _twins.get(value, value)
	return value.duplicate() if value is Array or value is Dictionary else value


func _copy_connections(node: Node, twin: Node) -> void:
	for info in node.get_signal_list():
		for connection in node.get_signal_connection_list(info.name):
			if not connection.flags & CONNECT_PERSIST:
				continue
			var callable: Callable = connection.callable
			var target: Object = _twins.get(callable.get_object(), callable.get_object())
			var moved := Callable(target, callable.get_method())
			if callable.get_bound_arguments_count() > 0:
				moved = moved.bindv(callable.get_bound_arguments())
			if not twin.is_connected(info.name, moved):
				twin.connect(info.name, moved, connection.flags)
