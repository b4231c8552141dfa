## Does in the editor what tests cannot do from outside: a command in a file is carried out, then the file goes.
@tool
extends EditorPlugin

const FILE := "res://.godot/driver.txt"
const PLUGIN := "scenewright"

@warning_ignore("unused_signal")
signal never

var _debugger := EditorDebuggerPlugin.new()


func _enter_tree() -> void:
	add_debugger_plugin(_debugger)


func _exit_tree() -> void:
	remove_debugger_plugin(_debugger)


func _process(_delta: float) -> void:
	if not FileAccess.file_exists(FILE):
		return
	var command := FileAccess.get_file_as_string(FILE)
	if command.is_empty():
		return
	DirAccess.remove_absolute(FILE)
	match command:
		"off":
			EditorInterface.set_plugin_enabled(PLUGIN, false)
		"on":
			EditorInterface.set_plugin_enabled(PLUGIN, true)
		"unfocus":
			get_tree().root.propagate_notification(NOTIFICATION_APPLICATION_FOCUS_OUT)
		"sleep":
			var file := FileAccess.open("res://.godot/sleep.txt", FileAccess.WRITE)
			file.store_string(str(OS.low_processor_usage_mode_sleep_usec))
		"switch off":
			press_switch(false)
		"switch on":
			press_switch(true)
		"tree":
			var file := FileAccess.open("res://.godot/tree.txt", FileAccess.WRITE)
			file.store_string(tree(EditorInterface.get_edited_scene_root()))
		"break":
			break_a_method()
		"play":
			EditorInterface.play_main_scene()
		"break the game":
			press_break()
		"quit":
			get_tree().quit()


## The path and class of every node that belongs to the scene: what scripts and classes add has no owner.
func tree(root: Node) -> String:
	var lines := PackedStringArray()
	var open: Array[Node] = [root]
	while not open.is_empty():
		var node: Node = open.pop_back()
		var path := str(root.name) if node == root else "%s/%s" % [root.name, root.get_path_to(node)]
		var type := node.get_class()
		if node is MissingNode and node.original_class:
			type = node.original_class
		lines.append("%s: %s" % [path, type])
		open.append_array(node.get_children().filter(func(child: Node) -> bool: return child.owner != null))
	return "\n".join(lines)


## The switch of the dock, as the user presses it.
func press_switch(on: bool) -> void:
	for button: CheckButton in EditorInterface.get_base_control().find_children("*", "CheckButton", true, false):
		if button.text == "Serve":
			button.set_pressed_no_signal(not on)
			button.button_pressed = on


## What the button of the debugger sends.
func press_break() -> void:
	for session: EditorDebuggerSession in _debugger.get_sessions():
		if session.is_active():
			session.send_message("break", [])


## Methods that fail in their first frame, after it, and that never end.
func break_a_method() -> void:
	for plugin: Node in get_tree().root.find_children("*", "EditorPlugin", true, false):
		if plugin.get_script() != null and plugin.get_script().resource_path.contains(PLUGIN):
			var rpc: RefCounted = plugin.main.server._rpc
			rpc.patience_ms = 1000
			rpc._methods.by_name["test.fails"] = fail
			rpc._methods.by_name["test.fails_later"] = fail_later
			rpc._methods.by_name["test.never_ends"] = wait_forever


func fail(_params: Dictionary) -> Variant:
	var nothing: Node = null
	return {"name": nothing.name}


func fail_later(_params: Dictionary) -> Variant:
	await get_tree().process_frame
	var nothing: Node = null
	return {"name": nothing.name}


func wait_forever(_params: Dictionary) -> Variant:
	await never
	return {}
