//! `world.scene.load`: takes a scene into memory.

use scenewright_model::LoadedScene;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ask_world, confirmed, unload};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct SceneLoad;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneLoadArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// Beside the others; false unloads them
    #[serde(default)]
    additive: bool,
    /// Give up unsaved changes of the scenes that are unloaded, instead of refusing
    #[serde(default)]
    discard_unsaved: bool,
    /// Also give up those of others, which otherwise refuse it; with discardUnsaved
    #[serde(default)]
    include_others: bool,
    /// Must be true if unsaved changes are given up
    #[serde(default)]
    confirm: bool,
}

impl Operation for SceneLoad {
    type Args = SceneLoadArgs;
    type Output = LoadedScene;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.load",
        name: "Load a Scene",
        description: "Loads a scene into memory, in the place of those that are loaded or beside them. A scene that is loaded already stays as it is, unsaved changes included.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("No file is changed."),
        examples: include_str!("scene_load.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SceneLoadArgs, cx: &Cx<'_>) -> Result<LoadedScene, Failure> {
        confirmed(args.discard_unsaved, args.confirm, cx)?;
        let others = unload(args.discard_unsaved);
        ask_world(cx, |world, cx| {
            let cx = cx.including_others(args.include_others);
            world.load(&args.scene_path, args.additive, others, &cx)
        })
    }
}
