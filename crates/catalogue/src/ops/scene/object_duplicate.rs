//! `scene.object.duplicate`: duplicates an object and its descendants.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ObjectDuplicate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectDuplicateArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The copy's name [default: as the editor would name it]
    name: Option<String>,
}

impl EditOperation for ObjectDuplicate {
    type Args = ObjectDuplicateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.duplicate",
        name: "Duplicate an Object",
        description: "Duplicates an object and its descendants next to the original; references inside the copy point to the copy.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_duplicate.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ObjectDuplicateArgs) -> Result<Edit, Failure> {
        Ok(Edit::DuplicateObject {
            object: args.target.object()?,
            scene: args.target.scene_path,
            name: args.name,
        })
    }
}
