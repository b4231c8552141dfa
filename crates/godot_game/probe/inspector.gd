extends RefCounted
## The game's scenes, nodes and properties as an inspector shows them, and changes of the tree. Nodes are named by
## their ids.

const METHODS := [
	"scenes", "members", "member", "methods", "placements", "set_active", "create_node", "delete_node",
	"duplicate_node", "rename_node", "reparent_node", "set_group", "instantiate", "load_beside", "load_alone",
]
## The longest text of a value.
const TEXT := 1100

var _tree: SceneTree
var _nodes: RefCounted
## The ids of scenes that were loaded beside the current one.
var _beside: Array[int] = []


func _init(tree: SceneTree, nodes: RefCounted) -> void:
	_tree = tree
	_nodes = nodes


func answers(method: String) -> bool:
	return method in METHODS


## What is below the root window: the current scene, those beside it, and what stays when the scene changes. Each with
## the nodes of its tree.
func scenes(_arguments: Dictionary) -> Dictionary:
	var roots: Array = []
	for node in _tree.root.get_children():
		roots.append([String(node.name), node.scene_file_path, _kind(node), _rows(node)])
	return { "scenes": roots }


func _kind(node: Node) -> String:
	if node == _tree.current_scene:
		return "current"
	return "beside" if node.get_instance_id() in _beside else "kept"


## Each node after its parent, which is named by its row.
func _rows(root: Node) -> Array:
	var rows: Array = []
	var open: Array = [[root, -1]]
	while not open.is_empty():
		var next: Array = open.pop_back()
		var node: Node = next[0]
		rows.append(_row(node, next[1]))
		var parent := rows.size() - 1
		for index in range(node.get_child_count() - 1, -1, -1):
			open.push_back([node.get_child(index), parent])
	return rows


func _row(node: Node, parent: int) -> Array:
	var script := node.get_script() as Script
	var groups: Array = []
	for group in node.get_groups():
		if not String(group).begins_with("_"):
			groups.append(String(group))
	var owner_id := node.owner.get_instance_id() if node.owner else 0
	return [
		parent, String(node.name), node.get_class(), node.get_instance_id(), _script_name(script),
		script.resource_path if script else "", node.scene_file_path, _is_active(node), groups,
		node.unique_name_in_owner, owner_id,
	]


func _script_name(script: Script) -> String:
	if not script:
		return ""
	if not script.get_global_name().is_empty():
		return String(script.get_global_name())
	if "::" in script.resource_path or script.resource_path.is_empty():
		return "(built-in script)"
	return script.resource_path.get_file().trim_suffix(".cs")


func _is_active(node: Node) -> bool:
	return node.visible if "visible" in node else node.process_mode != Node.PROCESS_MODE_DISABLED


## The properties that the inspector shows: those of the class, or those of the script.
func members(arguments: Dictionary) -> Dictionary:
	var object: Object = _nodes.find("#%d" % arguments.id)
	if not object:
		return _nodes.missing("#%d" % arguments.id)
	var rows: Array = []
	var category := ""
	for property in object.get_property_list():
		if property.usage & PROPERTY_USAGE_CATEGORY:
			category = property.name
			continue
		var is_script: bool = property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE != 0
		if is_script != arguments.script or ":" in property.name:
			continue
		if is_script or property.usage & PROPERTY_USAGE_EDITOR:
			var value: Variant = object.get(property.name)
			rows.append([
				property.name, _type_name(property, value), _text(value), _nodes.portable(value), category,
				property.usage & PROPERTY_USAGE_EDITOR != 0,
			])
	return { "members": rows }


## One property by its path: `position:x`. Also one that the inspector does not show.
func member(arguments: Dictionary) -> Dictionary:
	var object: Object = _nodes.find("#%d" % arguments.id)
	if not object:
		return _nodes.missing("#%d" % arguments.id)
	if not _nodes.has_property(object, arguments.path):
		return _nodes.no_property(object, arguments.path)
	var value: Variant = object.get_indexed(NodePath(arguments.path))
	var type := type_string(typeof(value)) if ":" in arguments.path else _type_of(object, arguments.path, value)
	return { "member": [arguments.path, type, _text(value), _nodes.portable(value), "", true] }


