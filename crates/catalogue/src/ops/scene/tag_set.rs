//! `scene.tag.set`: gives an object a tag.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct TagSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
    /// The tag, e.g. 'Player'
    tag: String,
}

impl EditOperation for TagSet {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.tag.set",
        name: "Set a Tag",
        description: "Unity: gives an object one of the project's tags.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("tag_set.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::SetTag {
            object: args.target.object()?,
            scene: args.target.scene_path,
            tag: args.tag,
        })
    }
}
