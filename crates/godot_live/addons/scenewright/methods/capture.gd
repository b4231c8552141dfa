## `capture_viewport` and `capture_game`. Nothing here waits for `frame_post_draw`: while nothing changes, the editor
## does not draw, and the wait would never end.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwValues := preload("../values.gd")
const ScwPictures := preload("../pictures.gd")
const ScwGameLink := preload("../game_link.gd")

const SPACES := {"2d": "2D", "3d": "3D"}
## A viewport that was hidden has an old picture until it has been drawn again.
const FRAMES_AFTER_SWITCH := 4
const CONNECT_MS := 10_000

var _plugin: EditorPlugin
var _game: ScwGameLink
var _main_screen := ""
var _is_busy := false


func _init(plugin: EditorPlugin, game: ScwGameLink) -> void:
	_plugin = plugin
	_game = game
	plugin.main_screen_changed.connect(func(name: String) -> void: _main_screen = name)


func methods() -> Dictionary:
	return {"capture_viewport": capture_viewport, "capture_game": capture_game}


func capture_viewport(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var type := params.choice("viewport_type", "3d", ["2d", "3d", "both"])
	var options := _options(params, 2048, 2048)
	if params.fail:
		return params.fail
	if DisplayServer.get_name() == "headless":
		return ScwFail.new(ScwFail.CAPTURE_FAILED, "Capture failed: the editor runs headless", {
			"reason": "Nothing is drawn without a display",
			"suggestion": "Start the editor with a display (on a server: xvfb-run), without --headless",
		})
	var images: Variant = await _grab_all(["2d", "3d"] if type == "both" else [type])
	if images is ScwFail:
		return images
	var pictures := {}
	for space: String in images:
		pictures[space] = await ScwPictures.encode(images[space], options, _plugin.get_tree())
	var result := {"success": true, "viewport_type": type}
	result.merge({"images": pictures} if type == "both" else pictures[type])
	result["timestamp"] = ScwValues.now()
	return result


func capture_game(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var options := _options(params, 1920, 1080)
	if params.fail:
		return params.fail
	if not EditorInterface.is_playing_scene():
		return ScwGameLink.not_running()
	var fail := _refuse_game()
	if fail != null:
		return fail
	var deadline := Time.get_ticks_msec() + CONNECT_MS
	while _game.session() == null and Time.get_ticks_msec() < deadline and EditorInterface.is_playing_scene():
		await _plugin.get_tree().process_frame
	var scene := EditorInterface.get_playing_scene()
	var image: Variant = await _game.screenshot(_plugin.get_tree())
	if image is ScwFail:
		return image
	var result := {"success": true}
	result.merge(await ScwPictures.encode(image, options, _plugin.get_tree()))
	result["scene_path"] = scene
	result["timestamp"] = ScwValues.now()
	return result


func _refuse_game() -> ScwFail:
	if DisplayServer.get_name() == "headless":
		return ScwFail.new(ScwFail.CAPTURE_FAILED, "Capture failed: the game runs headless", {
			"reason": "A headless editor starts games without a display",
			"suggestion": "Start the editor with a display (on a server: xvfb-run), without --headless",
		})
	if Engine.get_version_info().hex < 0x040500:
		return ScwFail.new(ScwFail.CAPTURE_FAILED, "Capture failed: games send pictures only in Godot 4.5 and later",
				{"suggestion": "Update Godot"})
	return null


func _options(params: ScwParams, width: int, height: int) -> Dictionary:
	return {
		"max_width": params.whole("max_width", width, 1), "max_height": params.whole("max_height", height, 1),
		"format": params.choice("format", "png", ["png", "jpg"]),
		"quality": params.number("quality", 0.85, 0.0, 1.0),
	}


## By space. One at a time: they change what the editor shows.
func _grab_all(spaces: Array) -> Variant:
	while _is_busy:
		await _plugin.get_tree().process_frame
	_is_busy = true
	var before := _screen()
	var images := {}
	# What is visible comes first, so that the editor goes there and back only once.
	spaces.sort_custom(func(a: String, _b: String) -> bool: return SPACES[a] == before)
	for space: String in spaces:
		var image := await _grab(space)
		if image == null or image.is_empty():
			_is_busy = false
			return ScwFail.new(ScwFail.CAPTURE_FAILED, "Capture failed: the %s viewport has no picture" % SPACES[space],
					{"suggestion": "The editor's window may be minimised"})
		images[space] = image
	if not before.is_empty() and _screen() != before:
		EditorInterface.set_main_screen_editor(before)
	_is_busy = false
	return images


func _grab(space: String) -> Image:
	var frames := 1
	if _screen() != SPACES[space]:
		EditorInterface.set_main_screen_editor(SPACES[space])
		frames = FRAMES_AFTER_SWITCH
	for i in frames:
		await _plugin.get_tree().process_frame
	var viewport: SubViewport = (
			EditorInterface.get_editor_viewport_3d(0) if space == "3d" else EditorInterface.get_editor_viewport_2d())
	return viewport.get_texture().get_image()


## The signal tells only of changes; before the first, the visible child of the main screen does.
func _screen() -> String:
	if not _main_screen.is_empty():
		return _main_screen
	for child: Node in EditorInterface.get_editor_main_screen().get_children():
		if child is CanvasItem and child.visible:
			match child.get_class():
				"CanvasItemEditor":
					return "2D"
				"Node3DEditor":
					return "3D"
	return ""
