extends Window
## The script of the root window for the moment in which it creates the probe. The debugger takes it away again.


func _init() -> void:
	var folder := (get_script() as Script).resource_path.get_base_dir()
	load(folder.path_join("probe.gd")).new(folder)
