//! `world.scene.unload`: takes a scene out of memory.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{LoadedScenesOutput, ask_world, confirmed, unload};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct SceneUnload;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneUnloadArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// Give up its unsaved changes, instead of refusing
    #[serde(default)]
    discard_unsaved: bool,
    /// Also give up those of others, which otherwise refuse it; with discardUnsaved
    #[serde(default)]
    include_others: bool,
    /// Must be true if unsaved changes are given up
    #[serde(default)]
    confirm: bool,
}

impl Operation for SceneUnload {
    type Args = SceneUnloadArgs;
    type Output = LoadedScenesOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.unload",
        name: "Unload a Scene",
        description: "Takes a scene out of memory and lists those that stay. Refused when it has unsaved changes, unless they are given up.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "No file is changed. Files that were changed in memory together with the scene, such as a prefab made from one of its objects, are given up with it.",
        ),
        examples: include_str!("scene_unload.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SceneUnloadArgs, cx: &Cx<'_>) -> Result<LoadedScenesOutput, Failure> {
        confirmed(args.discard_unsaved, args.confirm, cx)?;
        let how = unload(args.discard_unsaved);
        ask_world(cx, |world, cx| {
            world.unload(&args.scene_path, how, &cx.including_others(args.include_others))
        })?;
        LoadedScenesOutput::read(cx)
    }
}
