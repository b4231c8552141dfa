## Edits of one scene as one action of the undo history, all or none.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwRecorder := preload("recorder.gd")
const ScwRules := preload("rules.gd")
const ScwStructure := preload("structure.gd")
const ScwContents := preload("contents.gd")

const STRUCTURE := ["create_node", "delete_node", "duplicate_node", "rename_node", "reparent_node", "instantiate"]
const CONTENTS := ["set_property", "set_group", "attach_script", "detach_script", "revert"]


## The classes of the nodes to create.
static func types_of(edits: Array) -> Array:
	var types := {}
	for edit: Variant in edits:
		if edit is Dictionary and edit.get("kind") is String and edit.kind == "create_node" and edit.get("type") is String:
			types[edit.type] = true
	return types.keys()


## The paths of created nodes, or a Fail with the index of the refused edit. The scene has to be the current tab.
static func run(manager: EditorUndoRedoManager, root: Node, label: String, edits: Array) -> Variant:
	var rules := ScwRules.new(root)
	var recorder := ScwRecorder.new()
	var structure := ScwStructure.new(rules, recorder)
	var contents := ScwContents.new(rules, recorder)
	for i in edits.size():
		var fail := _one(structure, contents, edits[i], i)
		if fail != null:
			recorder.discard()
			rules.end()
			fail.data["index"] = i
			return fail
	rules.end()
	if recorder.has_changes():
		recorder.commit(manager, label, root)
	return structure.created.map(func(node: Node) -> String: return str(root.get_path_to(node)))


static func _one(structure: ScwStructure, contents: ScwContents, edit: Variant, index: int) -> ScwFail:
	if not edit is Dictionary:
		return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid parameter 'edits[%d]': it must be an object" % index,
				{"parameter": "edits[%d]" % index})
	var params := ScwParams.new(edit, "edits[%d]." % index)
	var kind := params.choice("kind", null, STRUCTURE + CONTENTS)
	if params.fail:
		return params.fail
	var handler: RefCounted = structure if kind in STRUCTURE else contents
	return handler.call(kind, params)
