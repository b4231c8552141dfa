//! `scene.group.set`: adds a node to a group or takes it out.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::{EditOperation, yes};
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct GroupSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
    /// The group's name
    group: String,
    /// false takes the node out of it
    #[serde(default = "yes")]
    join: bool,
}

impl EditOperation for GroupSet {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.group.set",
        name: "Set a Group",
        description: "Godot: adds a node to a group, or takes it out of it.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("group_set.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::SetGroup {
            object: args.target.object()?,
            scene: args.target.scene_path,
            group: args.group,
            member: args.join,
        })
    }
}
