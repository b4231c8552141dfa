extends RefCounted
## A picture in which each object has a colour of its own and everything else is black: what a player really sees of it.
##
## Invariant: nodes and resources stay as they are. Only the rendering server is told other materials, and told the right ones again
## before anything else is drawn, also after an error in between.

## Nodes that are shown as they are in the picture, by pixel; the others by rectangle.
const IS_DRAWN := 1
const IS_CONTROL := 2
## The least value of a channel, steps, and how many there are: rounding does not make one colour from another. Dark ones would not
## come out of a renderer as they went in.
const DARKEST := 50
const STEP := 5
const LEVELS := 41
## Spreads neighbouring numbers; has no factor in common with LEVELS.
const SPREAD := 40507
## From which opacity an object is seen, and from which it hides what is behind it.
const SEEN := 0.2
const COVERS := 0.8
## A shader on a thing of this part of the window is an effect over the whole picture.
const IS_EFFECT := 0.7
## Up to this rank, an object is worth more than what is seen through it.
const FOREGROUND := 2

const FLAT_2D := "shader_type canvas_item;
render_mode unshaded, blend_disabled;
uniform vec4 id;
uniform float least;
void fragment() {
	if (COLOR.a < least) { discard; }
	COLOR = id;
}"
const PASS_2D := "shader_type canvas_item;
render_mode unshaded, blend_disabled;
void fragment() {
	COLOR = vec4(texelFetch(TEXTURE, ivec2(UV / TEXTURE_PIXEL_SIZE), 0).rgb, 1.0);
}"
const NONE_2D := "shader_type canvas_item;
void fragment() { discard; }"
const FLAT_3D := "shader_type spatial;
render_mode unshaded, cull_disabled, fog_disabled, shadows_disabled, DEPTH;
uniform vec3 id : source_color;
uniform int culled;
uniform int billboard;
uniform bool fixed_size;
uniform float least;
uniform vec3 uv_scale = vec3(1.0);
uniform vec3 uv_offset;
uniform sampler2D opacity : hint_default_white;
uniform bool shows;
uniform sampler2D shown : source_color, filter_nearest, hint_default_black;
void vertex() {
	if (billboard == 1 || billboard == 3) {
		mat4 turned = mat4(INV_VIEW_MATRIX[0], INV_VIEW_MATRIX[1], INV_VIEW_MATRIX[2], MODEL_MATRIX[3]);
		vec3 size = vec3(length(MODEL_MATRIX[0].xyz), length(MODEL_MATRIX[1].xyz), length(MODEL_MATRIX[2].xyz));
		MODELVIEW_MATRIX = VIEW_MATRIX * turned * mat4(vec4(size.x, 0.0, 0.0, 0.0), vec4(0.0, size.y, 0.0, 0.0), vec4(0.0, 0.0, size.z, 0.0), vec4(0.0, 0.0, 0.0, 1.0));
	} else if (billboard == 2) {
		vec3 side = normalize(cross(vec3(0.0, 1.0, 0.0), INV_VIEW_MATRIX[2].xyz));
		vec3 size = vec3(length(MODEL_MATRIX[0].xyz), length(MODEL_MATRIX[1].xyz), length(MODEL_MATRIX[2].xyz));
		mat4 turned = mat4(vec4(side * size.x, 0.0), vec4(0.0, size.y, 0.0, 0.0), vec4(normalize(cross(side, vec3(0.0, 1.0, 0.0))) * size.z, 0.0), MODEL_MATRIX[3]);
		MODELVIEW_MATRIX = VIEW_MATRIX * turned;
	}
	if (fixed_size) {
		bool is_flat = PROJECTION_MATRIX[3][3] != 0.0;
		float factor = is_flat ? abs(1.0 / PROJECTION_MATRIX[1][1]) : -MODELVIEW_MATRIX[3].z;
		MODELVIEW_MATRIX[0] *= factor;
		MODELVIEW_MATRIX[1] *= factor;
		MODELVIEW_MATRIX[2] *= factor;
	}
	UV = UV * uv_scale.xy + uv_offset.xy;
}
void fragment() {
	if (culled == 0 && !FRONT_FACING || culled == 1 && FRONT_FACING || culled == 3) { discard; }
	if (least > 0.0 && texture(opacity, UV).a < least) { discard; }
	ALBEDO = id;
	if (shows) { ALBEDO = texture(shown, UV).rgb; }
}"

var _tree: SceneTree
var _marks: RefCounted
var _undo: Array[Callable] = []
## For what must not be drawn again either.
var _undo_last: Array[Callable] = []
## By the text of the shader, and materials without parameters of their own by what they are.
var _shaders := {}
var _materials := {}
## Kept until they are no longer drawn.
var _used: Array[Resource] = []
var _plain := Environment.new()
var _viewports := {}


