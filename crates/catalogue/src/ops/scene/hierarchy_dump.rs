//! `scene.hierarchy.dump`: a scene as a tree.

use scenewright_model::{ObjectIndex, Scene};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};

pub(crate) struct HierarchyDump;

/// Each level costs two levels of JSON, and common readers stop at 128 of those.
const MAX_DEPTH: usize = 60;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// How many levels to return; the roots are level 1
    #[serde(default = "max_depth")]
    #[schemars(range(min = 1, max = 60))]
    depth: usize,
}

fn max_depth() -> usize {
    MAX_DEPTH
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// Path to the scene that was dumped
    scene_path: String,
    /// Root GameObjects (Godot: the root node) in the order of the editor
    root_objects: Vec<Object>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Object {
    /// The object's name
    name: String,
    /// Names from the root, joined by '/'
    path: String,
    /// Stable id: the same for as long as the object stays in its file
    instance_id: u64,
    /// false for an object that is switched off (Godot: hidden); absent otherwise
    #[serde(skip_serializing_if = "is_true")]
    active: bool,
    /// Types of its components (Godot: the node's class, then its script)
    components: Vec<String>,
    /// Objects below it
    children: Vec<Object>,
}

fn is_true(value: &bool) -> bool {
    *value
}

impl Operation for HierarchyDump {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "scene.hierarchy.dump",
        name: "Dump Scene Hierarchy",
        description: "Returns the complete GameObject hierarchy for a scene, including components per node and object paths. Cornerstone tool for editor reasoning and structural analysis.",
        category: "scene",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Prefab instances and instanced scenes are resolved. For a large scene start with a small depth.",
        ),
        examples: include_str!("hierarchy_dump.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let scene = cx.ask(|engine, cx| engine.scene(&args.scene_path, cx))?;
        let mut shown = 0;
        let root_objects = objects(&scene, &scene.roots, args.depth, &mut shown);
        if shown < scene.objects.len() {
            cx.note(format!(
                "{shown} of {} objects are shown; the others are deeper than {} levels.",
                scene.objects.len(),
                args.depth
            ));
        }
        Ok(Output { scene_path: scene.path.clone(), root_objects })
    }
}

/// Recursion is bounded by `levels`, which is at most [`MAX_DEPTH`].
fn objects(
    scene: &Scene,
    indices: &[ObjectIndex],
    levels: usize,
    shown: &mut usize,
) -> Vec<Object> {
    if levels == 0 {
        return Vec::new();
    }
    let object = |&index: &ObjectIndex| {
        let object = scene.object(index);
        *shown += 1;
        Object {
            name: object.name.clone(),
            path: object.path.clone(),
            instance_id: object.id.get(),
            active: object.active,
            components: object
                .components
                .iter()
                .map(|component| component.type_name.clone())
                .collect(),
            children: objects(scene, &object.children, levels - 1, shown),
        }
    };
    indices.iter().map(object).collect()
}
