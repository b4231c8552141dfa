//! `scene.component.add`: adds a component to an object.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ComponentAdd;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComponentAddArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// A built-in type ('Light') or a script class ('PlayerController')
    component: String,
}

impl EditOperation for ComponentAdd {
    type Args = ComponentAddArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.component.add",
        name: "Add a Component",
        description: "Unity: adds a component (a built-in type or a script class) to an object, with the editor's default values.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("component_add.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ComponentAddArgs) -> Result<Edit, Failure> {
        Ok(Edit::AddComponent {
            object: args.target.object()?,
            scene: args.target.scene_path,
            component: args.component,
        })
    }
}
