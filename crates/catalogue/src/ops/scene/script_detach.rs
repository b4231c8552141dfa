//! `scene.script.detach`: takes the script off a node.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct ScriptDetach;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
}

impl EditOperation for ScriptDetach {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.script.detach",
        name: "Detach a Script",
        description: "Godot: takes the script off a node, with the values of its exported variables.",
        category: "scene.edit",
        safety: Safety::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("script_detach.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::DetachScript { object: args.target.object()?, scene: args.target.scene_path })
    }
}
