//! `scene.object.delete`: removes an object and all below it.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct ObjectDelete;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
}

impl EditOperation for ObjectDelete {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.object.delete",
        name: "Delete an Object",
        description: "Removes an object with its components, its descendants and every reference to them in the same file. The notes name references that remain in other files.",
        category: "scene.edit",
        safety: Safety::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_delete.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::DeleteObject { object: args.target.object()?, scene: args.target.scene_path })
    }
}
