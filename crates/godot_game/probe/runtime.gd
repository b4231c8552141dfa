extends RefCounted
## Time, the camera and what is on the screen.

const METHODS := []

var _tree: SceneTree
var _nodes: RefCounted


func _init(tree: SceneTree, nodes: RefCounted) -> void:
	_tree = tree
	_nodes = nodes


func answers(method: String) -> bool:
	return method in METHODS
