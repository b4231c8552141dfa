//! `scene.group.set`: adds a node to a group or removes it.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::{EditOperation, default_true};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct GroupSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GroupSetArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The group's name
    group: String,
    /// false removes the node from the group
    #[serde(default = "default_true")]
    join: bool,
}

impl EditOperation for GroupSet {
    type Args = GroupSetArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.group.set",
        name: "Set a Group",
        description: "Godot: adds a node to a group or removes it from the group.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("group_set.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: GroupSetArgs) -> Result<Edit, Failure> {
        Ok(Edit::SetGroup {
            object: args.target.object()?,
            scene: args.target.scene_path,
            group: args.group,
            member: args.join,
        })
    }
}
