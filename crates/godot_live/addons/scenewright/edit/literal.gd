## Parses Godot's text format for plain values only: `str_to_var` would also create objects and load files.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")

const REFUSED := ["Object", "Resource", "ExtResource", "SubResource"]
const MAX_LENGTH := 4 << 20

static var _quoted := RegEx.create_from_string("\"(?:[^\"\\\\]|\\\\.)*\"")


## [value] or a Fail.
static func read(text: String) -> Variant:
	if text.length() > MAX_LENGTH:
		return _refuse(text, "it is too long")
	var bare := _quoted.sub(text, "\"\"", true)
	for word: String in REFUSED:
		if RegEx.create_from_string("\\b%s\\s*\\(" % word).search(bare) != null:
			return _refuse(text, "%s( is not allowed in a literal" % word)
	if text.strip_edges() == "null":
		return [null]
	var value: Variant = str_to_var(text)
	return [value] if value != null else _refuse(text, "Godot cannot parse it")


static func _refuse(text: String, reason: String) -> ScwFail:
	return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid value '%s': %s" % [text.left(80), reason],
			{"parameter": "value", "details": reason})