func _init(tree: SceneTree, marks: RefCounted) -> void:
	_tree = tree
	_marks = marks
	_plain.background_mode = Environment.BG_COLOR
	_plain.background_color = Color.BLACK


## Adds to each object the colour that it has in the picture, and whether that shows where it is.
func draw(found: Array[Dictionary]) -> Dictionary:
	var index := 0
	for entry in found:
		index += 1
		entry["color"] = _color(index)
		entry["flags"] = IS_CONTROL if entry.object is Control else 0
	_paint(found)
	RenderingServer.force_draw(false)
	var image := _tree.root.get_texture().get_image()
	_put_back(_undo)
	# The next picture would be this one.
	RenderingServer.force_draw(false)
	_put_back(_undo_last)
	_used.clear()
	_viewports.clear()
	if not image or image.is_empty():
		return {}
	image.convert(Image.FORMAT_RGB8)
	return {
		"width": image.get_width(), "height": image.get_height(),
		"pixels": image.get_data().compress(FileAccess.COMPRESSION_ZSTD),
	}


func _put_back(steps: Array[Callable]) -> void:
	for step in steps:
		step.call()
	steps.clear()


static func _color(index: int) -> int:
	var mixed := index * SPREAD % (LEVELS * LEVELS * LEVELS)
	var red := DARKEST + mixed % LEVELS * STEP
	var green := DARKEST + mixed / LEVELS % LEVELS * STEP
	var blue := DARKEST + mixed / (LEVELS * LEVELS) * STEP
	return red << 16 | green << 8 | blue


func _paint(found: Array[Dictionary]) -> void:
	_undo.append(RenderingServer.set_default_clear_color.bind(RenderingServer.get_default_clear_color()))
	RenderingServer.set_default_clear_color(Color.BLACK)
	var painted := {}
	for entry in found:
		for part: Node in entry.parts:
			painted[part] = true
			if _paint_part(part, entry.color, entry.rank):
				entry.flags |= IS_DRAWN
	for node: Node in _tree.root.find_children("*", "", true, false):
		if not painted.has(node) and (node is CanvasItem or node is Node3D) and node.is_visible_in_tree():
			_paint_part(node, 0, 0)


## Returns whether the picture shows what can be seen of it.
func _paint_part(part: Node, color: int, rank: int) -> bool:
	if not _paint_viewport(part.get_viewport()):
		return false
	if part is CanvasItem:
		return _paint_2d(part, color, SEEN if rank > 0 else COVERS)
	if part is GeometryInstance3D:
		return _paint_3d(part, color, COVERS if rank == 0 or rank > FOREGROUND else SEEN)
	if part.is_class("GridMap") and part.mesh_library:
		for item: int in part.mesh_library.get_item_list():
			_paint_mesh(part.mesh_library.get_item_mesh(item))
	return true


func _paint_2d(item: CanvasItem, color: int, least: float) -> bool:
	if item is CanvasGroup or item.clip_children != CanvasItem.CLIP_CHILDREN_DISABLED:
		return true
	var own := item
	while own.use_parent_material and own.get_parent() is CanvasItem:
		own = own.get_parent()
	var canvas_item := item.get_canvas_item()
	_undo.append(RenderingServer.canvas_item_set_material.bind(canvas_item, _rid_of(item.material)))
	_undo.append(RenderingServer.canvas_item_set_use_parent_material.bind(canvas_item, item.use_parent_material))
	RenderingServer.canvas_item_set_use_parent_material(canvas_item, false)
	RenderingServer.canvas_item_set_material(canvas_item, _material_2d(item, own.material, color, least).get_rid())
	return true


func _material_2d(item: CanvasItem, own: Material, color: int, least: float) -> Material:
	if item is SubViewportContainer or ("texture" in item and item.get("texture") is ViewportTexture):
		return _shared(PASS_2D)
	if item is GPUParticles2D or item is CPUParticles2D:
		return _shared(NONE_2D)
	if own is CanvasItemMaterial and own.blend_mode != CanvasItemMaterial.BLEND_MODE_MIX \
			and own.blend_mode != CanvasItemMaterial.BLEND_MODE_PREMULT_ALPHA:
		return _shared(NONE_2D)
	if own is ShaderMaterial and _is_effect(item):
		return _shared(NONE_2D)
	var key := [color, least]
	if not _materials.has(key):
		_materials[key] = _new(FLAT_2D, { "id": _rgb(color), "least": least })
	return _materials[key]


