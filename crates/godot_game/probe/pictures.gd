extends RefCounted
## Pictures of the game, and numbers in them.

## How many pictures wait at most: a client that went away never asks for its own.
const MAX_DRAWN := 4
## Between the pictures of a sheet, and above each of them.
const GAP := 4
const LABEL := 16

var _tree: SceneTree
var _nodes: RefCounted
var _marks: RefCounted
var _id_picture: RefCounted
## Pictures that wait for their marks, and their frames.
var _drawn := {}
var _last_drawn := 0


func _init(tree: SceneTree, nodes: RefCounted) -> void:
	_tree = tree
	_nodes = nodes
	_marks = load(_file("marks.gd")).new(tree)


func _file(name: String) -> String:
	return (get_script() as Script).resource_path.get_base_dir().path_join(name)


## The last frame that was drawn, whose values are those of the tick before; or the one that was drawn for the marks.
func take(arguments: Dictionary) -> Dictionary:
	var image: Image
	var frame := Engine.get_process_frames() - 1
	if arguments.has("marks"):
		image = _drawn[arguments.drawn][0]
		frame = _drawn[arguments.drawn][1]
		_drawn.erase(arguments.drawn)
	else:
		var failure := _failure()
		if not failure.is_empty():
			return failure
		image = _tree.root.get_texture().get_image()
	if not image or image.is_empty():
		return { "error": "nothing has been drawn yet; let a tick pass", "kind": "no_picture" }
	var answer := { "frame": frame, "width": image.get_width(), "height": image.get_height() }
	var offset := Vector2.ZERO
	if not String(arguments.crop).is_empty():
		var rect := _crop(arguments.crop, image.get_size())
		if not rect.has_area():
			return _not_in_picture(arguments.crop)
		image = image.get_region(rect)
		offset = rect.position
	var factor := minf(1.0, minf(
			float(arguments.max_width) / image.get_width(), float(arguments.max_height) / image.get_height()))
	if factor < 1.0:
		image.resize(maxi(1, roundi(image.get_width() * factor)), maxi(1, roundi(image.get_height() * factor)), Image.INTERPOLATE_BILINEAR)
	if arguments.has("marks"):
		answer["marks"] = _draw_marks(image, arguments.marks, offset, factor)
	answer["shown_width"] = image.get_width()
	answer["shown_height"] = image.get_height()
	if image.get_format() != Image.FORMAT_RGB8:
		image.convert(Image.FORMAT_RGB8)
	answer["bytes"] = image.save_jpg_to_buffer(arguments.quality) if arguments.format == "jpg" else image.save_png_to_buffer()
	return answer


## The last frame that was drawn, whole or the part with an object, to be put on a sheet.
func see(arguments: Dictionary) -> Dictionary:
	var failure := _failure()
	if not failure.is_empty():
		return failure
	var image := _tree.root.get_texture().get_image()
	if not image or image.is_empty():
		return { "error": "nothing has been drawn yet; let a tick pass", "kind": "no_picture" }
	if not String(arguments.crop).is_empty():
		var rect := _crop(arguments.crop, image.get_size())
		if not rect.has_area():
			return _not_in_picture(arguments.crop)
		image = image.get_region(rect)
	image.convert(Image.FORMAT_RGB8)
	return { "image": image, "frame": Engine.get_process_frames() - 1 }


## One picture with those of several ticks, row by row, each with its tick above it.
func sheet(seen: Array, arguments: Dictionary) -> Dictionary:
	var largest := Vector2i.ONE
	var rows: Array = []
	for entry: Array in seen:
		if entry[1].get("kind") == "no_display":
			return entry[1]
		if entry[1].has("image"):
			largest = largest.max(entry[1].image.get_size())
		rows.append([entry[0], entry[1].get("frame", -1), entry[1].get("error", "")])
	var space := Vector2(arguments.max_width, arguments.max_height)
	var columns := _columns(seen.size(), largest, space)
	var lines := ceili(float(seen.size()) / columns)
	var room := Vector2(space.x / columns - GAP, space.y / lines - GAP - LABEL)
	var factor := minf(1.0, minf(room.x / largest.x, room.y / largest.y))
	var cell := Vector2i(Vector2(largest) * factor).maxi(1)
	var whole := Image.create_empty((cell.x + GAP) * columns + GAP, (cell.y + GAP + LABEL) * lines + GAP, false, Image.FORMAT_RGB8)
	whole.fill(Color(0.15, 0.15, 0.15))
	for index in seen.size():
		var place := Vector2i(GAP, GAP) + Vector2i(index % columns, index / columns) * (cell + Vector2i(GAP, GAP + LABEL))
		_write(whole, str(seen[index][0]), place + Vector2i(2, 2), Color.WHITE)
		var image: Image = seen[index][1].get("image")
		if image:
			image.resize(maxi(1, int(image.get_width() * factor)), maxi(1, int(image.get_height() * factor)), Image.INTERPOLATE_BILINEAR)
			whole.blit_rect(image, Rect2i(Vector2i.ZERO, image.get_size()), place + Vector2i(0, LABEL))
	return {
		"rows": rows, "frame": 0, "shown_width": whole.get_width(), "shown_height": whole.get_height(),
		"bytes": whole.save_jpg_to_buffer(arguments.quality) if arguments.format == "jpg" else whole.save_png_to_buffer(),
	}


