//! Saving in the editor, and commands that are carried out in time or not at all.
//!
//! Invariant: the editor saves no scene whose file another program has changed, unless it is to be overwritten.
//! Invariant: a command that the editor did not receive in time expires.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use scenewright_engine::{Context, EngineError};
use scenewright_model::{EditOutcome, SaveMode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::LiveGodot;
use super::editing::LiveSceneDiff;
use crate::protocol::{EditorState, OpenScene};

/// How long before the caller gives up a command expires: the answer of one that was just in time must still arrive.
const EXPIRY_MARGIN: Duration = Duration::from_secs(1);

impl LiveGodot {
    /// Saves all unsaved scenes of the editor, or one of them.
    pub(super) fn save_live(
        &self,
        path: Option<&str>,
        mode: SaveMode,
        state: &EditorState,
        cx: &Context,
    ) -> std::result::Result<EditOutcome, EngineError> {
        let wanted = |scene: &str| path.is_none_or(|path| path == scene);
        let unsaved = || state.scenes.iter().filter(|scene| scene.unsaved && wanted(&scene.path));
        if let Some(scene) = unsaved().find(|scene| scene.changed_on_disk && !mode.overwrite) {
            return Err(EngineError::ChangedUnderEditor { path: scene.path.clone() });
        }
        let mut compared = Vec::new();
        for scene in unsaved() {
            let text = self
                .scene_text(&scene.path, cx)
                .map_err(|error| self.to_engine_error("save", error))?;
            let disk = self.read_from_disk(&scene.path);
            compared.extend(LiveSceneDiff::new(&scene.path, &disk, &text.into_bytes()));
            if !mode.dry_run {
                let permit = cx.begin_commit()?;
                self.save_in_editor(&scene.path, mode.overwrite, &cx.after_commit())?;
                permit.written();
            }
        }
        Ok(self.to_edited(compared, cx))
    }

    /// Saves a scene after an edit; why not, if it is not saved.
    pub(super) fn save_edit(
        &self,
        scene: &OpenScene,
        cx: &Context,
    ) -> std::result::Result<(), String> {
        let path = &scene.path;
        if scene.unsaved {
            return Err(format!(
                "'{path}' has other unsaved changes in the editor, so it was not saved: use world.scene.save"
            ));
        }
        self.save_in_editor(path, false, cx).map_err(|error| not_saved(path, &error))
    }

    /// Fails if the file is not the one that the editor loaded, unless it is overwritten.
    fn save_in_editor(
        &self,
        path: &str,
        overwrite: bool,
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        let params = json!({ "path": path, "overwrite": overwrite });
        match self.ask_once::<Value>("scenewright.save_scene", params, cx) {
            Err(EngineError::DeadlinePassed) => Err(no_answer(&format!("Saving '{path}'"))),
            other => other.map(drop),
        }
    }

    /// Saves a scene after the undo or redo of an edit that was saved; what to report if it is not saved.
    pub(super) fn save_undone(&self, path: &str, cx: &Context) -> Option<String> {
        self.save_in_editor(path, false, cx).err().map(|error| not_saved(path, &error))
    }

    /// Asks for a change, which the editor makes before this gives up, or not at all.
    pub(super) fn ask_once<T: DeserializeOwned>(
        &self,
        method: &str,
        mut params: Value,
        cx: &Context,
    ) -> std::result::Result<T, EngineError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let expires = now + cx.time_left().saturating_sub(EXPIRY_MARGIN);
        params["expires"] = json!(expires.as_secs_f64());
        self.ask(method, params, cx)
    }

    fn read_from_disk(&self, scene: &str) -> Arc<[u8]> {
        let path = scene.strip_prefix("res://").unwrap_or(scene);
        std::fs::read(self.link.root().join(path)).unwrap_or_default().into()
    }
}

/// The error for a command that may have been carried out at the last moment.
pub(super) fn no_answer(what: &str) -> EngineError {
    EngineError::Refused {
        what: what.to_owned(),
        reason: "the editor did not answer in time; unless it had already begun, it will not do it later: read the scene when it answers again"
            .to_owned(),
    }
}

fn not_saved(path: &str, error: &EngineError) -> String {
    format!("'{path}' is changed in the editor, but was not saved: {error}; use world.scene.save")
}
