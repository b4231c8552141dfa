//! `scene.component.remove`: removes a component from an object.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::{EditOperation, component_ref};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ComponentRemove;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComponentRemoveArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The component's type ('Light', of several 'Light[1]') or its index
    component: String,
}

impl EditOperation for ComponentRemove {
    type Args = ComponentRemoveArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.component.remove",
        name: "Remove a Component",
        description: "Unity: removes a component from an object, and every reference to it in the same file.",
        category: "scene.edit",
        safety: SafetyLevel::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("component_remove.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ComponentRemoveArgs) -> Result<Edit, Failure> {
        Ok(Edit::RemoveComponent {
            object: args.target.object()?,
            scene: args.target.scene_path,
            component: component_ref(&args.component),
        })
    }
}
