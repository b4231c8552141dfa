## Ranked search over the class reference. Words of a query are looked for in names, taken apart at underscores and
## capitals, then in the class's name, then in descriptions; if nothing fits, names that look alike are found.
@tool
extends RefCounted

const ScwDocText := preload("text.gd")

const KINDS := {"classes": "class", "methods": "method", "properties": "property", "signals": "signal"}

static var _boundary := RegEx.create_from_string("([a-z])([A-Z0-9])|([A-Z])([A-Z][a-z])")
static var _other := RegEx.create_from_string("[^a-z0-9]+")

## One entry per item: kind, class, name, joined name, words, words of the class, description in small letters, entry.
var _index: Array = []


func _init(classes: Array) -> void:
	for entry: Dictionary in classes:
		var class_words := words_of(entry.name)
		_add("class", entry.name, entry.name, class_words, entry, str(entry.get("brief_description", "")))
		for list: String in ["methods", "properties", "signals"]:
			for member: Dictionary in entry.get(list, []):
				if not member.get("overridden", false):
					_add(KINDS[list], entry.name, member.name, class_words, member, str(member.get("description", "")))


## {"results", "total_count"}
func find(query: String, search_in: PackedStringArray, limit: int) -> Dictionary:
	var words := words_of(query)
	var kinds := Array(search_in).map(func(list: String) -> String: return KINDS[list])
	var found := _ranked(kinds, func(item: Array) -> float: return _relevance(item, words))
	if found.is_empty():
		var joined := "".join(words)
		found = _ranked(kinds, func(item: Array) -> float: return _likeness(item, joined))
	found.sort_custom(func(a: Array, b: Array) -> bool:
		return a[0] > b[0] or (a[0] == b[0] and [a[1][1], a[1][2]] < [b[1][1], b[1][2]]))
	return {"results": found.slice(0, limit).map(_describe), "total_count": found.size()}


static func words_of(text: String) -> PackedStringArray:
	var spaced := _boundary.sub(text, "$1$3 $2$4", true).to_lower()
	return _other.sub(spaced, " ", true).strip_edges().split(" ", false)


func _add(kind: String, owner: String, name: String, owner_words: PackedStringArray, entry: Dictionary, text: String) -> void:
	var words := words_of(name)
	_index.append([kind, owner, name, "".join(words), words, owner_words, text.to_lower(), entry])


func _ranked(kinds: Array, score: Callable) -> Array:
	var found := []
	for item: Array in _index:
		if item[0] in kinds:
			var relevance: float = score.call(item)
			if relevance > 0.0:
				found.append([relevance, item])
	return found


func _relevance(item: Array, words: PackedStringArray) -> float:
	if words.is_empty():
		return 0.0
	if item[3] == "".join(words):
		return 1.0
	var score := 0.0
	var in_name := 0
	for word in words:
		var weight := _weight(item, word)
		if weight == 0.0:
			return 0.0
		in_name += int(weight >= 0.6)
		score += weight
	# A name with many other words is less likely to be the right one.
	var coverage := float(in_name) / maxi(1, maxi(item[4].size(), words.size()))
	return clampf(score / words.size() * (0.7 + 0.25 * coverage), 0.01, 0.99)


func _weight(item: Array, word: String) -> float:
	if word in item[4]:
		return 1.0
	for part: String in item[4]:
		if part.begins_with(word):
			return 0.85
	if word.length() > 2 and item[3].contains(word):
		return 0.7
	if word in item[5]:
		return 0.5
	return 0.3 if item[6].contains(word) else 0.0


func _likeness(item: Array, joined: String) -> float:
	var likeness: float = item[3].similarity(joined)
	return likeness * 0.6 if likeness > 0.6 else 0.0


func _describe(found: Array) -> Dictionary:
	var item: Array = found[1]
	var text: String = item[7].get("brief_description", "") if item[0] == "class" else item[7].get("description", "")
	return {
		"type": item[0], "class_name": item[1], "name": item[2], "description": ScwDocText.brief(text),
		"relevance": snappedf(found[0], 0.001),
	}
