//! `scene.object.delete`: deletes an object and its descendants.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ObjectDelete;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectDeleteArgs {
    #[serde(flatten)]
    target: ObjectTarget,
}

impl EditOperation for ObjectDelete {
    type Args = ObjectDeleteArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.delete",
        name: "Delete an Object",
        description: "Deletes an object with its components, its descendants and every reference to them in the same file. The notes name references that remain in other files.",
        category: "scene.edit",
        safety: SafetyLevel::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_delete.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ObjectDeleteArgs) -> Result<Edit, Failure> {
        Ok(Edit::DeleteObject { object: args.target.object()?, scene: args.target.scene_path })
    }
}
