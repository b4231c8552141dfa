//! `scene.object.reparent`: moves an object in the hierarchy.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::edit_value::object_ref;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ObjectReparent;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectReparentArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The parent's path, or 'obj:' and its instanceId [default: a root; Godot: a child of the root]
    parent_path: Option<String>,
    /// Position among the siblings, from 0 [default: last]
    sibling_index: Option<usize>,
    /// Adjust its transform to keep its world position
    #[serde(default)]
    keep_world: bool,
}

impl EditOperation for ObjectReparent {
    type Args = ObjectReparentArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.reparent",
        name: "Reparent an Object",
        description: "Moves an object to another parent, or to another position among its siblings.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_reparent.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ObjectReparentArgs) -> Result<Edit, Failure> {
        Ok(Edit::ReparentObject {
            object: args.target.object()?,
            scene: args.target.scene_path,
            parent: args.parent_path.as_deref().map(object_ref),
            sibling: args.sibling_index,
            keep_world: args.keep_world,
        })
    }
}
