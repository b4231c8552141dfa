## The plugin's project settings. They appear in the project settings dialog; a value that equals its default is
## not written to project.godot.
@tool
extends RefCounted

const PORT := "godoty/port"
const ALLOW_DANGEROUS := "godoty/allow_dangerous_actions"
const ALLOW_WITHOUT_TOKEN := "godoty/allow_clients_without_token"

const DEFAULTS := {
	PORT: 6550,
	ALLOW_DANGEROUS: false,
	ALLOW_WITHOUT_TOKEN: false,
}


static func declare() -> void:
	for name: String in DEFAULTS:
		if not ProjectSettings.has_setting(name):
			ProjectSettings.set_setting(name, DEFAULTS[name])
		ProjectSettings.set_initial_value(name, DEFAULTS[name])
		ProjectSettings.set_as_basic(name, true)
	ProjectSettings.add_property_info({
		"name": PORT, "type": TYPE_INT, "hint": PROPERTY_HINT_RANGE, "hint_string": "1024,65515,1",
	})


static func port() -> int:
	return clampi(int(ProjectSettings.get_setting(PORT, DEFAULTS[PORT])), 1, 65515)


static func allows_dangerous() -> bool:
	return bool(ProjectSettings.get_setting(ALLOW_DANGEROUS, false))


static func allows_without_token() -> bool:
	return bool(ProjectSettings.get_setting(ALLOW_WITHOUT_TOKEN, false))
