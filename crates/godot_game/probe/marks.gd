extends RefCounted
## What of a game is numbered in a picture: objects, how useful each is, and the rectangles of their parts.

## A picture has so many pixels of different colours that more objects are not told apart.
const MAX_OBJECTS := 4000

var _tree: SceneTree


func _init(tree: SceneTree) -> void:
	_tree = tree


## All that could be marked, each with its parts. Controls stand for themselves, also those without a rank: they can cover others.
func find() -> Array[Dictionary]:
	var window := Rect2(Vector2.ZERO, _tree.root.size)
	var found: Array[Dictionary] = []
	var index_of := {}
	for node: Node in _tree.root.find_children("*", "", true, false):
		if not (node is CanvasItem or node is GeometryInstance3D) or not node.is_visible_in_tree() or _is_elsewhere(node):
			continue
		var object := object_of(node)
		var rank := rank_of(object, node)
		if rank == 0 and not node is Control:
			continue
		var known: int = index_of.get(object, -1)
		if known < 0:
			if found.size() >= MAX_OBJECTS:
				continue
			known = found.size()
			index_of[object] = known
			found.append({ "object": object, "rank": rank, "rect": Rect2(), "parts": [] as Array[Node] })
		var entry := found[known]
		entry.parts.append(node)
		entry.rank = mini(entry.rank, rank)
		var rect: Variant = rect_of(node) if _has_place(node.get_viewport()) else null
		if rect is Rect2:
			rect = clip(node, rect.intersection(window))
			if rect.has_area():
				entry.rect = entry.rect.merge(rect) if entry.rect.has_area() else rect
	for entry in found:
		entry["parent"] = _parent_of(entry.object, index_of)
	return found


## Windows of their own are not in the picture of the main one.
func _is_elsewhere(node: Node) -> bool:
	var window := node.get_window()
	return window != _tree.root and not window.is_embedded()


## Whether places in the viewport are places in the window: not if it is a texture somewhere.
func _has_place(viewport: Viewport) -> bool:
	while viewport is SubViewport:
		var container := viewport.get_parent() as SubViewportContainer
		if not container:
			return false
		viewport = container.get_viewport()
	return true


## The nearest Control above it, as an index.
func _parent_of(object: Node, index_of: Dictionary) -> int:
	var parent := object.get_parent()
	while parent:
		if parent is Control and index_of.has(parent):
			return index_of[parent]
		parent = parent.get_parent()
	return -1


func object_of(node: Node) -> Node:
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
func rank_of(object: Node, part: Node) -> int:
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
	if part.is_class("TileMapLayer") or part.is_class("TileMap") or part.is_class("GridMap") or part is Camera2D \
			or object is ParallaxBackground or object is ParallaxLayer or object.is_class("Parallax2D"):
		return 0
	if object is StaticBody2D or object is StaticBody3D:
		return 3
	if object is CollisionObject2D or object is CollisionObject3D or object.get_script():
		return 2
	return 3 if not object.scene_file_path.is_empty() else 5


func text_of(object: Node) -> String:
	return str(object.get("text")).left(80) if "text" in object else ""


## The rectangle of a node in the window, `null` if it has none.
func rect_of(node: Node) -> Variant:
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
func clip(node: Node, rect: Rect2) -> Rect2:
	var parent := node.get_parent()
	while parent is Control:
		if parent.clip_contents or parent is ScrollContainer:
			rect = rect.intersection(rect_of(parent))
		parent = parent.get_parent()
	return rect
