//! `scene.override.revert`: reverts overrides of an instance.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::{EditOperation, component_ref};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct OverrideRevert;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverrideRevertArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The component's type or its index [default: the whole object]
    component: Option<String>,
    /// The member's path [default: all members]
    member: Option<String>,
}

impl EditOperation for OverrideRevert {
    type Args = OverrideRevertArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.override.revert",
        name: "Revert an Override",
        description: "Reverts overrides of an instance to the values of its prefab or scene: one member, a component or all overrides.",
        category: "scene.edit",
        safety: SafetyLevel::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("override_revert.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: OverrideRevertArgs) -> Result<Edit, Failure> {
        Ok(Edit::RevertOverride {
            object: args.target.object()?,
            scene: args.target.scene_path,
            component: args.component.as_deref().map(component_ref),
            member: args.member,
        })
    }
}
