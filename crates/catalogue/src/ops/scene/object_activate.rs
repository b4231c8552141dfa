//! `scene.object.activate`: switches an object on or off.

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
    /// On or off
    active: bool,
}

impl EditOperation for ObjectActivate {
    type Args = ObjectActivateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.activate",
        name: "Activate an Object",
        description: "Switches an object on or off: Unity's active flag; in Godot the visibility of what can be seen, else the process mode.",
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
