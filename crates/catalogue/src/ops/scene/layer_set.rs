//! `scene.layer.set`: puts an object on a layer.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct LayerSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
    /// The layer's name or its number as text
    layer: String,
}

impl EditOperation for LayerSet {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.layer.set",
        name: "Set a Layer",
        description: "Unity: puts an object on a layer, without its children.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("layer_set.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::SetLayer {
            object: args.target.object()?,
            scene: args.target.scene_path,
            layer: args.layer,
        })
    }
}
