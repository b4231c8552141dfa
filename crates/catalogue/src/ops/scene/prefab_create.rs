//! `scene.prefab.create`: creates a prefab from an object.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct PrefabCreate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrefabCreateArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// Path of the new file: 'Assets/Prefabs/New.prefab', 'res://new.tscn'
    path: String,
}

impl EditOperation for PrefabCreate {
    type Args = PrefabCreateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.prefab.create",
        name: "Create a Prefab",
        description: "Creates a prefab (Godot: a scene) from an object of a scene, which becomes an instance of it.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("prefab_create.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: PrefabCreateArgs) -> Result<Edit, Failure> {
        Ok(Edit::CreatePrefab {
            object: args.target.object()?,
            scene: args.target.scene_path,
            path: args.path,
        })
    }
}
