//! `scene.object.rename`: renames an object.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ObjectRename;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectRenameArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// Its new name
    name: String,
}

impl EditOperation for ObjectRename {
    type Args = ObjectRenameArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.rename",
        name: "Rename an Object",
        description: "Renames an object of a scene or prefab. In Godot, node paths, connections and animation tracks in the same file that point to it are updated.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_rename.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ObjectRenameArgs) -> Result<Edit, Failure> {
        let object = args.target.object()?;
        Ok(Edit::RenameObject { scene: args.target.scene_path, object, name: args.name })
    }
}
