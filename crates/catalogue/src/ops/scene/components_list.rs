//! `scene.components.list`: what an object is made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::target::{Card, Target};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};

pub(crate) struct ComponentsList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// Path to the scene
    scene_path: String,
    /// The object's path
    object_path: String,
    /// The object's id
    instance_id: u64,
    /// Its components, in the order of the editor
    components: Vec<Card>,
}

impl Operation for ComponentsList {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "scene.components.list",
        name: "List Components",
        description: "Lists the components of one object with their scripts and switches. Use it to see what an object is made of, then read their members with scene.object.read or scene.member.read.",
        category: "scene",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some("In Godot the first component is the node's class, the second its script."),
        examples: include_str!("components_list.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let found = args.target.find(cx)?;
        let object = found.object();
        let components = object.components.iter().enumerate();
        Ok(Output {
            scene_path: found.scene.path.clone(),
            object_path: object.path.clone(),
            instance_id: object.id.get(),
            components: components.map(|(index, component)| Card::of(index, component)).collect(),
        })
    }
}
