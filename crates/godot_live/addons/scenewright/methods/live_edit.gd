## Our own methods that change an open scene: `scenewright.edit`, `undo` and `redo`.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwPaths := preload("../scene_paths.gd")
const ScwOpenScenes := preload("../open_scenes.gd")
const ScwEditorTree := preload("../editor_tree.gd")
const ScwBatch := preload("../edit/batch.gd")
const ScwScriptClasses := preload("../script_classes.gd")

const MAX_EDITS := 10_000

var _scenes: ScwOpenScenes
var _manager: EditorUndoRedoManager
## By "Undo" and "Redo": [PopupMenu, id].
var _items := {}


func _init(scenes: ScwOpenScenes, manager: EditorUndoRedoManager) -> void:
	_scenes = scenes
	_manager = manager


func methods() -> Dictionary:
	return {"scenewright.edit": edit, "scenewright.undo": undo, "scenewright.redo": redo}


func edit(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var scene := params.text("scene")
	var label := params.text("label", "Edit scene")
	var edits := params.list("edits")
	if params.fail:
		return params.fail
	if edits.size() > MAX_EDITS:
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid parameter 'edits': it has more than %d entries" % MAX_EDITS,
				{"parameter": "edits"})
	await ScwScriptClasses.update_for(ScwBatch.types_of(edits), _scenes.tree())
	return _scenes.visit(scene, func() -> Variant:
		var before := _scenes.version(scene)
		var created: Variant = ScwBatch.run(_manager, ScwPaths.edited_root(), label, edits)
		if created is ScwFail or created == null:
			return created
		return {"success": true, "version_before": before, "version": _scenes.version(scene), "created": created})


func undo(values: Dictionary) -> Variant:
	return _step(values, "Undo", -1)


func redo(values: Dictionary) -> Variant:
	return _step(values, "Redo", 1)


func _step(values: Dictionary, name: String, direction: int) -> Variant:
	var params := ScwParams.new(values)
	var scene := params.text("scene")
	var version := params.whole("version", null, 0)
	if params.fail:
		return params.fail
	return _scenes.visit(scene, func() -> Variant:
		var fail := _refuse_step(scene, version, name)
		if fail != null:
			return fail
		_press(name)
		if _scenes.version(scene) == version + direction:
			return {"success": true, "version": version + direction}
		# The editor takes the latest action of the scene or of the project as a whole.
		_press("Redo" if name == "Undo" else "Undo")
		return _refuse("%s would concern something else than this scene" % name, _scenes.version(scene)))


func _refuse_step(scene: String, version: int, name: String) -> ScwFail:
	var history := _scenes.history(scene)
	if history == null or history.get_version() != version:
		return _refuse("The scene has changed since: its version is not %d" % version, _scenes.version(scene))
	if not (history.has_undo() if name == "Undo" else history.has_redo()):
		return _refuse("There is nothing to %s" % name.to_lower(), version)
	if Input.get_mouse_button_mask() & 7 != 0:
		return _refuse("The editor does not %s while a mouse button is pressed" % name.to_lower(), version)
	if _item(name).is_empty():
		return ScwFail.new(ScwFail.INTERNAL_ERROR, "The editor's menu item '%s' was not found" % name)
	return null


func _refuse(reason: String, version: int) -> ScwFail:
	return ScwFail.new(ScwFail.NOT_ALLOWED, reason, {"reason": reason, "version": version})


## The history itself could undo, too, but then the editor's own state would be wrong.
func _press(name: String) -> void:
	var item := _item(name)
	item[0].id_pressed.emit(item[1])


func _item(name: String) -> Array:
	if not _items.has(name) or not is_instance_valid(_items[name][0]):
		for bar: Node in EditorInterface.get_base_control().find_children("*", "MenuBar", true, false):
			var found := ScwEditorTree.menu_item(bar, [name])
			if not found.is_empty():
				_items[name] = found
	return _items.get(name, [])
