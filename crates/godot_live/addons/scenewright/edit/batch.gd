## Edits of one scene as one action of the undo history, all or none.
@tool
extends RefCounted

const Fail := preload("../fail.gd")
const Params := preload("../params.gd")
const Recorder := preload("recorder.gd")
const Rules := preload("rules.gd")
const Structure := preload("structure.gd")
const Contents := preload("contents.gd")

const STRUCTURE := ["create_node", "delete_node", "duplicate_node", "rename_node", "reparent_node", "instantiate"]
const CONTENTS := ["set_property", "set_group", "attach_script", "detach_script", "revert"]


## The paths of created nodes, or a Fail with the index of the refused edit. The scene has to be the current tab.
static func run(manager: EditorUndoRedoManager, root: Node, label: String, edits: Array) -> Variant:
	var rules := Rules.new(root)
	var recorder := Recorder.new()
	var structure := Structure.new(rules, recorder)
	var contents := Contents.new(rules, recorder)
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


static func _one(structure: Structure, contents: Contents, edit: Variant, index: int) -> Fail:
	if not edit is Dictionary:
		return Fail.new(Fail.INVALID_PARAMS, "Invalid parameter 'edits[%d]': it must be an object" % index,
				{"parameter": "edits[%d]" % index})
	var params := Params.new(edit, "edits[%d]." % index)
	var kind := params.choice("kind", null, STRUCTURE + CONTENTS)
	if params.fail:
		return params.fail
	var handler: RefCounted = structure if kind in STRUCTURE else contents
	return handler.call(kind, params)
