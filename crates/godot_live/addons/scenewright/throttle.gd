## Keeps the editor's main loop responsive while clients work with it. Godot sleeps 6.9 ms between frames and 100 ms
## while its window has no focus, which is the normal case when a program works in it.
@tool
extends RefCounted

const WORKING_USEC := 1000
const CONNECTED_USEC := 4000
const WORKING_MS := 2000

var _is_active := false


## Every frame: when the focus changes, Godot sets its own value again.
func hold(has_clients: bool, last_request: int) -> void:
	if not has_clients:
		release()
		return
	_is_active = true
	var is_working := Time.get_ticks_msec() - last_request < WORKING_MS
	OS.low_processor_usage_mode_sleep_usec = WORKING_USEC if is_working else CONNECTED_USEC


## Back to what the editor's own settings say.
func release() -> void:
	if not _is_active:
		return
	_is_active = false
	var settings := EditorInterface.get_editor_settings()
	var window := EditorInterface.get_base_control().get_window()
	var is_focused := DisplayServer.get_name() == "headless" or (window != null and window.has_focus())
	var name := "interface/editor/%slow_processor_mode_sleep_usec" % ("" if is_focused else "unfocused_")
	var value: Variant = settings.get_setting(name) if settings.has_setting(name) else null
	OS.low_processor_usage_mode_sleep_usec = int(value) if value != null else 6900
