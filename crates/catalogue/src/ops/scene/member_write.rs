//! `scene.member.write`: sets one member of a component or a node.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::target::ObjectTarget;
use crate::edit_value;
use crate::editing::{EditOperation, component_ref};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct MemberWrite;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberWriteArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The component's type ('Light', of several 'Light[1]') or its index; not needed for Godot nodes
    component: Option<String>,
    /// The member's path: 'm_LocalPosition.x', 'm_Materials[0]', 'm_Materials.Array.size'; Godot: 'position', 'metadata/x'
    member: String,
    /// JSON, in the form returned by reads: 3.5, true, "text", [1, 2], {"x": 1, "y": 2}, {"ref": "Assets/Wood.mat"}, {"object": "Player/Hand"}; Godot also {"literal": "Vector2i(1, 2)"}
    #[schemars(with = "String", extend("x-json" = true))]
    value: Value,
}

impl EditOperation for MemberWrite {
    type Args = MemberWriteArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.member.write",
        name: "Write a Member",
        description: "Sets one member of a component (Unity) or one property of a node (Godot) by its path. Inside an instance of a prefab or scene it becomes an override of that instance.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "Enums accept a number or a name. Only the affected lines change; a file that cannot be parsed completely is not written.",
        ),
        examples: include_str!("member_write.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: MemberWriteArgs) -> Result<Edit, Failure> {
        Ok(Edit::SetMember {
            object: args.target.object()?,
            scene: args.target.scene_path,
            component: args.component.as_deref().map(component_ref),
            member: args.member,
            value: edit_value::from_json(args.value)?,
        })
    }
}