## As many as let the pictures be the largest.
func _columns(count: int, size: Vector2, space: Vector2) -> int:
	var best := 1
	var best_factor := 0.0
	for columns in range(1, count + 1):
		var lines := ceili(float(count) / columns)
		var factor := minf((space.x / columns - GAP) / size.x, (space.y / lines - GAP - LABEL) / size.y)
		if factor > best_factor:
			best = columns
			best_factor = factor
	return best


func _failure() -> Dictionary:
	if DisplayServer.get_name() == "headless":
		return { "error": "a game without a display draws nothing", "kind": "no_display" }
	return {}


func _not_in_picture(path: String) -> Dictionary:
	return { "error": "'%s' is not in the picture" % path, "kind": "no_picture" }


func _crop(path: String, size: Vector2i) -> Rect2i:
	var node := _nodes.find(path) as Node
	if not node:
		return Rect2i()
	var found := Rect2()
	for part: Node in [node] + node.find_children("*", "", true, false):
		var rect: Variant = _marks.rect_of(part)
		if rect is Rect2 and rect.has_area():
			found = rect if not found.has_area() else found.merge(rect)
	return Rect2i(Vector2i.ZERO, size).intersection(Rect2i(found.grow(8)))


## All that could be marked, and a picture in which each of them has a colour of its own. The picture that a player sees is kept for `take`.
func objects(arguments: Dictionary) -> Dictionary:
	var failure := _failure()
	if not failure.is_empty():
		return failure
	var found: Array[Dictionary] = _marks.find()
	if not _id_picture:
		_id_picture = load(_file("id_picture.gd")).new(_tree, _marks)
	var answer: Dictionary = _id_picture.draw(found)
	var image := _tree.root.get_texture().get_image()
	if not image or image.is_empty():
		return { "error": "nothing has been drawn yet; let a tick pass", "kind": "no_picture" }
	answer["crop"] = Rect2i(Vector2i.ZERO, image.get_size())
	if not String(arguments.crop).is_empty():
		answer["crop"] = _crop(arguments.crop, image.get_size())
		if not answer.crop.has_area():
			return _not_in_picture(arguments.crop)
	_last_drawn += 1
	_drawn.erase(_last_drawn - MAX_DRAWN)
	_drawn[_last_drawn] = [image, Engine.get_process_frames()]
	answer["drawn"] = _last_drawn
	answer["objects"] = found.map(func(entry: Dictionary) -> Array:
		return [entry.object.get_instance_id(), entry.rank, entry.parent, entry.rect, entry.color, entry.flags])
	return answer


func _draw_marks(image: Image, wanted: Array, offset: Vector2, factor: float) -> Array:
	var described: Array = []
	for index in wanted.size():
		var object := instance_from_id(wanted[index][0]) as Node
		if not object:
			described.append({})
			continue
		var rect: Rect2 = wanted[index][1]
		_draw(image, index + 1, Rect2((rect.position - offset) * factor, rect.size * factor))
		var entry: Dictionary = _nodes.describe(object)
		entry["text"] = _marks.text_of(object)
		described.append(entry)
	return described


const COLORS: Array[Color] = [Color.RED, Color.YELLOW, Color.CYAN, Color.MAGENTA, Color.GREEN, Color.ORANGE]
## How many pixels a dot of a digit has.
const SCALE := 2
## Three columns and five rows for each digit, row by row.
const DIGITS: Array[String] = [
	"111101101101111", "010110010010111", "111001111100111", "111001111001111", "101101111001001",
	"111100111001111", "111100111101111", "111001001001001", "111101111101111", "111101111001111",
]


## A frame, and its number above it.
func _draw(image: Image, number: int, rect: Rect2) -> void:
	var color := COLORS[number % COLORS.size()]
	var box := Rect2i(rect)
	for side: Rect2i in [
			Rect2i(box.position, Vector2i(box.size.x, 1)), Rect2i(box.position, Vector2i(1, box.size.y)),
			Rect2i(box.position + Vector2i(0, box.size.y - 1), Vector2i(box.size.x, 1)),
			Rect2i(box.position + Vector2i(box.size.x - 1, 0), Vector2i(1, box.size.y))]:
		image.fill_rect(side, color)
	var text := str(number)
	var label := Rect2i(box.position - Vector2i(0, 5 * SCALE + 4), Vector2i(text.length() * 4 * SCALE + 2, 5 * SCALE + 4))
	label.position = label.position.clamp(Vector2i.ZERO, image.get_size() - label.size)
	image.fill_rect(label, color)
	_write(image, text, label.position + Vector2i(2, 2), Color.BLACK)


func _write(image: Image, text: String, place: Vector2i, color: Color) -> void:
	for index in text.length():
		var digit := DIGITS[text.unicode_at(index) - 48]
		for pixel in 15:
			if digit[pixel] == "1":
				image.fill_rect(Rect2i(place + Vector2i(index * 4 + pixel % 3, pixel / 3) * SCALE, Vector2i(SCALE, SCALE)), color)
