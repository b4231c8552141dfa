//! `scene.object.duplicate`: copies an object and all below it.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct ObjectDuplicate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
    /// The copy's name [default: as the editor would name it]
    name: Option<String>,
}

impl EditOperation for ObjectDuplicate {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.object.duplicate",
        name: "Duplicate an Object",
        description: "Copies an object with everything below it, beside itself; references within the copy lead to the copy.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_duplicate.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::DuplicateObject {
            object: args.target.object()?,
            scene: args.target.scene_path,
            name: args.name,
        })
    }
}