func _is_effect(item: CanvasItem) -> bool:
	var rect: Variant = _marks.rect_of(item)
	var window := Rect2(Vector2.ZERO, _tree.root.size)
	return rect is Rect2 and window.intersection(rect).get_area() > IS_EFFECT * window.get_area()


func _paint_3d(part: GeometryInstance3D, color: int, least: float) -> bool:
	var instance := part.get_instance()
	var is_seen := not (part is GPUParticles3D or part is CPUParticles3D) and part.transparency < COVERS
	_undo.append(RenderingServer.instance_geometry_set_material_override.bind(instance, _rid_of(part.material_override)))
	_undo.append(RenderingServer.instance_geometry_set_material_overlay.bind(instance, _rid_of(part.material_overlay)))
	RenderingServer.instance_geometry_set_material_overlay(instance, RID())
	if part is MeshInstance3D and part.mesh and part.get_surface_override_material_count() > 1 and not part.material_override and is_seen:
		for surface: int in part.get_surface_override_material_count():
			var material := _material_3d(part, part.get_active_material(surface), color, least)
			_undo.append(RenderingServer.instance_set_surface_override_material.bind(
					instance, surface, _rid_of(part.get_surface_override_material(surface))))
			RenderingServer.instance_set_surface_override_material(instance, surface, material.get_rid())
		return true
	var own := part.material_override
	if not own and part is MeshInstance3D and part.mesh and part.get_surface_override_material_count() == 1:
		own = part.get_active_material(0)
	var material := _material_3d(part, own, color, least) if is_seen else _flat_3d(0, { "culled": 3 })
	RenderingServer.instance_geometry_set_material_override(instance, material.get_rid())
	return true


func _paint_mesh(mesh: Mesh) -> void:
	if not mesh:
		return
	for surface in mesh.get_surface_count():
		_undo.append(RenderingServer.mesh_surface_set_material.bind(mesh.get_rid(), surface, _rid_of(mesh.surface_get_material(surface))))
		RenderingServer.mesh_surface_set_material(mesh.get_rid(), surface, _flat_3d(0, {}).get_rid())


func _material_3d(part: GeometryInstance3D, own: Material, color: int, least: float) -> Material:
	if part is SpriteBase3D:
		return _sprite_material(part, color)
	if part is Label3D:
		return _flat_3d(color, {
			"billboard": part.billboard, "fixed_size": part.fixed_size, "culled": 2 if part.double_sided else 0,
			"on_top": part.no_depth_test })
	if not own is BaseMaterial3D:
		return _flat_3d(color, { "culled": 2 if own is ShaderMaterial else 0 })
	var is_blended: bool = own.transparency == BaseMaterial3D.TRANSPARENCY_ALPHA or own.blend_mode != BaseMaterial3D.BLEND_MODE_MIX
	if is_blended and (color == 0 or own.albedo_color.a < least):
		return _flat_3d(0, { "culled": 3 })
	var parameters := {
		"billboard": own.billboard_mode, "fixed_size": own.fixed_size, "culled": own.cull_mode, "on_top": own.no_depth_test }
	if own.transparency != BaseMaterial3D.TRANSPARENCY_DISABLED and own.albedo_texture:
		parameters["opacity"] = own.albedo_texture
		parameters["least"] = own.alpha_scissor_threshold if own.transparency == BaseMaterial3D.TRANSPARENCY_ALPHA_SCISSOR else SEEN
		parameters["uv_scale"] = own.uv1_scale
		parameters["uv_offset"] = own.uv1_offset
	if own.albedo_texture is ViewportTexture:
		parameters["shows"] = true
		parameters["shown"] = own.albedo_texture
	return _flat_3d(color, parameters)


func _sprite_material(part: SpriteBase3D, color: int) -> Material:
	var texture: Texture2D
	if part is Sprite3D:
		texture = part.texture
	elif part is AnimatedSprite3D and part.sprite_frames and part.sprite_frames.has_animation(part.animation):
		texture = part.sprite_frames.get_frame_texture(part.animation, part.frame)
	var parameters := {
		"billboard": part.billboard, "fixed_size": part.fixed_size, "culled": 2 if part.double_sided else 0, "on_top": part.no_depth_test }
	if part.modulate.a < SEEN:
		parameters["culled"] = 3
	# The part of an atlas is where the sprite's own coordinates point.
	if texture is ViewportTexture:
		parameters["shows"] = true
		parameters["shown"] = texture
	elif texture:
		parameters["opacity"] = texture.atlas if texture is AtlasTexture else texture
		parameters["least"] = SEEN
	return _flat_3d(color, parameters)


