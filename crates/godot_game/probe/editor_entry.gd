extends Window
## Like entry.gd, for a game that the editor runs.


func _init() -> void:
	var folder := (get_script() as Script).resource_path.get_base_dir()
	var hold: RefCounted = load(folder.path_join("hold.gd")).new("scenewright")
	load(folder.path_join("probe.gd")).new(folder, hold)
