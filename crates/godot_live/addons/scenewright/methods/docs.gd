## `get_class_docs`, `get_method_docs`, `search_docs`, and `scenewright.class_docs` for clients that search themselves.
@tool
extends RefCounted

const ScwFail := preload("../fail.gd")
const ScwParams := preload("../params.gd")
const ScwBackground := preload("../background.gd")
const ScwJsonText := preload("../json_text.gd")
const ScwRendered := preload("../rendered.gd")
const ScwDocCache := preload("../docs/cache.gd")
const ScwDocText := preload("../docs/text.gd")
const ScwDocSearch := preload("../docs/search.gd")
const ScwSystem := preload("system.gd")

var _tree: SceneTree
var _cache: ScwDocCache
var _search: ScwDocSearch


func _init(tree: SceneTree) -> void:
	_tree = tree
	_cache = ScwDocCache.new(tree)


func methods() -> Dictionary:
	return {
		"get_class_docs": get_class_docs,
		"get_method_docs": get_method_docs,
		"search_docs": search_docs,
		"scenewright.class_docs": class_docs,
	}


func get_class_docs(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var name := params.text("class_name")
	var with_inherited := params.flag("include_inherited", false)
	if params.fail:
		return params.fail
	var entry: Variant = await _class(name)
	if entry is ScwFail:
		return entry
	var result := {
		"success": true, "class_name": entry.name, "inherits": entry.get("inherits", ""),
		"brief_description": ScwDocText.plain(entry.get("brief_description", "")),
		"description": ScwDocText.plain(entry.get("description", "")),
	}
	for list: String in ["methods", "properties", "signals", "enums", "constants"]:
		result[list] = []
	for source: Dictionary in _line(entry) if with_inherited else [entry]:
		_add_members(result, source, source.name if source.name != entry.name else "")
	return result


func get_method_docs(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var name := params.text("class_name")
	var method := params.text("method_name")
	if params.fail:
		return params.fail
	var entry: Variant = await _class(name)
	if entry is ScwFail:
		return entry
	var names := []
	for source: Dictionary in _line(entry):
		for candidate: Dictionary in source.get("methods", []):
			names.append(candidate.name)
			if candidate.name == method:
				var result := {"success": true, "class_name": entry.name, "method": _method(candidate, true)}
				if source.name != entry.name:
					result["inherited_from"] = source.name
				return result
	names.sort_custom(func(a: String, b: String) -> bool: return a.similarity(method) > b.similarity(method))
	return ScwFail.new(ScwFail.INVALID_PARAMS, "Method not found: %s.%s" % [name, method],
			{"parameter": "method_name", "similar_methods": names.slice(0, 5)})


func search_docs(values: Dictionary) -> Variant:
	var params := ScwParams.new(values)
	var query := params.text("query")
	var search_in := params.texts("search_in", PackedStringArray(ScwDocSearch.KINDS.keys()))
	var limit := params.whole("limit", 20, 1)
	if params.fail:
		return params.fail
	for list in search_in:
		if not ScwDocSearch.KINDS.has(list):
			return ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid parameter 'search_in': '%s' is not one of %s" % [
				list, ", ".join(ScwDocSearch.KINDS.keys())], {"parameter": "search_in"})
	var fail: ScwFail = await _cache.ensure()
	if fail != null:
		return fail
	var found: Dictionary = await ScwBackground.run(func() -> Dictionary:
		if _search == null:
			_search = ScwDocSearch.new(_cache.classes)
		return _search.find(query, search_in, limit), _tree)
	var result := {"success": true, "query": query}
	result.merge(found)
	return result


## 9 MB as JSON.
func class_docs(_values: Dictionary) -> Variant:
	var fail: ScwFail = await _cache.ensure()
	if fail != null:
		return fail
	var text: String = await ScwBackground.run(func() -> String:
		return ScwJsonText.of({
			"success": true, "godot_version": ScwSystem.godot_version(), "classes": _cache.classes,
		}), _tree)
	return ScwRendered.new(text)


## A Dictionary or a Fail.
func _class(name: String) -> Variant:
	var fail: ScwFail = await _cache.ensure()
	if fail != null:
		return fail
	if _cache.by_name.has(name):
		return _cache.by_name[name]
	var names := _cache.by_name.keys()
	var wanted := name.to_lower()
	names.sort_custom(func(a: String, b: String) -> bool:
		return a.to_lower().similarity(wanted) > b.to_lower().similarity(wanted))
	return ScwFail.new(ScwFail.CLASS_NOT_FOUND, "Class not found: %s" % name, {
		"class_name": name, "similar_classes": names.slice(0, 5),
		"suggestion": "Check the spelling, or use search_docs",
	})


## The class and those it inherits.
func _line(entry: Dictionary) -> Array:
	var line := []
	var current := entry
	while not current.is_empty() and not current in line:
		line.append(current)
		current = _cache.by_name.get(current.get("inherits", ""), {})
	return line


func _add_members(result: Dictionary, source: Dictionary, inherited_from: String) -> void:
	var members := {
		"methods": source.get("methods", []).map(_method),
		"properties": source.get("properties", []).filter(
				func(property: Dictionary) -> bool: return not property.get("overridden", false)).map(_property),
		"signals": source.get("signals", []).map(_signal),
		"enums": _enums(source),
		"constants": source.get("constants", []).filter(
				func(constant: Dictionary) -> bool: return constant.get("enumeration", "") == "").map(_constant),
	}
	for list: String in members:
		for member: Dictionary in members[list]:
			if not inherited_from.is_empty():
				member["inherited_from"] = inherited_from
			result[list].append(member)


func _method(method: Dictionary, in_full: bool = false) -> Dictionary:
	return {
		"name": method.name, "return_type": method.get("return_type", "void"),
		"description": ScwDocText.plain(method.get("description", "")),
		"arguments": method.get("arguments", []).map(_argument.bind(in_full)),
	}


## Godot describes no arguments one by one; the method's description does.
func _argument(argument: Dictionary, in_full: bool) -> Dictionary:
	var result := {
		"name": argument.name, "type": argument.get("type", "Variant"), "default": argument.get("default_value"),
	}
	if in_full:
		result["description"] = ""
	return result


func _property(property: Dictionary) -> Dictionary:
	var result := {
		"name": property.name, "type": property.get("type", "Variant"),
		"description": ScwDocText.plain(property.get("description", "")), "default": property.get("default_value"),
	}
	for accessor: String in ["setter", "getter"]:
		if not property.get(accessor, "").is_empty():
			result[accessor] = property[accessor]
	return result


func _signal(info: Dictionary) -> Dictionary:
	return {
		"name": info.name, "description": ScwDocText.plain(info.get("description", "")),
		"arguments": info.get("arguments", []).map(_argument.bind(false)),
	}


func _constant(constant: Dictionary) -> Dictionary:
	return {
		"name": constant.name, "value": constant.get("value", ""),
		"description": ScwDocText.plain(constant.get("description", "")),
	}


func _enums(source: Dictionary) -> Array:
	var by_name := {}
	for constant: Dictionary in source.get("constants", []):
		var name: String = constant.get("enumeration", "")
		if not name.is_empty():
			by_name.get_or_add(name, []).append(_constant(constant))
	var enums := []
	for name: String in by_name:
		enums.append({"name": name, "values": by_name[name]})
	return enums