func _type_of(object: Object, name: String, value: Variant) -> String:
	for property in object.get_property_list():
		if property.name == name:
			return _type_name(property, value)
	return type_string(typeof(value))


func _type_name(property: Dictionary, value: Variant) -> String:
	match property.type:
		TYPE_NIL:
			return "Variant" if value == null else type_string(typeof(value))
		TYPE_OBJECT:
			var declared := String(property.class_name) if not String(property.class_name).is_empty() else String(property.hint_string)
			return declared if not declared.is_empty() and not "," in declared and not "/" in declared else "Object"
	return type_string(property.type)


func _text(value: Variant) -> String:
	match typeof(value):
		TYPE_OBJECT, TYPE_RID, TYPE_CALLABLE, TYPE_SIGNAL, TYPE_NIL:
			return str(value)
		TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH:
			return String(value).left(TEXT)
	if typeof(value) >= TYPE_DICTIONARY:
		return str(value).left(TEXT)
	return var_to_str(value).left(TEXT)


func methods(arguments: Dictionary) -> Dictionary:
	var object: Object = _nodes.find("#%d" % arguments.id)
	if not object:
		return _nodes.missing("#%d" % arguments.id)
	var script := object.get_script() as Script
	var listed: Array = []
	if not arguments.script:
		listed = ClassDB.class_get_method_list(object.get_class())
	elif script:
		listed = script.get_script_method_list()
	var rows: Array = []
	for method: Dictionary in listed:
		if method.flags & METHOD_FLAG_VIRTUAL or method.name.begins_with("@"):
			continue
		var types: Array = method.args.map(func(argument: Dictionary) -> String: return _declared(argument))
		rows.append([method.name, _returned(method.return), types])
	return { "methods": rows }


func _declared(argument: Dictionary) -> String:
	if argument.type == TYPE_NIL:
		return "Variant"
	return String(argument.class_name) if argument.type == TYPE_OBJECT and argument.class_name else type_string(argument.type)


func _returned(value: Dictionary) -> String:
	if value.type == TYPE_NIL and not value.usage & PROPERTY_USAGE_NIL_IS_VARIANT:
		return "void"
	return _declared(value)


## Position, rotation and scale, in the parent and in the world; null for a node without a place.
func placements(arguments: Dictionary) -> Dictionary:
	var rows: Array = []
	for id: int in arguments.ids:
		rows.append(_placement(_nodes.find("#%d" % id)))
	return { "placements": rows }


func _placement(object: Object) -> Variant:
	if object is Node3D:
		var world: Transform3D = object.global_transform if object.is_inside_tree() else object.transform
		return [_solid(object.transform), _solid(world), false]
	if object is Node2D:
		var local := _flat(object.position, object.rotation, object.scale)
		if not object.is_inside_tree():
			return [local, local, true]
		return [local, _flat(object.global_position, object.global_rotation, object.global_scale), true]
	if object is Control:
		var local := _flat(object.position, object.rotation, object.scale)
		if not object.is_inside_tree():
			return [local, local, true]
		var transform: Transform2D = object.get_global_transform()
		return [local, _flat(transform.origin, transform.get_rotation(), transform.get_scale()), true]
	return null


func _solid(transform: Transform3D) -> Array:
	var basis := transform.basis.orthonormalized() if transform.basis.determinant() != 0.0 else Basis.IDENTITY
	return [transform.origin, basis.get_rotation_quaternion(), transform.basis.get_scale()]


func _flat(position: Vector2, rotation: float, scale: Vector2) -> Array:
	return [
		Vector3(position.x, position.y, 0.0), Quaternion(0.0, 0.0, sin(rotation / 2.0), cos(rotation / 2.0)),
		Vector3(scale.x, scale.y, 1.0),
	]


func _node(id: int) -> Node:
	return _nodes.find("#%d" % id) as Node


func _gone(id: int) -> Dictionary:
	return _nodes.missing("#%d" % id)


