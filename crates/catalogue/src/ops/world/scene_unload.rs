//! `world.scene.unload`: unloads a scene from memory.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{LoadedScenesOutput, ask_world, require_confirmation, unload_mode};
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
    /// Discard its unsaved changes instead of refusing
    #[serde(default)]
    discard_unsaved: bool,
    /// With discardUnsaved: also drop changes of others, which would block the call
    #[serde(default)]
    include_others: bool,
    /// Must be true if unsaved changes are lost
    #[serde(default)]
    confirm: bool,
}

impl Operation for SceneUnload {
    type Args = SceneUnloadArgs;
    type Output = LoadedScenesOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "world.scene.unload",
        name: "Unload a Scene",
        description: "Unloads a scene from memory and lists the remaining ones. Refused if it has unsaved changes, unless they are discarded.",
        category: "scene.world",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "Changes no files. Changes in memory to files that were changed together with the scene, such as a prefab created from one of its objects, are discarded with it.",
        ),
        examples: include_str!("scene_unload.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SceneUnloadArgs, cx: &Cx<'_>) -> Result<LoadedScenesOutput, Failure> {
        require_confirmation(args.discard_unsaved, args.confirm, cx)?;
        let how = unload_mode(args.discard_unsaved);
        ask_world(cx, |world, cx| {
            world.unload(&args.scene_path, how, &cx.including_others(args.include_others))
        })?;
        LoadedScenesOutput::read(cx)
    }
}
