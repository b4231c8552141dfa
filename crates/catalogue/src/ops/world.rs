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
use scenewright_model::{LoadedScene, Selection, UnloadMode, UnsavedWork, Utc};
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

/// A scene that is loaded.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoadedSceneRow {
    /// Its path; 'scn:ddol' and 'scn:hide' are the scenes that only exist in memory
    scene_path: String,
    /// Its name
    name: String,
    /// Whether it is the main one of those that are loaded
    is_active: bool,
    /// Whether it has changes that are not saved
    is_dirty: bool,
    /// Whether its file has changed too, so that a save is refused until it is reloaded or overwritten
    is_conflicted: bool,
    /// Whether it only exists in memory
    is_pseudo: bool,
    /// How many objects are at its top
    root_count: usize,
    /// How many objects it has
    object_count: usize,
}

impl LoadedSceneRow {
    fn of(scene: LoadedScene) -> LoadedSceneRow {
        LoadedSceneRow {
            scene_path: scene.path,
            name: scene.name,
            is_active: scene.is_active,
            is_dirty: scene.is_dirty,
            is_conflicted: scene.is_conflicted,
            is_pseudo: scene.is_pseudo,
            root_count: scene.roots,
            object_count: scene.objects,
        }
    }
}

/// All scenes that are loaded.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoadedScenesOutput {
    /// In the order of their loading
    scenes: Vec<LoadedSceneRow>,
    /// What is not saved, and whose it is; absent when everything is saved
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unsaved: Vec<UnsavedWorkRow>,
}

/// Unsaved changes of one owner.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UnsavedWorkRow {
    /// The scene that they are in, or a file that belongs to none
    scene_path: String,
    /// All files that they are in
    files: Vec<String>,
    /// Whose they are: an MCP session, a connection, or a protocol that has neither
    owner: String,
    /// When the first was made, in UTC
    since: String,
    /// How many edits they are
    edit_count: usize,
    /// Whether a process that has ended left them behind: they are not in memory until somebody includes them
    is_restored: bool,
    /// Whether the files have changed too, so that a save is refused unless it overwrites
    is_conflicted: bool,
}

impl UnsavedWorkRow {
    fn of(work: UnsavedWork) -> UnsavedWorkRow {
        UnsavedWorkRow {
            scene_path: work.scene,
            files: work.files,
            owner: work.owner,
            since: Utc(work.since).to_string(),
            edit_count: work.edits,
            is_restored: work.is_restored,
            is_conflicted: work.is_conflicted,
        }
    }
}

impl LoadedScenesOutput {
    fn read(cx: &Cx<'_>) -> Result<LoadedScenesOutput, Failure> {
        let unsaved = ask_world(cx, |world, cx| world.unsaved(cx))?;
        // Last: an answer comes from where its scenes do.
        let scenes = ask_world(cx, |world, cx| world.loaded(cx))?;
        Ok(LoadedScenesOutput {
            scenes: scenes.into_iter().map(LoadedSceneRow::of).collect(),
            unsaved: unsaved.into_iter().map(UnsavedWorkRow::of).collect(),
        })
    }
}

/// What is selected.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SelectionOutput {
    /// The first is the active one
    objects: Vec<SelectedObjectRow>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SelectedObjectRow {
    /// The scene that it is in
    scene_path: String,
    /// Names from the root, joined by '/'
    object_path: String,
    /// Its id
    instance_id: u64,
}

impl SelectionOutput {
    fn of(selection: Selection) -> SelectionOutput {
        let object = |selected: scenewright_model::SelectedObject| SelectedObjectRow {
            scene_path: selected.scene,
            object_path: selected.path,
            instance_id: selected.id.get(),
        };
        SelectionOutput { objects: selection.0.into_iter().map(object).collect() }
    }
}
