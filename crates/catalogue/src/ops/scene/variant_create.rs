//! `scene.variant.create`: creates a prefab variant or an inherited scene.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct VariantCreate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VariantCreateArgs {
    /// The base prefab or scene
    base: String,
    /// Path of the new file: 'Assets/Prefabs/New.prefab', 'res://new.tscn'
    path: String,
}

impl EditOperation for VariantCreate {
    type Args = VariantCreateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.variant.create",
        name: "Create a Variant",
        description: "Creates a variant of a prefab (Unity) or a scene that inherits another (Godot).",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("variant_create.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: VariantCreateArgs) -> Result<Edit, Failure> {
        Ok(Edit::InheritScene { base: args.base, path: args.path })
    }
}
