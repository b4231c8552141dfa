## JSON text of a value. Godot's own writer leaves most control characters as they are, and knows a `\v` that JSON
## does not; a single colour code in a log line would make an answer unreadable.
@tool
extends RefCounted

static var _raw := RegEx.create_from_string("[\\x00-\\x1f]")
static var _vertical_tab := RegEx.create_from_string("(?<!\\\\)((?:\\\\\\\\)*)\\\\v")


static func of(value: Variant) -> String:
	var text := JSON.stringify(value, "", false)
	# An escaped backslash before a v is not a tab, and the pattern is slow.
	if text.contains("\\v") and text.replace("\\\\", "").contains("\\v"):
		text = _vertical_tab.sub(text, "$1\\u000b", true)
	if _raw.search(text) == null:
		return text
	for code in range(1, 32):
		text = text.replace(char(code), "\\u%04x" % code)
	return text
