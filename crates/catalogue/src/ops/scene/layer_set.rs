//! `scene.layer.set`: sets the layer of an object.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct LayerSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LayerSetArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The layer's name, or its number as text
    layer: String,
}

impl EditOperation for LayerSet {
    type Args = LayerSetArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.layer.set",
        name: "Set a Layer",
        description: "Unity: sets the layer of an object, not of its children.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("layer_set.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: LayerSetArgs) -> Result<Edit, Failure> {
        Ok(Edit::SetLayer {
            object: args.target.object()?,
            scene: args.target.scene_path,
            layer: args.layer,
        })
    }
}
