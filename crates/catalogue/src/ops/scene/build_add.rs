//! `scene.build.add`: adds a scene to the build list.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::editing::{EditOperation, default_true};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct BuildAdd;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BuildAddArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// Unity: whether it is enabled in the list
    #[serde(default = "default_true")]
    enabled: bool,
}

impl EditOperation for BuildAdd {
    type Args = BuildAddArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.build.add",
        name: "Add to Build",
        description: "Adds a scene to Unity's build list, or makes it the main scene of a Godot project.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("build_add.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: BuildAddArgs) -> Result<Edit, Failure> {
        Ok(Edit::AddToBuild { scene: args.scene_path, enabled: args.enabled })
    }
}
