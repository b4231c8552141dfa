//! `world.scene.reload`: back to what the disk has.

use scenewright_model::LoadedScene;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ask_world, confirmed};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct SceneReload;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneReloadArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// Also give up those of others, which otherwise refuse it
    #[serde(default)]
    include_others: bool,
    /// Must be true if unsaved changes are given up
    #[serde(default)]
    confirm: bool,
}

impl Operation for SceneReload {
    type Args = SceneReloadArgs;
    type Output = LoadedScene;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.reload",
        name: "Reload a Scene",
        description: "Makes a loaded scene what the disk has, and gives up its unsaved changes. A scene without unsaved changes follows the disk by itself.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("No file is changed."),
        examples: include_str!("scene_reload.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SceneReloadArgs, cx: &Cx<'_>) -> Result<LoadedScene, Failure> {
        let loaded = ask_world(cx, |world, cx| world.loaded(cx))?;
        let is_dirty = loaded.iter().any(|scene| scene.is_dirty && scene.path == args.scene_path);
        // A path may be spelled in several ways: with changes anywhere, one is asked for a word.
        let is_listed = loaded.iter().any(|scene| scene.path == args.scene_path);
        let may_lose = is_dirty
            || args.include_others
            || (!is_listed && loaded.iter().any(|scene| scene.is_dirty));
        confirmed(may_lose, args.confirm, cx)?;
        ask_world(cx, |world, cx| {
            world.reload(&args.scene_path, &cx.including_others(args.include_others))
        })
    }
}
