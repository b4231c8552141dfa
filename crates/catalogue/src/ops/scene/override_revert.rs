//! `scene.override.revert`: takes back what an instance overrides.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::Target;
use crate::editing::{EditOperation, component_ref};
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct OverrideRevert;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    #[serde(flatten)]
    target: Target,
    /// The component's type or its index [default: all of the object]
    component: Option<String>,
    /// The member's path [default: all of them]
    member: Option<String>,
}

impl EditOperation for OverrideRevert {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.override.revert",
        name: "Revert an Override",
        description: "Gives an instance back what its prefab or scene says: one member, a component, or everything that the instance overrides.",
        category: "scene.edit",
        safety: Safety::Destructive,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("override_revert.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::RevertOverride {
            object: args.target.object()?,
            scene: args.target.scene_path,
            component: args.component.as_deref().map(component_ref),
            member: args.member,
        })
    }
}
