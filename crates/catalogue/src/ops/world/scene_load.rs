//! `world.scene.load`: loads a scene into memory.

use scenewright_model::LoadedScene;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ask_world, require_confirmation, unload_mode};
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
    /// Load it in addition to the loaded scenes; false unloads those
    #[serde(default)]
    additive: bool,
    /// Discard unsaved changes of the unloaded scenes instead of refusing
    #[serde(default)]
    discard_unsaved: bool,
    /// With discardUnsaved: also drop changes of others, which would block the call
    #[serde(default)]
    include_others: bool,
    /// Must be true if unsaved changes are lost
    #[serde(default)]
    confirm: bool,
}

impl Operation for SceneLoad {
    type Args = SceneLoadArgs;
    type Output = LoadedScene;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.load",
        name: "Load a Scene",
        description: "Loads a scene into memory, replacing the loaded scenes or in addition to them. A scene that is already loaded stays as it is, including its unsaved changes.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("Changes no files."),
        examples: include_str!("scene_load.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SceneLoadArgs, cx: &Cx<'_>) -> Result<LoadedScene, Failure> {
        require_confirmation(args.discard_unsaved, args.confirm, cx)?;
        let others = unload_mode(args.discard_unsaved);
        ask_world(cx, |world, cx| {
            let cx = cx.including_others(args.include_others);
            world.load(&args.scene_path, args.additive, others, &cx)
        })
    }
}
