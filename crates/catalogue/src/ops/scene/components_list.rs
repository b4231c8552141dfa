//! `scene.components.list`: lists the components of an object.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::target::{ComponentRow, ObjectTarget};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct ComponentsList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComponentsListArgs {
    #[serde(flatten)]
    target: ObjectTarget,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComponentsListOutput {
    /// Path to the scene
    scene_path: String,
    /// The object's path
    object_path: String,
    /// The object's id
    instance_id: u64,
    /// Its components, in editor order
    components: Vec<ComponentRow>,
}

impl Operation for ComponentsList {
    type Args = ComponentsListArgs;
    type Output = ComponentsListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.components.list",
        name: "List Components",
        description: "Lists the components of an object with their scripts and enabled flags. Read their members with scene.object.read or scene.member.read.",
        category: "scene",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("In Godot the first component is the node's class, the second its script."),
        examples: include_str!("components_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: ComponentsListArgs, cx: &Cx<'_>) -> Result<ComponentsListOutput, Failure> {
        let found = args.target.find(cx)?;
        let object = found.object();
        let components = object.components.iter().enumerate();
        Ok(ComponentsListOutput {
            scene_path: found.scene.path.clone(),
            object_path: object.path.clone(),
            instance_id: object.id.get(),
            components: components
                .map(|(index, component)| ComponentRow::new(index, component))
                .collect(),
        })
    }
}
