## Plain text of Godot's marked-up descriptions.
@tool
extends RefCounted

static var _references := RegEx.create_from_string(
		"\\[(?:method|member|signal|constant|enum|annotation|constructor|operator|theme_item|param)\\s+([^\\]]+)\\]")
static var _tags := RegEx.create_from_string(
		"\\[/?(?:b|i|u|s|code|codeblocks?|gdscript|csharp|kbd|center|url|color|font|img|br|lb|rb)(?:[ =][^\\]]*)?\\]")
static var _classes := RegEx.create_from_string("\\[(@?[A-Za-z_][A-Za-z0-9_]*)\\]")
static var _indents := RegEx.create_from_string("(?m)^\\t{1,4}")


static func plain(marked: String) -> String:
	var text := _references.sub(marked, "$1", true)
	text = _tags.sub(text, "", true)
	text = _classes.sub(text, "$1", true)
	return _indents.sub(text, "", true).strip_edges()


## The first sentence or two, for lists.
static func brief(marked: String) -> String:
	var text := plain(marked).get_slice("\n", 0)
	return text if text.length() <= 240 else text.left(239) + "…"
