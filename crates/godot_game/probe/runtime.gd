extends RefCounted
## Time, the camera and what is on the screen.

const METHODS := ["time", "set_time", "camera", "pick"]
## How far a ray reaches.
const REACH := 100000.0

var _tree: SceneTree
var _nodes: RefCounted
## Whether the time scale is set again at each tick, and to what.
var _is_locked := false
var _scale := 1.0


func _init(tree: SceneTree, nodes: RefCounted) -> void:
	_tree = tree
	_nodes = nodes
	_tree.physics_frame.connect(_on_tick)


func answers(method: String) -> bool:
	return method in METHODS


func _on_tick() -> void:
	if _is_locked and Engine.time_scale != _scale:
		Engine.time_scale = _scale


func time(_arguments: Dictionary) -> Dictionary:
	return { "scale": Engine.time_scale, "locked": _is_locked }


func set_time(arguments: Dictionary) -> Dictionary:
	_scale = arguments.scale
	_is_locked = arguments.locked
	Engine.time_scale = _scale
	return time({})


## The camera of the root window, a three-dimensional one first.
func camera(_arguments: Dictionary) -> Dictionary:
	var solid := _tree.root.get_camera_3d()
	if solid:
		var angle := solid.fov if solid.projection == Camera3D.PROJECTION_PERSPECTIVE else 0.0
		return _camera(solid, solid.global_position, solid.global_basis.get_rotation_quaternion(), angle, false)
	var flat := _tree.root.get_camera_2d()
	if flat:
		var turn := flat.global_rotation / 2.0
		var position := flat.get_screen_center_position()
		return _camera(flat, Vector3(position.x, position.y, 0.0), Quaternion(0.0, 0.0, sin(turn), cos(turn)), 0.0, true)
	return {}


func _camera(node: Node, position: Vector3, rotation: Quaternion, angle: float, is_flat: bool) -> Dictionary:
	return {
		"id": node.get_instance_id(), "name": String(node.name), "position": position, "rotation": rotation,
		"angle": angle, "flat": is_flat,
	}


## What is under a point of the window, in pixels from the upper left or as a fraction of its size.
func pick(arguments: Dictionary) -> Dictionary:
	var point := _point(arguments)
	var hits: Array = _controls_at(point) if arguments.interface else _world_at(point, arguments.get("view"))
	return { "hits": hits.map(func(node: Node) -> Array: return _hit(node)) }


func _hit(node: Node) -> Array:
	return [node.get_instance_id(), String(node.name), String(node.get_path()).trim_prefix("/root/")]


func _point(arguments: Dictionary) -> Vector2:
	var size := Vector2(_tree.root.size)
	if arguments.fraction:
		return Vector2(arguments.x, 1.0 - arguments.y) * size
	var pointer := _tree.root.get_final_transform() * _tree.root.get_mouse_position()
	var x: float = pointer.x if arguments.x == null else arguments.x
	var y: float = pointer.y if arguments.y == null else size.y - arguments.y
	return Vector2(x, y)


## Visible Controls that take the pointer, topmost first.
func _controls_at(point: Vector2) -> Array:
	var found: Array = []
	var order := 0
	for node: Node in _tree.root.find_children("*", "Control", true, false):
		var control := node as Control
		order += 1
		if not control.is_visible_in_tree() or control.mouse_filter == Control.MOUSE_FILTER_IGNORE:
			continue
		if _contains(control, Rect2(Vector2.ZERO, control.size), point):
			found.append([_layer(control), _z_index(control), order, control])
	found.sort_custom(_is_above)
	return found.map(func(entry: Array) -> Node: return entry[3])


func _is_above(a: Array, b: Array) -> bool:
	for index in 3:
		if a[index] != b[index]:
			return a[index] > b[index]
	return false


func _contains(item: CanvasItem, rect: Rect2, point: Vector2) -> bool:
	var transform := _tree.root.get_final_transform() * item.get_global_transform_with_canvas()
	return transform.determinant() != 0.0 and rect.abs().has_point(transform.affine_inverse() * point)


func _layer(item: CanvasItem) -> int:
	var layer := item.get_canvas_layer_node()
	return layer.layer if layer else 0


