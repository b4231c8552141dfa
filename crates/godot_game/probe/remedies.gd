extends RefCounted
## Makes random numbers the same in every run.

var _tree: SceneTree
var _seed: int
var _seeds_each_tick: bool
var _generators := 0


func _init(tree: SceneTree, request: Dictionary) -> void:
	_tree = tree
	_seed = request.seed
	_seeds_each_tick = request.each_tick
	if request.generators:
		_seed_below(tree.root)
		tree.node_added.connect(_on_node_added)


func step(tick: int) -> void:
	if _seeds_each_tick:
		seed(_seed + tick)


func _seed_below(node: Node) -> void:
	_seed_members(node)
	for child in node.get_children():
		_seed_below(child)


## Some members get their value when the node is ready.
func _on_node_added(node: Node) -> void:
	_seed_members(node)
	if not node.is_node_ready():
		node.ready.connect(_seed_members.bind(node), CONNECT_ONE_SHOT)


func _seed_members(node: Node) -> void:
	var script := node.get_script() as Script
	if not script:
		return
	for property in script.get_script_property_list():
		if property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE:
			var value: Variant = node.get(property.name)
			if value is RandomNumberGenerator:
				_generators += 1
				value.seed = hash([_seed, _generators])
