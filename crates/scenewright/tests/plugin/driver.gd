## Does in the editor what tests cannot do from outside: a command in a file is carried out, then the file goes.
@tool
extends EditorPlugin

const FILE := "res://.godot/driver.txt"
const PLUGIN := "scenewright"


func _process(_delta: float) -> void:
	if not FileAccess.file_exists(FILE):
		return
	var command := FileAccess.get_file_as_string(FILE)
	if command.is_empty():
		return
	DirAccess.remove_absolute(FILE)
	match command:
		"off":
			EditorInterface.set_plugin_enabled(PLUGIN, false)
		"on":
			EditorInterface.set_plugin_enabled(PLUGIN, true)
		"unfocus":
			get_tree().root.propagate_notification(NOTIFICATION_APPLICATION_FOCUS_OUT)
		"sleep":
			var file := FileAccess.open("res://.godot/sleep.txt", FileAccess.WRITE)
			file.store_string(str(OS.low_processor_usage_mode_sleep_usec))
		"quit":
			get_tree().quit()
