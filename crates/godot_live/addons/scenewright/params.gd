## Reads the parameters of one call by type. The first invalid one is stored in `fail`, which the caller returns.
@tool
extends RefCounted

const ScwFail := preload("fail.gd")

var fail: ScwFail
var _values: Dictionary
var _prefix: String


func _init(values: Dictionary, prefix: String = "") -> void:
	_values = values
	_prefix = prefix


func has(name: String) -> bool:
	return _values.get(name) != null


## Any JSON value, including null.
func anything(name: String) -> Variant:
	if not _values.has(name):
		_refuse(name, "is missing")
	return _values.get(name)


## Required if there is no default.
func text(name: String, default: Variant = null) -> String:
	var value: Variant = _take(name, default, "a string")
	if value is String:
		return value
	_refuse(name, "must be a string", value)
	return ""


func flag(name: String, default: Variant = null) -> bool:
	var value: Variant = _take(name, default, "a boolean")
	if value is bool:
		return value
	_refuse(name, "must be a boolean", value)
	return false


func whole(name: String, default: Variant, least: int) -> int:
	var value: Variant = _take(name, default, "an integer")
	if (value is float or value is int) and float(value) == floorf(value) and absf(value) < 9.0e15:
		if int(value) >= least:
			return int(value)
		_refuse(name, "must be at least %d" % least, value)
		return least
	_refuse(name, "must be an integer", value)
	return least


func number(name: String, default: Variant, least: float, most: float) -> float:
	var value: Variant = _take(name, default, "a number")
	if (value is float or value is int) and value >= least and value <= most:
		return float(value)
	_refuse(name, "must be a number from %s to %s" % [least, most], value)
	return least


func choice(name: String, default: Variant, choices: Array) -> String:
	var value := text(name, default)
	if fail == null and value not in choices:
		_refuse(name, "must be one of %s" % ", ".join(choices), value)
	return value


func texts(name: String, default: Variant = null) -> PackedStringArray:
	var value: Variant = _take(name, default, "an array of strings")
	var result := PackedStringArray()
	if value is PackedStringArray:
		return value
	if not value is Array:
		_refuse(name, "must be an array of strings", value)
		return result
	for item: Variant in value:
		if not item is String:
			_refuse(name, "must be an array of strings", item)
			return result
		result.append(item)
	return result


func object(name: String, default: Variant = null) -> Dictionary:
	var value: Variant = _take(name, default, "an object")
	if value is Dictionary:
		return value
	_refuse(name, "must be an object", value)
	return {}


func list(name: String) -> Array:
	var value: Variant = _take(name, null, "an array")
	if value is Array:
		return value
	_refuse(name, "must be an array", value)
	return []


func _take(name: String, default: Variant, expected: String) -> Variant:
	var value: Variant = _values.get(name)
	if value == null and default == null:
		_refuse(name, "is missing: it must be %s" % expected)
	return default if value == null else value


func _refuse(name: String, reason: String, got: Variant = null) -> void:
	if fail != null:
		return
	var full := _prefix + name
	var data := {"parameter": full, "details": "'%s' %s" % [full, reason]}
	if got != null:
		data["got"] = JSON.stringify(got).left(100)
	fail = ScwFail.new(ScwFail.INVALID_PARAMS, "Invalid parameter '%s': it %s" % [full, reason], data)
