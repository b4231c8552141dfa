//! Operations about the scenes in memory.

pub(super) mod clipboard_read;
pub(super) mod clipboard_set;
pub(super) mod scene_load;
pub(super) mod scene_reload;
pub(super) mod scene_save;
pub(super) mod scene_save_as;
pub(super) mod scene_unload;
pub(super) mod scenes_list;
pub(super) mod selection_read;
pub(super) mod selection_set;

use scenewright_engine::{Context, EngineError, Reading, World};
use scenewright_model::{LoadedScene, UnloadMode, UnsavedWork};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;

/// Asks an engine that holds scenes in memory.
pub(crate) fn ask_world<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn World, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        ask(
            engine.as_world().ok_or_else(|| missing_interface(engine, "hold scenes in memory"))?,
            cx,
        )
    })
}

/// What gives something up for good needs a word, as destructive operations do.
fn confirmed(gives_up: bool, confirm: bool, cx: &Cx<'_>) -> Result<(), Failure> {
    match gives_up && !confirm && cx.session().policy().require_confirm {
        true => Err(Failure::ConfirmationNeeded { dry_run: cx.takes_dry_run() }),
        false => Ok(()),
    }
}

fn unload(discard: bool) -> UnloadMode {
    if discard { UnloadMode::Discard } else { UnloadMode::IfSaved }
}

/// All scenes that are loaded.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoadedScenesOutput {
    /// In the order of their loading
    scenes: Vec<LoadedScene>,
    /// What is not saved, and whose it is; absent when everything is saved
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unsaved: Vec<UnsavedWork>,
}

impl LoadedScenesOutput {
    fn read(cx: &Cx<'_>) -> Result<LoadedScenesOutput, Failure> {
        let unsaved = ask_world(cx, |world, cx| world.unsaved(cx))?;
        // Last: an answer comes from where its scenes do.
        let scenes = ask_world(cx, |world, cx| world.loaded(cx))?;
        Ok(LoadedScenesOutput { scenes, unsaved })
    }
}
