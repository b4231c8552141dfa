# Judges a project: what Godot itself says when it loads its scenes and resources, and which node paths,
# signals and methods lead nowhere, which it mostly does not say.
#   godot --headless --path PROJECT --script load_errors.gd -- PLAN
# PLAN is a JSON file with a list of steps: `write` (path to text), `remove` (paths) and `load` (paths). The
# changes of a step are undone after it. Prints one JSON line for each step and file.
extends SceneTree

const ANY_CACHE := ResourceLoader.CACHE_MODE_IGNORE_DEEP

var errors := ErrorList.new()


class ErrorList extends Logger:
	var mutex := Mutex.new()
	var found: Array[Dictionary] = []

	func _log_error(function: String, file: String, _line: int, code: String, rationale: String,
			_notify: bool, type: int, _backtraces: Array[ScriptBacktrace]) -> void:
		mutex.lock()
		var text := rationale if rationale != "" else code
		found.append({"function": function, "file": file, "text": text, "script": type == ERROR_TYPE_SCRIPT})
		mutex.unlock()

	func take() -> Array[Dictionary]:
		mutex.lock()
		var taken := found
		found = []
		mutex.unlock()
		return taken


func _initialize() -> void:
	OS.add_logger(errors)
	var plan: Array = JSON.parse_string(FileAccess.get_file_as_string(OS.get_cmdline_user_args()[0]))
	for number in plan.size():
		run_step(number, plan[number])
	quit()


func run_step(number: int, step: Dictionary) -> void:
	var before := {}
	for path: String in step.write.keys() + step.remove:
		before[path] = FileAccess.get_file_as_bytes(path) if FileAccess.file_exists(path) else null
	for path: String in step.write:
		store(path, step.write[path].to_utf8_buffer())
	for path: String in step.remove:
		DirAccess.remove_absolute(path)
	for path: String in step.load:
		errors.take()
		var dead := judge(path)
		print(JSON.stringify({"step": number, "file": path, "errors": errors.take(), "dead": dead}))
	for path: String in before:
		if before[path] == null:
			DirAccess.remove_absolute(path)
		else:
			store(path, before[path])


func store(path: String, content: PackedByteArray) -> void:
	var file := FileAccess.open(path, FileAccess.WRITE)
	file.store_buffer(content)
	file.close()


func judge(path: String) -> Array:
	var resource := ResourceLoader.load(path, "", ANY_CACHE)
	if not resource is PackedScene:
		return []
	var scene: PackedScene = resource
	var node := scene.instantiate()
	if node == null:
		return []
	# What follows asks for nodes that may not be there.
	var said := errors.take()
	var dead := dead_connections(node, scene.get_state()) + dead_paths(node, scene.get_state())
	errors.take()
	errors.found = said
	node.free()
	return dead


func dead_connections(root: Node, state: SceneState) -> Array:
	var dead := []
	for index in state.get_connection_count():
		var from := root.get_node_or_null(state.get_connection_source(index))
		var to := root.get_node_or_null(state.get_connection_target(index))
		if from == null:
			dead.append({"kind": "missing-node", "target": str(state.get_connection_source(index))})
		if to == null:
			dead.append({"kind": "missing-node", "target": str(state.get_connection_target(index))})
		if from == null or to == null:
			continue
		var of_signal := state.get_connection_signal(index)
		if not from.has_signal(of_signal):
			dead.append({"kind": "missing-signal", "target": str(of_signal)})
		var method := state.get_connection_method(index)
		if not to.has_method(method):
			dead.append({"kind": "missing-method", "target": str(method)})
	return dead


func dead_paths(root: Node, state: SceneState) -> Array:
	var dead := []
	for index in state.get_node_count():
		var node := root.get_node_or_null(state.get_node_path(index))
		if node == null:
			continue
		for property in state.get_node_property_count(index):
			var name := state.get_node_property_name(index, property)
			var base := base_of(node, name)
			if base == null:
				continue
			for path in paths_in(state.get_node_property_value(index, property)):
				if is_followed(path) and base.get_node_or_null(path) == null:
					dead.append({"kind": "broken-node-path", "target": str(path)})
	return dead


# The node that the paths of a property start at.
func base_of(node: Node, property: StringName) -> Node:
	if node is AnimationMixer and property == &"root_motion_track":
		return node.get_node_or_null(node.root_node)
	return node


func paths_in(value: Variant) -> Array:
	match typeof(value):
		TYPE_NODE_PATH:
			return [value]
		TYPE_ARRAY:
			var found := []
			for item: Variant in value:
				found += paths_in(item)
			return found
		_:
			return []


func is_followed(path: NodePath) -> bool:
	return path.get_name_count() > 0 and not path.is_absolute()