func _z_index(item: CanvasItem) -> int:
	var index := 0
	var current: Node = item
	while current is CanvasItem:
		index += current.z_index
		if not current.z_as_relative:
			break
		current = current.get_parent()
	return index


## Bodies first, nearest or topmost, then what is drawn there.
func _world_at(point: Vector2, view: Variant) -> Array:
	var found: Array = []
	_add_solid(point, view, found)
	_add_flat_bodies(point, found)
	_add_drawn(point, found)
	return found


func _add_solid(point: Vector2, view: Variant, found: Array) -> void:
	var ray := _ray(point, view)
	if ray.is_empty():
		return
	var query := PhysicsRayQueryParameters3D.create(ray[0], ray[0] + ray[1] * REACH)
	query.collide_with_areas = true
	var hit := _tree.root.world_3d.direct_space_state.intersect_ray(query)
	if hit and hit.collider is Node:
		found.append(hit.collider)
	var drawn: Array = []
	for node: Node in _tree.root.find_children("*", "VisualInstance3D", true, false):
		var visual := node as VisualInstance3D
		if visual is Light3D or not visual.is_visible_in_tree() or visual in found:
			continue
		var inside := visual.global_transform.affine_inverse()
		var at: Variant = visual.get_aabb().intersects_ray(inside * ray[0], (inside.basis * ray[1]).normalized())
		if at != null:
			drawn.append([(visual.global_transform * at).distance_to(ray[0]), visual])
	drawn.sort_custom(func(a: Array, b: Array) -> bool: return a[0] < b[0])
	found.append_array(drawn.map(func(entry: Array) -> Node: return entry[1]))


## From the free camera if it is on, else from the game's own. Where it begins, and its direction.
func _ray(point: Vector2, view: Variant) -> Array:
	var own := _tree.root.get_camera_3d()
	if not view:
		var canvas := _tree.root.get_final_transform().affine_inverse() * point
		return [own.project_ray_origin(canvas), own.project_ray_normal(canvas)] if own else []
	var size := Vector2(_tree.root.size)
	var half := tan(deg_to_rad(own.fov if own else 75.0) / 2.0)
	var across := (point / size * 2.0 - Vector2.ONE) * Vector2(half * size.x / size.y, -half)
	return [view[0], (Basis(view[1]) * Vector3(across.x, across.y, -1.0)).normalized()]


func _add_flat_bodies(point: Vector2, found: Array) -> void:
	var query := PhysicsPointQueryParameters2D.new()
	query.position = (_tree.root.get_final_transform() * _tree.root.canvas_transform).affine_inverse() * point
	query.collide_with_areas = true
	var bodies: Array = []
	for hit: Dictionary in _tree.root.world_2d.direct_space_state.intersect_point(query):
		if hit.collider is CanvasItem and hit.collider.is_visible_in_tree():
			bodies.append([_layer(hit.collider), _z_index(hit.collider), hit.collider.get_index(), hit.collider])
	bodies.sort_custom(_is_above)
	found.append_array(bodies.map(func(entry: Array) -> Node: return entry[3]))


func _add_drawn(point: Vector2, found: Array) -> void:
	var drawn: Array = []
	var order := 0
	for node: Node in _tree.root.find_children("*", "Node2D", true, false):
		var item := node as Node2D
		order += 1
		if not item.is_visible_in_tree() or item in found:
			continue
		var rect: Variant = _drawn_rect(item)
		if rect is Rect2 and rect.has_area() and _contains(item, rect, point):
			drawn.append([_layer(item), _z_index(item), order, item])
	drawn.sort_custom(_is_above)
	found.append_array(drawn.map(func(entry: Array) -> Node: return entry[3]))


func _drawn_rect(item: Node2D) -> Variant:
	if item is Sprite2D:
		return item.get_rect()
	if item is AnimatedSprite2D and item.sprite_frames:
		var texture: Texture2D = item.sprite_frames.get_frame_texture(item.animation, item.frame)
		if not texture:
			return null
		var corner := -texture.get_size() / 2.0 if item.centered else Vector2.ZERO
		return Rect2(corner + item.offset, texture.get_size())
	if item is Polygon2D and not item.polygon.is_empty():
		var rect := Rect2(item.polygon[0] + item.offset, Vector2.ZERO)
		for corner in item.polygon:
			rect = rect.expand(corner + item.offset)
		return rect
	return null
