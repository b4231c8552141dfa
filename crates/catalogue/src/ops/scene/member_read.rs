//! `scene.member.read`: reads one member of a component.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::target::{ObjectTarget, ask_members};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json::ValueRecord;

pub(crate) struct MemberRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberReadArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The component's type ('Light', of several 'Light[1]') or its index
    component: String,
    /// The member's path: 'm_LocalPosition.x', 'm_Materials[0]', 'm_Materials.Array.size'; Godot: 'position.x', 'points[0]', 'shape.size'
    member: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberReadOutput {
    /// Path to the scene
    scene_path: String,
    /// The object's path
    object_path: String,
    /// The object's id
    instance_id: u64,
    /// The component's type
    component: String,
    /// Position among the object's components
    component_index: usize,
    /// The member's path
    member: String,
    /// Its value
    value: ValueRecord,
}

impl Operation for MemberRead {
    type Args = MemberReadArgs;
    type Output = MemberReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.member.read",
        name: "Read a Member",
        description: "Reads one member of a component by its path, with all prefab or instance overrides applied. Use it for a single value, an item of a long array or a field that scene.object.read omits.",
        category: "scene",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Unity: paths are property paths; 'm_Materials[0]' is short for 'm_Materials.Array.data[0]'. Godot: paths start with a property name and may continue into resources of the same file; properties that the scene does not set have the default of the class or script.",
        ),
        examples: include_str!("member_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: MemberReadArgs, cx: &Cx<'_>) -> Result<MemberReadOutput, Failure> {
        let found = args.target.find(cx)?;
        let index = found.component(&args.component, cx)?;
        let object = found.object();
        let value = ask_members(cx, |members, cx| {
            members.member(&found.scene.path, object.id, index, &args.member, cx)
        })?;
        Ok(MemberReadOutput {
            scene_path: found.scene.path.clone(),
            object_path: object.path.clone(),
            instance_id: object.id.get(),
            component: object.components[index].type_name.clone(),
            component_index: index,
            member: args.member,
            value: ValueRecord::new(&value),
        })
    }
}
