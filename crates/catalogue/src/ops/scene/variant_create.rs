//! `scene.variant.create`: makes a prefab variant or an inherited scene.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::About;

pub(crate) struct VariantCreate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    /// The prefab or scene to build on
    base: String,
    /// Where: 'Assets/Prefabs/New.prefab', 'res://new.tscn'
    path: String,
}

impl EditOperation for VariantCreate {
    type Args = Args;

    const ABOUT: About = About {
        id: "scene.variant.create",
        name: "Create a Variant",
        description: "Makes a variant of a prefab (Unity) or a scene that inherits another (Godot).",
        category: "scene.edit",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("variant_create.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn edit(args: Args) -> Result<Edit, Failure> {
        Ok(Edit::InheritScene { base: args.base, path: args.path })
    }
}
