## Turns images into data URLs of limited size.
@tool
extends RefCounted

const ScwBackground := preload("background.gd")


## {"image", "width", "height"}. Encoding a full screen as PNG takes 170 ms, so it runs on another thread.
static func encode(image: Image, options: Dictionary, tree: SceneTree) -> Dictionary:
	if options.format == "jpg":
		return _encode(image, options)
	return await ScwBackground.run(func() -> Dictionary: return _encode(image, options), tree)


static func _encode(image: Image, options: Dictionary) -> Dictionary:
	_shrink(image, options.max_width, options.max_height)
	var is_jpg: bool = options.format == "jpg"
	var bytes := image.save_jpg_to_buffer(options.quality) if is_jpg else image.save_png_to_buffer()
	return {
		"image": "data:image/%s;base64,%s" % ["jpeg" if is_jpg else "png", Marshalls.raw_to_base64(bytes)],
		"width": image.get_width(), "height": image.get_height(),
	}


static func _shrink(image: Image, max_width: int, max_height: int) -> void:
	if image.is_compressed():
		image.decompress()
	image.convert(Image.FORMAT_RGB8)
	var factor := minf(float(max_width) / image.get_width(), float(max_height) / image.get_height())
	if factor < 1.0:
		image.resize(maxi(1, int(image.get_width() * factor)), maxi(1, int(image.get_height() * factor)),
				Image.INTERPOLATE_BILINEAR)
