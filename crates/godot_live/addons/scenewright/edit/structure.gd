## Edits that create, move and remove nodes. Each returns null or a Fail.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwRecorder := preload("recorder.gd")
const ScwRules := preload("rules.gd")
const ScwCopy := preload("copy.gd")
const ScwScriptClasses := preload("../script_classes.gd")

var created: Array[Node] = []

var _root: Node
var _rules: ScwRules
var _recorder: ScwRecorder


func _init(rules: ScwRules, recorder: ScwRecorder) -> void:
	_root = rules.root
	_rules = rules
	_recorder = recorder


func create_node(params: ScwParams) -> ScwFail:
	var parent: Variant = _parent(params)
	var name := params.text("name")
	var type := params.text("type")
	var index := params.whole("sibling", -1, -1)
	if params.fail or parent is ScwFail:
		return params.fail if params.fail else parent
	var fail := ScwRules.refuse_name(name)
	if fail != null:
		return fail
	var node: Variant = _new_node(type)
	return node if node is ScwFail else _add(node, parent, name, index)


func instantiate(params: ScwParams) -> ScwFail:
	var parent: Variant = _parent(params)
	var source := params.text("source")
	var name := params.text("name", "")
	var index := params.whole("sibling", -1, -1)
	if params.fail or parent is ScwFail:
		return params.fail if params.fail else parent
	var packed := load(source) as PackedScene if ResourceLoader.exists(source) else null
	if packed == null:
		return ScwFail.new(ScwFail.INVALID_PATH, "Not a scene: %s" % source, {"requested_path": source})
	if _leads_to(source, _root.scene_file_path):
		return ScwFail.new(ScwFail.NOT_ALLOWED, "%s contains the scene that it would be added to" % source,
				{"reason": "A scene cannot contain itself"})
	var node := packed.instantiate(PackedScene.GEN_EDIT_STATE_INSTANCE)
	if node == null:
		return ScwFail.new(ScwFail.INVALID_PATH, "Scene cannot be instantiated: %s" % source, {"requested_path": source})
	var wanted := name if not name.is_empty() else str(node.name)
	var fail := ScwRules.refuse_name(wanted)
	if fail != null:
		node.free()
		return fail
	return _add(node, parent, wanted, index)


func delete_node(params: ScwParams) -> ScwFail:
	var node: Variant = _movable(params)
	if node is ScwFail:
		return node
	var parent: Node = node.get_parent()
	# Undo runs in reverse order: the node is added, moved to its index, and then its descendants get their owners.
	for below in _and_below(node):
		if below.owner != null:
			_recorder.method([], [below, "set_owner", [below.owner]])
	_recorder.method([], [parent, "move_child", [node, node.get_index()]])
	_recorder.method([parent, "remove_child", [node]], [parent, "add_child", [node, true]])
	_recorder.removed(node)
	return null


func duplicate_node(params: ScwParams) -> ScwFail:
	var node: Variant = _movable(params)
	if node is ScwFail:
		return node
	var name := params.text("name", str(node.name))
	var fail: ScwFail = params.fail if params.fail else ScwRules.refuse_name(name)
	if fail != null:
		return fail
	var owned: Array[Node] = []
	var editable: Array[Node] = []
	var copy := ScwCopy.new(_root).make(node, owned, editable)
	_add(copy, node.get_parent(), name, node.get_index() + 1)
	for below in owned:
		_recorder.method([below, "set_owner", [_root]], [])
	for instance in editable:
		_recorder.method([_root, "set_editable_instance", [instance, true]], [])
	return null


func rename_node(params: ScwParams) -> ScwFail:
	var node: Variant = _node(params, "node")
	var name := params.text("name")
	if params.fail or node is ScwFail:
		return params.fail if params.fail else node
	var fail: ScwFail = _rules.refuse_move(node) if node != _root else null
	if fail == null:
		fail = ScwRules.refuse_name(name)
	if fail != null:
		return fail
	if node != _root and ScwRules.free_name(node.get_parent(), name, node) != name:
		return ScwFail.new(ScwFail.NOT_ALLOWED, "A sibling already has the name '%s'" % name,
				{"reason": "The names of siblings must be unique"})
	_recorder.property(node, "name", name)
	return null


func reparent_node(params: ScwParams) -> ScwFail:
	var node: Variant = _movable(params)
	var parent: Variant = _parent(params)
	var index := params.whole("sibling", -1, -1)
	var keep_world := params.flag("keep_world", true)
	if params.fail or node is ScwFail or parent is ScwFail:
		return params.fail if params.fail else node if node is ScwFail else parent
	if parent == node or node.is_ancestor_of(parent):
		return ScwFail.new(ScwFail.NOT_ALLOWED, "Node '%s' cannot be moved below itself" % _root.get_path_to(node))
	if parent != node.get_parent():
		_move(node, parent, keep_world)
	var target: int = index if index >= 0 else parent.get_child_count() - 1
	_recorder.method(
			[parent, "move_child", [node, mini(target, parent.get_child_count() - 1)]],
			[parent, "move_child", [node, node.get_index()]])
	return null


