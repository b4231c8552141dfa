extends RefCounted
## Sends input events as if a player made them. Positions are in pixels of the window.

const BUTTONS := { "left": 1, "right": 2, "middle": 3, "wheel_up": 4, "wheel_down": 5, "wheel_left": 6, "wheel_right": 7 }

var problem := ""

var _tree: SceneTree
var _nodes: RefCounted
## [tick, kind, arguments], by tick.
var _inputs: Array
var _next := 0

## What was pressed and not yet released, over all acts.
static var _held := {}
static var _mouse := Vector2.ZERO
static var _mask := 0


func _init(tree: SceneTree, nodes: RefCounted, inputs: Array) -> void:
	_tree = tree
	_nodes = nodes
	_inputs = inputs
	for input: Array in inputs:
		_check(input[1], input[2])


func _check(kind: String, arguments: Dictionary) -> void:
	if kind == "action" and not InputMap.has_action(arguments.action):
		var names := InputMap.get_actions().filter(func(name: StringName) -> bool: return not name.begins_with("ui_"))
		problem = "there is no input action '%s'; the project has: %s" % [arguments.action, ", ".join(names)]
	if kind == "key" and OS.find_keycode_from_string(arguments.key) == KEY_NONE:
		problem = "there is no key '%s'; keys are named as in Godot: A, Space, Escape, Left, Shift+A" % arguments.key


func apply(tick: int) -> String:
	while _next < _inputs.size() and _inputs[_next][0] <= tick:
		var input: Array = _inputs[_next]
		_next += 1
		var failed := _send(input[1], input[2])
		if not failed.is_empty():
			return failed
	Input.flush_buffered_events()
	return ""


func left() -> int:
	return _inputs.size() - _next


func held() -> Array:
	return _held.keys()


## For a player who plays on.
static func release_all() -> void:
	for event: InputEvent in _held.values():
		if event is InputEventJoypadMotion:
			event.axis_value = 0.0
		else:
			event.pressed = false
		Input.parse_input_event(event)
	_held.clear()
	Input.flush_buffered_events()


func _send(kind: String, arguments: Dictionary) -> String:
	match kind:
		"action":
			var event := InputEventAction.new()
			event.action = arguments.action
			event.pressed = arguments.pressed
			event.strength = arguments.strength if arguments.pressed else 0.0
			_parse(event, "action " + arguments.action, arguments.pressed)
		"key":
			_send_key(arguments)
		"text":
			_send_text(arguments.text)
		"mouse_button":
			return _send_mouse_button(arguments)
		"mouse_move":
			return _send_mouse_move(arguments)
		"touch":
			return _send_touch(arguments)
		"joy_button":
			var event := InputEventJoypadButton.new()
			event.device = arguments.device
			event.button_index = arguments.button
			event.pressed = arguments.pressed
			event.pressure = 1.0 if arguments.pressed else 0.0
			_parse(event, "joypad %d button %d" % [arguments.device, arguments.button], arguments.pressed)
		"joy_axis":
			var event := InputEventJoypadMotion.new()
			event.device = arguments.device
			event.axis = arguments.axis
			event.axis_value = arguments.value
			_parse(event, "joypad %d axis %d" % [arguments.device, arguments.axis], arguments.value != 0.0)
	return ""


func _parse(event: InputEvent, name: String, is_held: bool) -> void:
	if is_held:
		_held[name] = event
	else:
		_held.erase(name)
	Input.parse_input_event(event)


func _send_key(arguments: Dictionary) -> void:
	var code := OS.find_keycode_from_string(arguments.key)
	var event := InputEventKey.new()
	event.keycode = (code & KEY_CODE_MASK) as Key
	event.physical_keycode = event.keycode
	event.shift_pressed = code & KEY_MASK_SHIFT
	event.ctrl_pressed = code & KEY_MASK_CTRL
	event.alt_pressed = code & KEY_MASK_ALT
	event.meta_pressed = code & KEY_MASK_META
	event.pressed = arguments.pressed
	if arguments.pressed and event.keycode >= KEY_SPACE and event.keycode <= KEY_ASCIITILDE:
		event.unicode = event.keycode if event.shift_pressed else String.chr(event.keycode).to_lower().unicode_at(0)
	_parse(event, "key " + arguments.key, arguments.pressed)


func _send_text(text: String) -> void:
	for index in text.length():
		for pressed: bool in [true, false]:
			var event := InputEventKey.new()
			event.unicode = text.unicode_at(index)
			event.keycode = String.chr(text.unicode_at(index)).to_upper().unicode_at(0) as Key
			event.physical_keycode = event.keycode
			event.pressed = pressed
			Input.parse_input_event(event)


func _send_mouse_button(arguments: Dictionary) -> String:
	var failed := _send_mouse_move(arguments)
	if not failed.is_empty():
		return failed
	var button: int = BUTTONS[arguments.button]
	var event := InputEventMouseButton.new()
	event.button_index = button as MouseButton
	event.pressed = arguments.pressed
	event.double_click = arguments.get("double", false)
	var bit := 1 << (button - 1)
	_mask = _mask | bit if arguments.pressed else _mask & ~bit
	event.button_mask = _mask
	event.position = _mouse
	event.global_position = _mouse
	_parse(event, "mouse " + arguments.button, arguments.pressed)
	return ""


func _send_mouse_move(arguments: Dictionary) -> String:
	var place: Variant = _place(arguments)
	if place is String:
		return place
	var event := InputEventMouseMotion.new()
	event.relative = arguments.get("relative", place - _mouse)
	event.screen_relative = event.relative
	event.position = place
	event.global_position = place
	event.button_mask = _mask
	_mouse = place
	Input.parse_input_event(event)
	return ""


func _send_touch(arguments: Dictionary) -> String:
	var place: Variant = _place(arguments)
	if place is String:
		return place
	var event := InputEventScreenTouch.new()
	event.index = arguments.index
	event.position = place
	event.pressed = arguments.pressed
	_parse(event, "touch %d" % arguments.index, arguments.pressed)
	return ""


## Where an input goes: a position, the middle of a node, or where the mouse is. A text says why there is no place.
func _place(arguments: Dictionary) -> Variant:
	if arguments.has("position"):
		return arguments.position
	if not arguments.has("node"):
		return _mouse
	var node: Object = _nodes.find(arguments.node)
	if not node:
		return _nodes.missing(arguments.node).error
	if node is Control:
		var rect: Rect2 = node.get_global_transform_with_canvas() * Rect2(Vector2.ZERO, node.size)
		return _to_window(node, rect.get_center())
	if node is CanvasItem:
		return _to_window(node, node.get_global_transform_with_canvas().origin)
	if node is Node3D:
		var camera: Camera3D = node.get_viewport().get_camera_3d()
		if not camera or camera.is_position_behind(node.global_position):
			return "the camera does not see %s" % arguments.node
		return _to_window(node, camera.unproject_position(node.global_position))
	return "%s has no place in the window" % arguments.node


func _to_window(node: Node, position: Vector2) -> Vector2:
	return node.get_viewport().get_screen_transform() * position if node.get_viewport() != _tree.root \
			else _tree.root.get_final_transform() * position
