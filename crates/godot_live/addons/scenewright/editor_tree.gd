## Finds parts of the editor's own interface that have no API. Searching takes up to 200 ms, so callers keep the
## result.
@tool
extends RefCounted


static func first_of_class(name: String) -> Node:
	var found := all_of_class(name)
	return found[0] if not found.is_empty() else null


static func all_of_class(name: String) -> Array[Node]:
	return EditorInterface.get_base_control().find_children("*", name, true, false)


## The menu and the id of the item with one of these shortcuts, below `start`: [PopupMenu, int], or empty.
## Names of shortcuts are not translated, texts of items are.
static func menu_item(start: Node, shortcuts: Array) -> Array:
	for menu: PopupMenu in start.find_children("*", "PopupMenu", true, false):
		for i in menu.item_count:
			var shortcut := menu.get_item_shortcut(i)
			if shortcut != null and shortcut.resource_name in shortcuts:
				return [menu, menu.get_item_id(i)]
	return []


## After an error the editor shows a message, and accepts no other input until it is closed.
static func hide_messages() -> void:
	for dialog: AcceptDialog in all_of_class("AcceptDialog"):
		if dialog.visible and dialog.get_class() in ["AcceptDialog", "DependencyErrorDialog"]:
			dialog.hide()
