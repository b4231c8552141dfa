extends RefCounted
## What the debugger of Godot does not tell: objects by their ids, scripts that differ from their files, and the
## performance monitors over time.

const METHODS := ["portable", "changed_scripts", "monitors"]
## The names in the order of `Performance.Monitor`, as far as they are the same in all versions.
const MONITORS := [
	"time/fps", "time/process", "time/physics_process", "time/navigation_process", "memory/static",
	"memory/static_max", "memory/message_buffer_max", "object/objects", "object/resources", "object/nodes",
	"object/orphan_nodes", "raster/total_objects_drawn", "raster/total_primitives_drawn",
	"raster/total_draw_calls", "video/video_mem", "video/texture_mem", "video/buffer_mem",
	"physics_2d/active_objects", "physics_2d/collision_pairs", "physics_2d/islands",
	"physics_3d/active_objects", "physics_3d/collision_pairs", "physics_3d/islands", "audio/output_latency",
]
const KEPT := 1000

var _nodes: RefCounted
var _rows: Array = []
var _dropped := 0


func _init(nodes: RefCounted) -> void:
	_nodes = nodes


func answers(method: String) -> bool:
	return method in METHODS


## The monitors are read once in a second of game time.
func step(tick: int) -> void:
	if tick % Engine.physics_ticks_per_second == 0:
		_add_row(tick)


func _add_row(tick: int) -> void:
	if not _rows.is_empty() and _rows[-1][0] == tick:
		return
	var values := {}
	for index in MONITORS.size():
		values[MONITORS[index]] = Performance.get_monitor(index)
	for name in Performance.get_custom_monitor_names():
		var value: Variant = Performance.get_custom_monitor(name)
		if value is int or value is float:
			values[String(name)] = value
	_rows.append([tick, values])
	if _rows.size() >= 2 * KEPT:
		_dropped += _rows.size() - KEPT
		_rows = _rows.slice(-KEPT)


## The last rows, and one of this moment.
func monitors(arguments: Dictionary) -> Dictionary:
	_add_row(Engine.get_physics_frames())
	var rows := _rows.slice(-int(arguments.limit))
	return { "rows": rows, "left_out": _dropped + _rows.size() - rows.size() }


## Those of the scripts that the game has loaded and that are not as in their files.
func changed_scripts(arguments: Dictionary) -> Dictionary:
	var changed: Array = []
	var loaded := 0
	for path: String in arguments.paths:
		if not ResourceLoader.has_cached(path):
			continue
		var script := load(path) as Script
		if script:
			loaded += 1
			if script.source_code != FileAccess.get_file_as_string(path):
				changed.append(path)
	return { "changed": changed, "loaded": loaded }


func portable(arguments: Dictionary) -> Dictionary:
	var found: Array = []
	for id: int in arguments.ids:
		found.append(_nodes.portable(instance_from_id(id)))
	return { "objects": found }