func _flat_3d(color: int, parameters: Dictionary) -> Material:
	var depth := "depth_test_disabled" if parameters.get("on_top", false) else "depth_draw_always"
	var text := FLAT_3D.replace("DEPTH", depth)
	parameters.erase("on_top")
	parameters["id"] = _rgb(color)
	if parameters.has("opacity") or parameters.has("shown"):
		var material := _new(text, parameters)
		_used.append(material)
		return material
	var key := [depth, parameters.hash()]
	if not _materials.has(key):
		_materials[key] = _new(text, parameters)
	return _materials[key]


func _shared(text: String) -> Material:
	if not _materials.has(text):
		_materials[text] = _new(text, {})
	return _materials[text]


func _new(text: String, parameters: Dictionary) -> ShaderMaterial:
	if not _shaders.has(text):
		_shaders[text] = Shader.new()
		_shaders[text].code = text
	var material := ShaderMaterial.new()
	material.shader = _shaders[text]
	for name: String in parameters:
		material.set_shader_parameter(name, parameters[name])
	return material


static func _rgb(color: int) -> Color:
	return Color8(color >> 16, color >> 8 & 255, color & 255)


static func _rid_of(resource: Resource) -> RID:
	return resource.get_rid() if resource else RID()


## Prepares a viewport. Returns false for one that keeps what it has drawn: it is not drawn into.
func _paint_viewport(viewport: Viewport) -> bool:
	if _viewports.has(viewport):
		return _viewports[viewport]
	_viewports[viewport] = false
	var rid := viewport.get_viewport_rid()
	if viewport is SubViewport:
		var updates: int = viewport.render_target_update_mode
		var is_kept: bool = viewport.render_target_clear_mode != SubViewport.CLEAR_MODE_ALWAYS
		if is_kept and updates > SubViewport.UPDATE_ONCE:
			_undo_last.append(RenderingServer.viewport_set_update_mode.bind(rid, updates))
			RenderingServer.viewport_set_update_mode(rid, RenderingServer.VIEWPORT_UPDATE_DISABLED)
		if is_kept or updates <= SubViewport.UPDATE_ONCE:
			return false
	_viewports[viewport] = true
	_paint_smoothing(viewport, rid)
	var camera := viewport.get_camera_3d()
	if camera:
		_undo.append(RenderingServer.camera_set_environment.bind(camera.get_camera_rid(), _rid_of(camera.environment)))
		RenderingServer.camera_set_environment(camera.get_camera_rid(), _plain.get_rid())
		_undo.append(RenderingServer.camera_set_camera_attributes.bind(camera.get_camera_rid(), _rid_of(camera.attributes)))
		RenderingServer.camera_set_camera_attributes(camera.get_camera_rid(), RID())
	return true


## Only what is on: each change lets the renderer allocate anew.
func _paint_smoothing(viewport: Viewport, rid: RID) -> void:
	if viewport.msaa_2d != Viewport.MSAA_DISABLED:
		_undo.append(RenderingServer.viewport_set_msaa_2d.bind(rid, viewport.msaa_2d))
		RenderingServer.viewport_set_msaa_2d(rid, RenderingServer.VIEWPORT_MSAA_DISABLED)
	if viewport.msaa_3d != Viewport.MSAA_DISABLED:
		_undo.append(RenderingServer.viewport_set_msaa_3d.bind(rid, viewport.msaa_3d))
		RenderingServer.viewport_set_msaa_3d(rid, RenderingServer.VIEWPORT_MSAA_DISABLED)
	if viewport.screen_space_aa != Viewport.SCREEN_SPACE_AA_DISABLED:
		_undo.append(RenderingServer.viewport_set_screen_space_aa.bind(rid, viewport.screen_space_aa))
		RenderingServer.viewport_set_screen_space_aa(rid, RenderingServer.VIEWPORT_SCREEN_SPACE_AA_DISABLED)
	if viewport.use_taa:
		_undo.append(RenderingServer.viewport_set_use_taa.bind(rid, true))
		RenderingServer.viewport_set_use_taa(rid, false)
	if viewport.use_debanding:
		_undo.append(RenderingServer.viewport_set_use_debanding.bind(rid, true))
		RenderingServer.viewport_set_use_debanding(rid, false)
	if viewport.use_hdr_2d:
		_undo.append(RenderingServer.viewport_set_use_hdr_2d.bind(rid, true))
		RenderingServer.viewport_set_use_hdr_2d(rid, false)
	if viewport.scaling_3d_scale != 1.0:
		_undo.append(RenderingServer.viewport_set_scaling_3d_scale.bind(rid, viewport.scaling_3d_scale))
		RenderingServer.viewport_set_scaling_3d_scale(rid, 1.0)
