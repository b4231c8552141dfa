//! Where reads come from at this moment: the files alone, or the files with the editor's unsaved scenes.

use std::sync::Arc;
use std::time::Duration;

use scenewright_engine::{Context, EngineError, OverlayFile, ReadResult, Reading};
use scenewright_link::{CallError, HostUnavailable};
use scenewright_model::DataSource;
use serde_json::json;

use super::LiveGodot;
use crate::protocol::{EditorState, OpenScene, SceneTextAnswer};

/// Reads wait no longer for an editor: the files can answer.
const SYNC_TIMEOUT: Duration = Duration::from_secs(3);

/// A scene as the editor has it in memory.
#[derive(Debug, Clone)]
pub(super) struct HeldScene {
    path: String,
    version: f64,
    text: Arc<[u8]>,
}

/// Where readings come from, with diagnostics about it.
pub(super) enum ReadSource {
    Live(EditorState, Vec<String>),
    Files(Option<String>),
}

/// An answer of the editor itself.
pub(super) fn live_reading<T>(value: T) -> ReadResult<T> {
    Ok(Reading::new(value, DataSource::Live))
}

impl ReadSource {
    pub(super) fn label<T>(&self, mut reading: Reading<T>) -> Reading<T> {
        match self {
            ReadSource::Live(_, notes) => {
                reading.source = DataSource::Live;
                reading.diagnostics.extend(notes.iter().cloned());
            }
            ReadSource::Files(note) => reading.diagnostics.extend(note.clone()),
        }
        reading
    }

    pub(super) fn open_scene(&self, path: &str) -> Option<&OpenScene> {
        match self {
            ReadSource::Live(state, _) => state.scenes.iter().find(|scene| scene.path == path),
            ReadSource::Files(_) => None,
        }
    }
}

impl LiveGodot {
    /// Reads from the files, with the unsaved scenes of the editor.
    pub(super) fn read<T>(
        &self,
        cx: &Context,
        read: impl FnOnce() -> ReadResult<T>,
    ) -> ReadResult<T> {
        let source = self.sync_with_editor(cx)?;
        Ok(source.label(read()?))
    }

    /// Asks the editor for its state and takes over its unsaved scenes. If it cannot answer, the files are used.
    pub(super) fn sync_with_editor(
        &self,
        cx: &Context,
    ) -> std::result::Result<ReadSource, EngineError> {
        cx.check()?;
        match self.fetch_state(&cx.with_time_limit(SYNC_TIMEOUT)) {
            Ok((state, notes)) => Ok(ReadSource::Live(state, notes)),
            Err(CallError::Cancelled) => Err(EngineError::Cancelled),
            Err(error) => {
                cx.check()?;
                self.hold_scenes(Vec::new());
                Ok(ReadSource::Files(self.files_diagnostic(error)))
            }
        }
    }

    /// A scene whose text the editor refuses to return is read from disk, and a diagnostic says so.
    fn fetch_state(
        &self,
        cx: &Context,
    ) -> std::result::Result<(EditorState, Vec<String>), CallError> {
        // Only the state has the short limit: a text may take long in an editor that answers again.
        let state = self.gate.editor_state(cx)?;
        // While it imports, it would keep the caller waiting.
        let mut notes = if state.importing { Vec::new() } else { self.take_over_pending(cx) };
        let held = self.memory().held.clone();
        let mut now = Vec::new();
        for scene in state.scenes.iter().filter(|scene| scene.unsaved) {
            let known =
                held.iter().find(|held| held.path == scene.path && held.version == scene.version);
            let text = match known {
                Some(known) => Ok(known.clone()),
                None => self.scene_text(&scene.path, cx),
            };
            match text {
                Ok(text) => now.push(text),
                Err(CallError::Refused(error)) => notes.push(format!(
                    "'{}' was read from its file, without the unsaved changes of the editor: {}",
                    scene.path,
                    error.describe()
                )),
                Err(error) => return Err(error),
            }
        }
        self.hold_scenes(now);
        Ok((state, notes))
    }

    /// The text of a scene as the editor would save it now.
    pub(super) fn scene_text(
        &self,
        path: &str,
        cx: &Context,
    ) -> std::result::Result<HeldScene, CallError> {
        let answer: SceneTextAnswer =
            self.link.call("scenewright.scene_text", json!({ "path": path }), cx)?;
        let text = Arc::from(answer.text.into_bytes());
        Ok(HeldScene { path: path.to_owned(), version: answer.version, text })
    }

    /// Why an answer comes from the files; `None` if no editor is expected.
    fn files_diagnostic(&self, error: CallError) -> Option<String> {
        let reason = match error {
            CallError::Unavailable(HostUnavailable::NotAnnounced) | CallError::Cancelled => {
                return None;
            }
            CallError::Unavailable(unavailable) => self.unavailable_reason(&unavailable),
            CallError::Lost(reason) | CallError::Malformed(reason) => reason,
            CallError::Refused(error) => error.describe(),
            CallError::TimedOut => {
                "the Godot editor does not answer (it is busy, or a dialog is open)".to_owned()
            }
        };
        Some(format!("answered from files, without the unsaved changes of the editor: {reason}"))
    }

    fn hold_scenes(&self, scenes: Vec<HeldScene>) {
        let mut memory = self.memory();
        if let Some(files) = self.files.as_file_overlay() {
            let held = scenes.iter().map(|scene| OverlayFile {
                path: scene.path.clone(),
                content: Arc::clone(&scene.text),
            });
            files.set_overlay(held.collect());
        }
        memory.held = scenes;
    }
}

impl HeldScene {
    pub(super) fn into_bytes(self) -> Arc<[u8]> {
        self.text
    }
}
