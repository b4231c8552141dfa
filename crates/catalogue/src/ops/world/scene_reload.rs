//! `world.scene.reload`: reloads a scene from disk.

use scenewright_model::LoadedScene;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ask_world, require_confirmation};
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
    /// Also drop changes of others, which would block the call
    #[serde(default)]
    include_others: bool,
    /// Must be true if unsaved changes are lost
    #[serde(default)]
    confirm: bool,
}

impl Operation for SceneReload {
    type Args = SceneReloadArgs;
    type Output = LoadedScene;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.reload",
        name: "Reload a Scene",
        description: "Reloads a loaded scene from disk and discards its unsaved changes. A scene without unsaved changes follows the disk automatically.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("Changes no files."),
        examples: include_str!("scene_reload.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SceneReloadArgs, cx: &Cx<'_>) -> Result<LoadedScene, Failure> {
        let loaded = ask_world(cx, |world, cx| world.loaded(cx))?;
        let is_dirty = loaded.iter().any(|scene| scene.is_dirty && scene.path == args.scene_path);
        // A path may be spelled in several ways: with unsaved changes in any scene, ask for confirmation.
        let is_listed = loaded.iter().any(|scene| scene.path == args.scene_path);
        let may_lose = is_dirty
            || args.include_others
            || (!is_listed && loaded.iter().any(|scene| scene.is_dirty));
        require_confirmation(may_lose, args.confirm, cx)?;
        ask_world(cx, |world, cx| {
            world.reload(&args.scene_path, &cx.including_others(args.include_others))
        })
    }
}
