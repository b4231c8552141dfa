extends RefCounted
## Pictures of the game and rectangles of what is in them.

const MAX_MARKS := 25

var _tree: SceneTree
var _nodes: RefCounted


func _init(tree: SceneTree, nodes: RefCounted) -> void:
	_tree = tree
	_nodes = nodes


## The last frame that was drawn. Its values are those of the tick before.
func take(arguments: Dictionary) -> Dictionary:
	if DisplayServer.get_name() == "headless":
		return { "error": "a game without a display draws nothing", "kind": "no_display" }
	var image := _tree.root.get_texture().get_image()
	if not image or image.is_empty():
		return { "error": "nothing has been drawn yet; let a tick pass", "kind": "no_picture" }
	var answer := { "frame": Engine.get_process_frames() - 1, "width": image.get_width(), "height": image.get_height() }
	var offset := Vector2.ZERO
	if not String(arguments.crop).is_empty():
		var rect := Rect2i(Vector2i.ZERO, image.get_size()).intersection(_crop(arguments.crop))
		if not rect.has_area():
			return { "error": "'%s' is not in the picture" % arguments.crop, "kind": "no_picture" }
		image = image.get_region(rect)
		offset = rect.position
	var factor := minf(1.0, minf(
			float(arguments.max_width) / image.get_width(), float(arguments.max_height) / image.get_height()))
	if factor < 1.0:
		image.resize(maxi(1, roundi(image.get_width() * factor)), maxi(1, roundi(image.get_height() * factor)), Image.INTERPOLATE_BILINEAR)
	if arguments.marks:
		var found := marks(arguments)
		answer["marks"] = found.marks
		answer["left_out"] = found.left_out
		for index in found.marks.size():
			_draw(image, index + 1, Rect2((found.marks[index].rect.position - offset) * factor, found.marks[index].rect.size * factor))
	answer["shown_width"] = image.get_width()
	answer["shown_height"] = image.get_height()
	if image.get_format() != Image.FORMAT_RGB8:
		image.convert(Image.FORMAT_RGB8)
	answer["bytes"] = image.save_jpg_to_buffer(arguments.quality) if arguments.format == "jpg" else image.save_png_to_buffer()
	return answer


func _crop(path: String) -> Rect2i:
	var node := _nodes.find(path) as Node
	if not node:
		return Rect2i()
	var found := Rect2()
	for part: Node in [node] + node.find_children("*", "", true, false):
		var rect: Variant = _rect_of(part)
		if rect is Rect2 and rect.has_area():
			found = rect if not found.has_area() else found.merge(rect)
	return Rect2i(found.grow(8))


## What a player can see, most useful first: one entry for each object.
func marks(arguments: Dictionary) -> Dictionary:
	var window := Rect2(Vector2.ZERO, _tree.root.size)
	var by_object := {}
	for node: Node in _tree.root.find_children("*", "", true, false):
		if not (node is CanvasItem or node is Node3D) or not node.is_visible_in_tree():
			continue
		var rect: Variant = _rect_of(node)
		if not rect is Rect2:
			continue
		rect = _clip(node, rect.intersection(window))
		if rect.size.x < 2 or rect.size.y < 2:
			continue
		var object := _object_of(node)
		var rank := _rank(object, node)
		if rank == 0 or (rank > 2 and rect.get_area() > 0.7 * window.get_area()):
			continue
		if by_object.has(object):
			by_object[object].rect = by_object[object].rect.merge(rect)
			by_object[object].rank = mini(by_object[object].rank, rank)
		else:
			by_object[object] = { "rank": rank, "rect": rect, "order": by_object.size() }
	var found: Array = []
	for object: Node in by_object:
		var entry: Dictionary = by_object[object]
		entry.merge(_nodes.describe(object))
		entry["text"] = _text_of(object)
		found.append(entry)
	found.sort_custom(func(a: Dictionary, b: Dictionary) -> bool:
		return a.rank < b.rank or (a.rank == b.rank and a.order < b.order))
	var limit: int = mini(arguments.get("limit", MAX_MARKS), MAX_MARKS)
	return { "marks": found.slice(0, limit), "left_out": maxi(0, found.size() - limit), "window": window.size }


func _object_of(node: Node) -> Node:
	if node is Control:
		return node
	var instance: Node
	var scripted: Node
	var current := node
	while current and current != _tree.root and current != _tree.current_scene:
		if current is CollisionObject2D or current is CollisionObject3D:
			return current
		if not instance and not current.scene_file_path.is_empty():
			instance = current
		if not scripted and current.get_script():
			scripted = current
		current = current.get_parent()
	return instance if instance else (scripted if scripted else node)


