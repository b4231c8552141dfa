//! `scene.override.revert`: takes back what an instance overrides.

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
    /// The component's type or its index [default: all of the object]
    component: Option<String>,
    /// The member's path [default: all of them]
    member: Option<String>,
}

impl EditOperation for OverrideRevert {
    type Args = OverrideRevertArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.override.revert",
        name: "Revert an Override",
        description: "Gives an instance back what its prefab or scene says: one member, a component, or everything that the instance overrides.",
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
