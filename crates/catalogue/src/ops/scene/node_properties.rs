//! `scene.node.properties`: reads the properties of a Godot node.

use scenewright_engine::Subject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use scenewright_model::NodeProperty;

use super::target::{ObjectTarget, ask_nodes};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json;

pub(crate) struct NodePropertiesRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodePropertiesReadArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// Also return properties that have their default value
    #[serde(default)]
    include_default: bool,
    /// Only properties whose category or name contains one of these texts; case-insensitive; all when empty
    #[serde(default)]
    categories: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NodePropertiesReadOutput {
    /// Path to the scene
    pub scene_path: String,
    /// The node's path
    pub node_path: String,
    /// Its class
    pub node_type: String,
    /// Path of its script; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// By name: type, value (numbers, strings and booleans as JSON, other types in Godot's notation, resources as paths) and category, the class that declares it
    pub properties: Map<String, Json>,
    /// The variables of its script by name: type, value and whether they are exported
    pub script_properties: Map<String, Json>,
}

impl Operation for NodePropertiesRead {
    type Args = NodePropertiesReadArgs;
    type Output = NodePropertiesReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.node.properties",
        name: "Read Node Properties",
        description: "Reads the properties of a Godot node as shown in Godot's inspector: type, value and category, and the variables of its script. Use it to see what differs from the defaults of the node's class.",
        category: "scene",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "For Godot projects. Types, categories and defaults come from the class data of the project's Godot, or of Godot 3.6 for a Godot 3 project.",
        ),
        examples: include_str!("node_properties.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: NodePropertiesReadArgs, cx: &Cx<'_>) -> Result<NodePropertiesReadOutput, Failure> {
        let found = args.target.find(cx)?;
        let object = found.object();
        let mut read = ask_nodes(cx, |nodes, cx| {
            nodes.node_properties(&found.scene.path, &[object.id], args.include_default, cx)
        })?;
        let Some(read) = read.pop() else {
            return Err(cx.not_found(Subject::Object, &object.path, []));
        };
        let wanted = |property: &&NodeProperty| is_wanted(property, &args.categories);
        let properties = read.properties.iter().filter(wanted).map(|property| {
            let mut row = row(property);
            row["category"] = json!(property.category);
            (property.name.clone(), row)
        });
        let script_properties = read.script_properties.iter().filter(wanted).map(|property| {
            let mut row = row(property);
            row["exported"] = json!(property.is_exported);
            (property.name.clone(), row)
        });
        Ok(NodePropertiesReadOutput {
            scene_path: found.scene.path.clone(),
            node_path: object.path.clone(),
            properties: properties.collect(),
            script_properties: script_properties.collect(),
            node_type: read.class,
            script: read.script,
        })
    }
}

fn row(property: &NodeProperty) -> Json {
    json!({ "type": property.type_name, "value": value_json::to_flat_json(&property.value) })
}

fn is_wanted(property: &NodeProperty, categories: &[String]) -> bool {
    let contains = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
    categories.is_empty()
        || categories
            .iter()
            .any(|part| contains(&property.category, part) || contains(&property.name, part))
}
