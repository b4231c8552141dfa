//! Operations on the scenes in memory.

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

/// Asks the engine's `World` interface.
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

/// Discarding changes needs confirmation, as destructive operations do.
fn require_confirmation(discards: bool, confirm: bool, cx: &Cx<'_>) -> Result<(), Failure> {
    match discards && !confirm && cx.session().policy().require_confirm {
        true => Err(Failure::ConfirmationNeeded { dry_run: cx.takes_dry_run() }),
        false => Ok(()),
    }
}

fn unload_mode(discard: bool) -> UnloadMode {
    if discard { UnloadMode::Discard } else { UnloadMode::IfSaved }
}

/// The loaded scenes and their unsaved changes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadedScenesOutput {
    /// In loading order
    pub scenes: Vec<LoadedScene>,
    /// Unsaved changes and their owners; absent when everything is saved
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsaved: Vec<UnsavedWork>,
}

impl LoadedScenesOutput {
    fn read(cx: &Cx<'_>) -> Result<LoadedScenesOutput, Failure> {
        let unsaved = ask_world(cx, |world, cx| world.unsaved(cx))?;
        // Last: the source of the answer is that of its scenes.
        let scenes = ask_world(cx, |world, cx| world.loaded(cx))?;
        Ok(LoadedScenesOutput { scenes, unsaved })
    }
}
