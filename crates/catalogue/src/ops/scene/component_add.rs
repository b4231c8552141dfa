//! `scene.component.add`: gives an object another component.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct ComponentAdd;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
    /// A built-in type ('Light') or a script's class ('PlayerController')
    component: String,
}

impl EditOperation for ComponentAdd {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.component.add",
        name: "Add a Component",
        description: "Unity: adds a component to an object, a built-in type or a script's class, with the values that the editor would give it.",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("component_add.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::AddComponent {
            object: args.target.object()?,
            scene: args.target.scene_path,
            component: args.component,
        })
    }
}
