//! `scene.override.apply`: makes an override the value of the source.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::{EditOperation, component_ref};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct OverrideApply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverrideApplyArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The component's type or its index [default: all of the object]
    component: Option<String>,
    /// The member's path [default: all of them]
    member: Option<String>,
}

impl EditOperation for OverrideApply {
    type Args = OverrideApplyArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.override.apply",
        name: "Apply an Override",
        description: "Writes what an instance overrides into its prefab or scene, so that all instances have it: one member, a component, or everything.",
        category: "scene.edit",
        safety: SafetyLevel::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("override_apply.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: OverrideApplyArgs) -> Result<Edit, Failure> {
        Ok(Edit::ApplyOverride {
            object: args.target.object()?,
            scene: args.target.scene_path,
            component: args.component.as_deref().map(component_ref),
            member: args.member,
        })
    }
}