## 1 can be used, 2 moves or acts, 3 stands, 4 is a text, 5 a picture, 0 is not marked.
func _rank(object: Node, part: Node) -> int:
	if object is Control:
		if "@" in String(object.name) or object.get_parent() is SpinBox:
			return 0
		if object is BaseButton or object is LineEdit or object is TextEdit or object is Slider or object is SpinBox \
				or object is ItemList or object is Tree or object is TabBar or object.has_method("_gui_input"):
			return 1
		if object is Label or object is RichTextLabel:
			return 4 if not String(object.text).is_empty() else 0
		if not (object is TextureRect or object is ColorRect or object is NinePatchRect or object is ProgressBar):
			return 0
		return 2 if object.get_script() else 5
	if part.is_class("TileMapLayer") or part.is_class("TileMap") or part.is_class("GridMap") or part is Camera2D:
		return 0
	if object is StaticBody2D or object is StaticBody3D:
		return 3
	if object is CollisionObject2D or object is CollisionObject3D or object.get_script():
		return 2
	return 3 if not object.scene_file_path.is_empty() else 5


func _text_of(object: Node) -> String:
	return str(object.get("text")).left(80) if "text" in object else ""


## The rectangle of a node in the window, `null` if it has none.
func _rect_of(node: Node) -> Variant:
	if node is Control:
		return _in_window(node, node.get_global_transform_with_canvas() * Rect2(Vector2.ZERO, node.size))
	if node is Sprite2D:
		return _in_window(node, node.get_global_transform_with_canvas() * node.get_rect())
	if node is AnimatedSprite2D:
		return _animated_rect(node)
	if node is CollisionShape2D and node.shape:
		return _in_window(node, node.get_global_transform_with_canvas() * node.shape.get_rect())
	if node is Polygon2D and node.polygon.size() > 2:
		var rect := Rect2(node.polygon[0], Vector2.ZERO)
		for point: Vector2 in node.polygon:
			rect = rect.expand(point)
		return _in_window(node, node.get_global_transform_with_canvas() * rect)
	if node is VisualInstance3D and not node is Light3D:
		return _box_rect(node)
	return null


func _animated_rect(node: AnimatedSprite2D) -> Variant:
	if not node.sprite_frames or not node.sprite_frames.has_animation(node.animation):
		return null
	var texture := node.sprite_frames.get_frame_texture(node.animation, node.frame)
	if not texture:
		return null
	var corner := -texture.get_size() / 2.0 if node.centered else Vector2.ZERO
	var rect := Rect2(corner + node.offset, texture.get_size())
	return _in_window(node, node.get_global_transform_with_canvas() * rect)


func _box_rect(node: VisualInstance3D) -> Variant:
	var camera := node.get_viewport().get_camera_3d()
	if not camera:
		return null
	var box := node.global_transform * node.get_aabb()
	if not box.has_surface():
		return null
	var rect: Variant = null
	for index in 8:
		var corner := box.get_endpoint(index)
		if camera.is_position_behind(corner):
			continue
		var point := camera.unproject_position(corner)
		rect = Rect2(point, Vector2.ZERO) if rect == null else rect.expand(point)
	return _in_window(node, rect) if rect is Rect2 else null


func _in_window(node: Node, rect: Rect2) -> Rect2:
	var viewport := node.get_viewport()
	var to_window := _tree.root.get_final_transform() if viewport == _tree.root else viewport.get_screen_transform()
	return to_window * rect


## Controls are cut by their clipping ancestors.
func _clip(node: Node, rect: Rect2) -> Rect2:
	var parent := node.get_parent()
	while parent is Control:
		if parent.clip_contents or parent is ScrollContainer:
			rect = rect.intersection(_rect_of(parent))
		parent = parent.get_parent()
	return rect


const COLORS: Array[Color] = [Color.RED, Color.YELLOW, Color.CYAN, Color.MAGENTA, Color.GREEN, Color.ORANGE]
## Three columns and five rows for each digit, row by row.
const DIGITS: Array[String] = [
	"111101101101111", "010110010010111", "111001111100111", "111001111001111", "101101111001001",
	"111100111001111", "111100111101111", "111001001001001", "111101111101111", "111101111001111",
]


## A frame, and its number above it.
func _draw(image: Image, number: int, rect: Rect2) -> void:
	var color := COLORS[number % COLORS.size()]
	var box := Rect2i(rect)
	for side: Rect2i in [
			Rect2i(box.position, Vector2i(box.size.x, 1)), Rect2i(box.position, Vector2i(1, box.size.y)),
			Rect2i(box.position + Vector2i(0, box.size.y - 1), Vector2i(box.size.x, 1)),
			Rect2i(box.position + Vector2i(box.size.x - 1, 0), Vector2i(1, box.size.y))]:
		image.fill_rect(side, color)
	var text := str(number)
	var scale := 2
	var label := Rect2i(box.position - Vector2i(0, 5 * scale + 4), Vector2i(text.length() * 4 * scale + 2, 5 * scale + 4))
	label.position = label.position.clamp(Vector2i.ZERO, image.get_size() - label.size)
	image.fill_rect(label, color)
	for index in text.length():
		var digit := DIGITS[text.unicode_at(index) - 48]
		for pixel in 15:
			if digit[pixel] == "1":
				var place := label.position + Vector2i(2 + (index * 4 + pixel % 3) * scale, 2 + pixel / 3 * scale)
				image.fill_rect(Rect2i(place, Vector2i(scale, scale)), Color.BLACK)
