//! `scene.script.detach`: removes the script of a node.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ScriptDetach;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScriptDetachArgs {
    #[serde(flatten)]
    target: ObjectTarget,
}

impl EditOperation for ScriptDetach {
    type Args = ScriptDetachArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.script.detach",
        name: "Detach a Script",
        description: "Godot: removes the script of a node, with the values of its exported variables.",
        category: "scene.edit",
        safety: SafetyLevel::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("script_detach.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ScriptDetachArgs) -> Result<Edit, Failure> {
        Ok(Edit::DetachScript { object: args.target.object()?, scene: args.target.scene_path })
    }
}
