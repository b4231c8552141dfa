//! `scene.script.attach`: attaches a script to a node.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ScriptAttach;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScriptAttachArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The script's path, e.g. 'res://player.gd'
    script: String,
}

impl EditOperation for ScriptAttach {
    type Args = ScriptAttachArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.script.attach",
        name: "Attach a Script",
        description: "Godot: attaches a script to a node, replacing any existing one.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("script_attach.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ScriptAttachArgs) -> Result<Edit, Failure> {
        Ok(Edit::AttachScript {
            object: args.target.object()?,
            scene: args.target.scene_path,
            script: args.script,
        })
    }
}
