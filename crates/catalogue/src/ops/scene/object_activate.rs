//! `scene.object.activate`: activates or deactivates an object.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ObjectActivate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectActivateArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// true to activate, false to deactivate
    active: bool,
}

impl EditOperation for ObjectActivate {
    type Args = ObjectActivateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.activate",
        name: "Activate an Object",
        description: "Activates or deactivates an object: Unity's active flag; in Godot the visibility of visual nodes, otherwise the process mode.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_activate.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ObjectActivateArgs) -> Result<Edit, Failure> {
        Ok(Edit::SetActive {
            object: args.target.object()?,
            scene: args.target.scene_path,
            active: args.active,
        })
    }
}
