# Writes what Godot 3 knows of its own classes, like dump.gd does for Godot 4:
#   godot3-server --path EMPTY_FOLDER --script dump3.gd OUT
# `api/table.rs` reads the answer and describes its layout. Godot 3 has no list of a class's enums.
extends SceneTree

const LAYOUT := 1
# What a file may hold, or the inspector shows.
const SHOWN := PROPERTY_USAGE_STORAGE | PROPERTY_USAGE_EDITOR
# The number of a type in Godot 4, by its number in Godot 3.
const TYPES := [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 32, 34, 35, 36, 37]

var lines := PoolStringArray()
var names := []
# Class -> property -> text, of every property that an instance has.
var values := {}
# Class -> own properties in order, those of ClassDB first.
var own := {}
# Class -> property -> text as a subclass inherits it.
var effective := {}


func _init() -> void:
	var arguments := OS.get_cmdline_args()
	var output := arguments[arguments.size() - 1]
	collect()
	write_head()
	for name in names:
		write_class(name)
	var file := File.new()
	if file.open(output, File.WRITE) != OK:
		printerr("cannot write ", output)
		OS.exit_code = 1
		quit()
		return
	file.store_string(lines.join("\n") + "\nend\n")
	file.close()
	quit()


func write_head() -> void:
	var version := Engine.get_version_info()
	lines.append("godot-api\t%d\t%d.%d.%d" % [LAYOUT, version.major, version.minor, version.patch])


func collect() -> void:
	for name in ClassDB.get_class_list():
		names.append(name)
	names.sort()
	for name in names:
		own[name] = properties_of(ClassDB.class_get_property_list(name, true))
		if ClassDB.can_instance(name) and in_files(name):
			look_at_instance(name)
	# Parents first, so that a class knows what it inherits.
	var ordered := names.duplicate()
	ordered.sort_custom(self, "is_above")
	for name in ordered:
		derive(name)


func is_above(a: String, b: String) -> bool:
	return depth(a) < depth(b)


func depth(name: String) -> int:
	return 0 if name == "" else 1 + depth(ClassDB.get_parent_class(name))


# Files hold nodes and resources only; to make one of the other classes may bring Godot down.
func in_files(name: String) -> bool:
	return ClassDB.is_parent_class(name, "Node") or ClassDB.is_parent_class(name, "Resource")


# Not a category or a group.
func properties_of(list: Array) -> Array:
	var found := []
	for property in list:
		if property.usage & (PROPERTY_USAGE_CATEGORY | PROPERTY_USAGE_GROUP) == 0:
			found.append(property)
	return found


# An instance also has what `_get_property_list` tells, which ClassDB does not know.
func look_at_instance(name: String) -> void:
	var instance: Object = ClassDB.instance(name)
	if instance == null:
		return
	# An instance may hide what others of its class show.
	var known := {}
	for property in ClassDB.class_get_property_list(name):
		known[property.name] = property.usage
	var found := {}
	for property in properties_of(instance.get_property_list()):
		if not known.has(property.name):
			property["dynamic"] = true
			own[name].append(property)
		if (property.usage | known.get(property.name, 0)) & SHOWN != 0:
			found[property.name] = text(instance.get(property.name))
	values[name] = found
	if not instance is Reference:
		instance.free()


func text(value) -> String:
	if value == null:
		return "null"
	if value is Object:
		return "Object(%s)" % value.get_class()
	return var2str(value).replace("\n", " ")


# A class that cannot be instanced gets the value that most of its subclasses have.
func derive(name: String) -> void:
	var inherited: Dictionary = effective.get(ClassDB.get_parent_class(name), {}).duplicate()
	if values.has(name):
		for property in values[name]:
			inherited[property] = values[name][property]
	else:
		for property in own[name]:
			inherited[property.name] = most_common(name, property.name)
	effective[name] = inherited


func most_common(name: String, property: String) -> String:
	var counts := {}
	for heir in ClassDB.get_inheriters_from_class(name):
		if values.has(heir) and values[heir].has(property):
			var value: String = values[heir][property]
			counts[value] = counts.get(value, 0) + 1
	var best := ""
	var candidates := counts.keys()
	candidates.sort()
	for value in candidates:
		if best == "" or counts[value] > counts[best]:
			best = value
	return best


func write_class(name: String) -> void:
	var parent := ClassDB.get_parent_class(name)
	lines.append("c\t%s\t%s\t%s" % [name, parent, "i" if ClassDB.can_instance(name) else "a"])
	var inherited: Dictionary = effective.get(parent, {})
	for property in own[name]:
		if not (property.has("dynamic") and inherited.has(property.name)):
			write_property(name, property)
	write_overrides(name, inherited)
	write_signals(name)
	write_methods(name)


func write_property(name: String, property: Dictionary) -> void:
	var flags := "s" if property.usage & PROPERTY_USAGE_STORAGE else ""
	flags += "e" if property.usage & PROPERTY_USAGE_EDITOR else ""
	flags += "d" if property.has("dynamic") else ""
	var default: String = effective[name].get(property.name, "")
	lines.append(PoolStringArray(
			["p", property.name, str(TYPES[property.type]), flags, kind(property), default]).join("\t"))


# What the type alone does not say: a class, the names of the values.
func kind(property: Dictionary) -> String:
	if property.hint in [PROPERTY_HINT_ENUM, PROPERTY_HINT_FLAGS, PROPERTY_HINT_RESOURCE_TYPE]:
		return property.hint_string
	return property["class_name"]


func write_overrides(name: String, inherited: Dictionary) -> void:
	var changed := []
	for property in values.get(name, {}):
		if inherited.has(property) and inherited[property] != values[name][property]:
			changed.append(property)
	changed.sort()
	for property in changed:
		lines.append("o\t%s\t%s" % [property, values[name][property]])


func write_signals(name: String) -> void:
	var found := {}
	for own_signal in ClassDB.class_get_signal_list(name, true):
		found[own_signal.name] = own_signal.args
	var sorted := found.keys()
	sorted.sort()
	for own_signal in sorted:
		var parts := PoolStringArray(["g", own_signal])
		for argument in found[own_signal]:
			var type: String = argument["class_name"]
			parts.append("%s:%s" % [argument.name, type if type != "" else str(TYPES[argument.type])])
		lines.append(parts.join("\t"))


func write_methods(name: String) -> void:
	var found := {}
	for method in ClassDB.class_get_method_list(name, true):
		var most: int = method.args.size()
		var least: int = most - method.default_args.size()
		var vararg: bool = method.flags & METHOD_FLAG_VARARG
		found[method.name] = "%d%s" % [least, "+" if vararg else ("" if most == least else "-%d" % most)]
	var sorted := found.keys()
	sorted.sort()
	var parts := PoolStringArray(["m"])
	for method in sorted:
		parts.append("%s:%s" % [method, found[method]])
	if not sorted.empty():
		lines.append(parts.join("\t"))
