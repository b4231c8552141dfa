## Applies changes to the scene itself and records how to do and undo them, until all are rolled back or become one
## action of the undo history. So an edit of a batch sees the results of those before it, and a refused one leaves no trace.
@tool
extends RefCounted

enum ScwKind { METHOD, PROPERTY }

## {"do": [Kind, object, name, value or arguments] or null, "undo": the same}, in the order they were done.
var _steps: Array = []
var _made: Array[Node] = []
var _removed: Array[Node] = []


func has_changes() -> bool:
	return not _steps.is_empty()


## Undone in reverse order. Either may be empty: `[object, method, arguments]`.
func method(do: Array, undo: Array) -> void:
	if not do.is_empty():
		do[0].callv(do[1], do[2])
	_steps.append({"do": _operation(do), "undo": _operation(undo)})


func property(object: Object, name: String, value: Variant) -> void:
	property_from(object, name, object.get(name), value)


## For a value that has to be read before other changes of the same edit.
func property_from(object: Object, name: String, old: Variant, value: Variant) -> void:
	object.set(name, value)
	_steps.append({
		"do": [ScwKind.PROPERTY, object, name, value], "undo": [ScwKind.PROPERTY, object, name, old],
	})


## Only when it is undone.
func property_back(object: Object, name: String, old: Variant) -> void:
	_steps.append({"do": null, "undo": [ScwKind.PROPERTY, object, name, old]})


## The history frees it if the action that created it is discarded while undone.
func made(node: Node) -> void:
	_made.append(node)


func removed(node: Node) -> void:
	_removed.append(node)


func discard() -> void:
	_take_back()
	for node in _made:
		node.free()
	_steps.clear()


## Repeats everything through the history: the editor then forwards each step to running games.
func commit(manager: EditorUndoRedoManager, label: String, context: Object) -> void:
	_take_back()
	manager.create_action(label, UndoRedo.MERGE_DISABLE, context, true)
	for step: Dictionary in _steps:
		_add(manager, "do", step.do)
		_add(manager, "undo", step.undo)
	for node in _made:
		manager.add_do_reference(node)
	for node in _removed:
		manager.add_undo_reference(node)
	manager.commit_action()


func _take_back() -> void:
	for i in range(_steps.size() - 1, -1, -1):
		_run(_steps[i].undo)


func _operation(call: Array) -> Variant:
	return [ScwKind.METHOD, call[0], call[1], call[2]] if not call.is_empty() else null


func _run(operation: Variant) -> void:
	if operation == null:
		return
	if operation[0] == ScwKind.METHOD:
		operation[1].callv(operation[2], operation[3])
	else:
		operation[1].set(operation[2], operation[3])


func _add(manager: EditorUndoRedoManager, side: String, operation: Variant) -> void:
	if operation == null:
		return
	if operation[0] == ScwKind.METHOD:
		manager.callv("add_%s_method" % side, [operation[1], operation[2]] + operation[3])
	else:
		manager.call("add_%s_property" % side, operation[1], operation[2], operation[3])
