//! `scene.script.attach`: gives a node a script.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct ScriptAttach;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
    /// The script's path, e.g. 'res://player.gd'
    script: String,
}

impl EditOperation for ScriptAttach {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.script.attach",
        name: "Attach a Script",
        description: "Godot: gives a node a script, in place of one that it may have.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("script_attach.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::AttachScript {
            object: args.target.object()?,
            scene: args.target.scene_path,
            script: args.script,
        })
    }
}
