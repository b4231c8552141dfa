//! `scene.instance.create`: instantiates a prefab or scene in a scene.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::edit_value::object_ref;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct InstanceCreate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstanceCreateArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// The prefab or scene to instantiate
    source: String,
    /// The parent's path, or 'obj:' and its instanceId [default: a root; Godot: a child of the root]
    parent_path: Option<String>,
    /// Position among the siblings, from 0 [default: last]
    sibling_index: Option<usize>,
    /// The instance's name [default: the source's name]
    name: Option<String>,
}

impl EditOperation for InstanceCreate {
    type Args = InstanceCreateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.instance.create",
        name: "Create an Instance",
        description: "Instantiates a prefab (Unity) or a scene (Godot) in a scene.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("instance_create.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: InstanceCreateArgs) -> Result<Edit, Failure> {
        Ok(Edit::Instantiate {
            parent: args.parent_path.as_deref().map(object_ref),
            scene: args.scene_path,
            source: args.source,
            sibling: args.sibling_index,
            name: args.name,
        })
    }
}
