//! Whether the editor answers right now, and what it holds that the disk has not.

use std::sync::Arc;
use std::time::Duration;

use scenewright_engine::{Context, EngineError, OverlayFile, ReadResult, Reading};
use scenewright_model::DataSource;
use serde_json::json;

use super::LiveGodot;
use crate::link::{CallError, EditorUnavailable};
use crate::protocol::{EditorState, OpenScene, SceneTextAnswer};

/// Reads do not wait longer for an editor than this: the files can answer.
const STATE_TIMEOUT: Duration = Duration::from_secs(3);
/// For one that did not answer the last time.
const SILENT_STATE_TIMEOUT: Duration = Duration::from_millis(300);

/// A scene as the editor has it in memory.
#[derive(Debug, Clone)]
pub(super) struct HeldScene {
    path: String,
    version: f64,
    text: Arc<[u8]>,
}

/// Where readings come from at this moment, with what the reader should know about it.
pub(super) enum ReadSource {
    Live(EditorState, Vec<String>),
    Files(Option<String>),
}

/// What the editor itself answered.
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
    /// Reads from the files, with what the editor has not saved in them.
    pub(super) fn read<T>(
        &self,
        cx: &Context,
        read: impl FnOnce() -> ReadResult<T>,
    ) -> ReadResult<T> {
        let standing = self.sync_with_editor(cx)?;
        Ok(standing.label(read()?))
    }

    /// Asks the editor how it stands, and takes over what it has not saved. An editor that cannot answer
    /// leaves the files.
    pub(super) fn sync_with_editor(
        &self,
        cx: &Context,
    ) -> std::result::Result<ReadSource, EngineError> {
        cx.check()?;
        match self.fetch_state(&cx.with_time_limit(STATE_TIMEOUT)) {
            Ok((state, notes)) => Ok(ReadSource::Live(state, notes)),
            Err(CallError::Cancelled) => Err(EngineError::Cancelled),
            Err(error) => {
                cx.check()?;
                self.hold_scenes(Vec::new());
                Ok(ReadSource::Files(files_diagnostic(error)))
            }
        }
    }

    /// A scene that the editor will not hand out is read as the disk has it, and a note says so.
    fn fetch_state(
        &self,
        cx: &Context,
    ) -> std::result::Result<(EditorState, Vec<String>), CallError> {
        let was_silent = self.memory().is_silent;
        // A text may take long also in an editor that answers again.
        let brief =
            cx.with_time_limit(if was_silent { SILENT_STATE_TIMEOUT } else { STATE_TIMEOUT });
        let state = self.link.call("scenewright.state", json!({}), &brief);
        self.memory().is_silent = matches!(state, Err(CallError::TimedOut));
        let state: EditorState = state?;
        let held = self.memory().held.clone();
        let (mut now, mut notes) = (Vec::new(), Vec::new());
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
                    "'{}' was read from its file, without what the editor has not saved: {}",
                    scene.path,
                    error.describe()
                )),
                Err(error) => return Err(error),
            }
        }
        self.hold_scenes(now);
        Ok((state, notes))
    }

    /// A scene as the editor would write it now.
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

/// Nothing needs to be said where nobody expects an editor.
fn files_diagnostic(error: CallError) -> Option<String> {
    let reason = match error {
        CallError::Unavailable(
            EditorUnavailable::NoPlugin
            | EditorUnavailable::PluginOff
            | EditorUnavailable::NoEditor,
        ) => return None,
        CallError::Unavailable(down) => down.to_string(),
        CallError::Lost(reason) | CallError::Malformed(reason) => reason,
        CallError::Refused(error) => error.describe(),
        CallError::TimedOut => {
            "the Godot editor does not answer (it is busy, or a dialog is open)".to_owned()
        }
        CallError::Cancelled => return None,
    };
    Some(format!("answered from files, without what the editor has not saved: {reason}"))
}