func _move(node: Node, parent: Node, keep_world: bool) -> void:
	var old_parent := node.get_parent()
	var place: Array = _local_place(node)
	var name := ScwRules.free_name(parent, node.name)
	if name != str(node.name):
		_recorder.property(node, "name", name)
	for entry: Array in place:
		_recorder.property_back(node, entry[0], entry[1])
	_recorder.method([], [old_parent, "move_child", [node, node.get_index()]])
	_recorder.method([node, "reparent", [parent, keep_world]], [node, "reparent", [old_parent, false]])


## The properties that reparenting may change.
func _local_place(node: Node) -> Array:
	if node is Node2D or node is Node3D:
		return [["transform", node.transform]]
	if node is Control:
		return [["position", node.position]]
	return []


func _add(node: Node, parent: Node, name: String, index: int) -> ScwFail:
	node.name = ScwRules.free_name(parent, name)
	_recorder.made(node)
	_recorder.method([parent, "add_child", [node, true]], [parent, "remove_child", [node]])
	if index >= 0 and index < parent.get_child_count():
		_recorder.method([parent, "move_child", [node, index]], [])
	_recorder.method([node, "set_owner", [_root]], [])
	created.append(node)
	return null


func _new_node(type: String) -> Variant:
	if ClassDB.class_exists(type):
		if not ClassDB.is_parent_class(type, "Node"):
			return ScwFail.new(ScwFail.INVALID_PARAMS, "Not a node class: %s" % type, {"parameter": "type"})
		if not ClassDB.can_instantiate(type):
			return ScwFail.new(ScwFail.INVALID_PARAMS, "Class is abstract: %s" % type, {"parameter": "type"})
		return ClassDB.instantiate(type)
	var entry := ScwScriptClasses.find(type)
	if not entry.is_empty():
		return _new_scripted(type, entry)
	return ScwFail.new(ScwFail.CLASS_NOT_FOUND, "Class not found: %s" % type,
			{"class_name": type, "similar_classes": similar_classes(type)})


func _new_scripted(type: String, entry: Dictionary) -> Variant:
	var script := load(entry.path) as Script
	if script == null or script.is_abstract():
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Script class cannot be used: %s" % type, {"parameter": "type"})
	var base := script.get_instance_base_type()
	if not ClassDB.is_parent_class(base, "Node"):
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Not a node class: %s" % type, {"parameter": "type"})
	var node: Node = ClassDB.instantiate(base)
	node.set_script(script)
	return node


static func similar_classes(name: String) -> Array:
	var names := Array(ClassDB.get_class_list())
	names.append_array(ProjectSettings.get_global_class_list().map(
			func(entry: Dictionary) -> String: return entry["class"]))
	var wanted := name.to_lower()
	var ranked := names.map(func(other: String) -> Array: return [other.to_lower().similarity(wanted), other])
	ranked.sort_custom(func(a: Array, b: Array) -> bool: return a[0] > b[0] or (a[0] == b[0] and a[1] < b[1]))
	return ranked.slice(0, 5).map(func(entry: Array) -> String: return entry[1])


func _leads_to(source: String, target: String) -> bool:
	var open := [source]
	var seen := {}
	while not open.is_empty():
		var path: String = open.pop_back()
		if path == target:
			return true
		if seen.has(path) or not path.get_extension() in ["tscn", "scn"] or not ResourceLoader.exists(path):
			continue
		seen[path] = true
		for dependency in ResourceLoader.get_dependencies(path):
			open.append(dependency.get_slice("::", dependency.get_slice_count("::") - 1))
	return false


static func _and_below(node: Node) -> Array[Node]:
	var found: Array[Node] = [node]
	var at := 0
	while at < found.size():
		found.append_array(found[at].get_children())
		at += 1
	return found


func _node(params: ScwParams, name: String) -> Variant:
	var path := params.text(name)
	return params.fail if params.fail else ScwPaths.find_relative(path, _root)


func _movable(params: ScwParams) -> Variant:
	var node: Variant = _node(params, "node")
	if node is ScwFail:
		return node
	var fail := _rules.refuse_move(node)
	return fail if fail != null else node


func _parent(params: ScwParams) -> Variant:
	var node: Variant = _node(params, "parent")
	if node is ScwFail:
		return node
	var fail := _rules.refuse_change(node)
	return fail if fail != null else node