func _refused(reason: String) -> Dictionary:
	return { "error": reason, "kind": "bad_value" }


func set_active(arguments: Dictionary) -> Dictionary:
	var node := _node(arguments.id)
	if not node:
		return _gone(arguments.id)
	if "visible" in node:
		node.visible = arguments.active
	else:
		node.process_mode = Node.PROCESS_MODE_INHERIT if arguments.active else Node.PROCESS_MODE_DISABLED
	return {}


## Without an id, the root window.
func _parent(id: int) -> Node:
	return _tree.root if id == 0 else _node(id)


func create_node(arguments: Dictionary) -> Dictionary:
	var parent := _parent(arguments.parent)
	if not parent:
		return _gone(arguments.parent)
	if not ClassDB.is_parent_class(arguments.class, "Node") or not ClassDB.can_instantiate(arguments.class):
		return _refused("'%s' is not a class of nodes" % arguments.class)
	return _add(ClassDB.instantiate(arguments.class), parent, arguments)


func instantiate(arguments: Dictionary) -> Dictionary:
	var parent := _parent(arguments.parent)
	if not parent:
		return _gone(arguments.parent)
	var scene := load(arguments.source) as PackedScene
	if not scene:
		return _refused("'%s' cannot be loaded as a scene" % arguments.source)
	return _add(scene.instantiate(), parent, arguments)


func duplicate_node(arguments: Dictionary) -> Dictionary:
	var node := _node(arguments.id)
	if not node:
		return _gone(arguments.id)
	return _add(node.duplicate(), node.get_parent(), arguments)


func _add(node: Node, parent: Node, arguments: Dictionary) -> Dictionary:
	if not String(arguments.name).is_empty():
		node.name = arguments.name
	parent.add_child(node, true)
	_place(node, parent, arguments)
	return { "id": node.get_instance_id(), "name": String(node.name), "path": String(node.get_path()) }


func _place(node: Node, parent: Node, arguments: Dictionary) -> void:
	if arguments.get("sibling", -1) >= 0:
		parent.move_child(node, mini(arguments.sibling, parent.get_child_count() - 1))


## At once out of the tree, and freed when the game goes on.
func delete_node(arguments: Dictionary) -> Dictionary:
	var node := _node(arguments.id)
	if not node:
		return _gone(arguments.id)
	if node.get_parent():
		node.get_parent().remove_child(node)
	node.queue_free()
	return {}


func rename_node(arguments: Dictionary) -> Dictionary:
	var node := _node(arguments.id)
	if not node:
		return _gone(arguments.id)
	node.name = arguments.name
	return { "name": String(node.name) }


func reparent_node(arguments: Dictionary) -> Dictionary:
	var node := _node(arguments.id)
	var parent := _parent(arguments.parent)
	if not node or not parent:
		return _gone(arguments.parent if node else arguments.id)
	if node == parent or node.is_ancestor_of(parent):
		return _refused("a node cannot be moved below itself")
	node.reparent(parent, arguments.keep_world)
	_place(node, parent, arguments)
	return {}


func set_group(arguments: Dictionary) -> Dictionary:
	var node := _node(arguments.id)
	if not node:
		return _gone(arguments.id)
	if arguments.member:
		node.add_to_group(arguments.group)
	else:
		node.remove_from_group(arguments.group)
	return {}


func load_beside(arguments: Dictionary) -> Dictionary:
	var scene := load(arguments.path) as PackedScene
	if not scene:
		return _refused("'%s' cannot be loaded as a scene" % arguments.path)
	var node := scene.instantiate()
	_tree.root.add_child(node, true)
	_beside.append(node.get_instance_id())
	return { "name": String(node.name) }


## As the game itself would: the new scene is there after the next tick.
func load_alone(arguments: Dictionary) -> Dictionary:
	var error := _tree.change_scene_to_file(arguments.path)
	if error != OK:
		return _refused("the scene cannot be loaded: " + error_string(error))
	for id in _beside:
		if is_instance_id_valid(id):
			delete_node({ "id": id })
	_beside.clear()
	return {}
