//! `scene.override.apply`: applies overrides to the source of an instance.

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
    /// The component's type or its index [default: the whole object]
    component: Option<String>,
    /// The member's path [default: all members]
    member: Option<String>,
}

impl EditOperation for OverrideApply {
    type Args = OverrideApplyArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.override.apply",
        name: "Apply an Override",
        description: "Applies overrides of an instance to its prefab or scene, and so to all instances: one member, a component or all overrides.",
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
