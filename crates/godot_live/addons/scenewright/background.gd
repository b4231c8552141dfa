## Runs something on another thread while the editor goes on drawing and answering.
@tool
extends RefCounted


static func run(work: Callable, tree: SceneTree) -> Variant:
	var box := {}
	var task := WorkerThreadPool.add_task(func() -> void: box["result"] = work.call())
	while not WorkerThreadPool.is_task_completed(task):
		await tree.process_frame
	WorkerThreadPool.wait_for_task_completion(task)
	return box.get("result")
