//! Whether the editor answers right now, and what it holds that the disk has not.

use std::sync::Arc;
use std::time::Duration;

use scenewright_engine::{Context, EngineError, HeldFile, Reading, Result};
use scenewright_model::Source;
use serde_json::json;

use super::LiveGodot;
use crate::link::{CallError, Down};
use crate::protocol::{OpenScene, SceneText, State};

/// Reads do not wait longer for an editor than this: the files can answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// For one that did not answer the last time.
const LITTLE_PATIENCE: Duration = Duration::from_millis(300);

/// A scene as the editor has it in memory.
#[derive(Debug, Clone)]
pub(super) struct HeldScene {
    path: String,
    version: f64,
    text: Arc<[u8]>,
}

/// Where readings come from at this moment, with what the reader should know about it.
pub(super) enum Standing {
    Live(State, Vec<String>),
    Files(Option<String>),
}

/// What the editor itself answered.
pub(super) fn live<T>(value: T) -> Result<T> {
    Ok(Reading::new(value, Source::Live))
}

impl Standing {
    pub(super) fn label<T>(&self, mut reading: Reading<T>) -> Reading<T> {
        match self {
            Standing::Live(_, notes) => {
                reading.source = Source::Live;
                reading.diagnostics.extend(notes.iter().cloned());
            }
            Standing::Files(note) => reading.diagnostics.extend(note.clone()),
        }
        reading
    }

    pub(super) fn open(&self, path: &str) -> Option<&OpenScene> {
        match self {
            Standing::Live(state, _) => state.scenes.iter().find(|scene| scene.path == path),
            Standing::Files(_) => None,
        }
    }
}

impl LiveGodot {
    /// Reads from the files, with what the editor has not saved in them.
    pub(super) fn read<T>(&self, cx: &Context, read: impl FnOnce() -> Result<T>) -> Result<T> {
        let standing = self.stand(cx)?;
        Ok(standing.label(read()?))
    }

    /// Asks the editor how it stands, and takes over what it has not saved. An editor that cannot answer
    /// leaves the files.
    pub(super) fn stand(&self, cx: &Context) -> std::result::Result<Standing, EngineError> {
        cx.check()?;
        match self.current(&cx.within(PATIENCE)) {
            Ok((state, notes)) => Ok(Standing::Live(state, notes)),
            Err(CallError::Cancelled) => Err(EngineError::Cancelled),
            Err(error) => {
                cx.check()?;
                self.hold(Vec::new());
                Ok(Standing::Files(from_files(error)))
            }
        }
    }

    /// A scene that the editor will not hand out is read as the disk has it, and a note says so.
    fn current(&self, cx: &Context) -> std::result::Result<(State, Vec<String>), CallError> {
        let was_silent = self.memory().is_silent;
        // A text may take long also in an editor that answers again.
        let brief = cx.within(if was_silent { LITTLE_PATIENCE } else { PATIENCE });
        let state = self.link.call("scenewright.state", json!({}), &brief);
        self.memory().is_silent = matches!(state, Err(CallError::Silent));
        let state: State = state?;
        let held = self.memory().held.clone();
        let (mut now, mut notes) = (Vec::new(), Vec::new());
        for scene in state.scenes.iter().filter(|scene| scene.unsaved) {
            let known =
                held.iter().find(|held| held.path == scene.path && held.version == scene.version);
            let text = match known {
                Some(known) => Ok(known.clone()),
                None => self.text(&scene.path, cx),
            };
            match text {
                Ok(text) => now.push(text),
                Err(CallError::Refused(error)) => notes.push(format!(
                    "'{}' was read from its file, without what the editor has not saved: {}",
                    scene.path,
                    error.told()
                )),
                Err(error) => return Err(error),
            }
        }
        self.hold(now);
        Ok((state, notes))
    }

    /// A scene as the editor would write it now.
    pub(super) fn text(
        &self,
        path: &str,
        cx: &Context,
    ) -> std::result::Result<HeldScene, CallError> {
        let answer: SceneText =
            self.link.call("scenewright.scene_text", json!({ "path": path }), cx)?;
        let text = Arc::from(answer.text.into_bytes());
        Ok(HeldScene { path: path.to_owned(), version: answer.version, text })
    }

    fn hold(&self, scenes: Vec<HeldScene>) {
        let mut memory = self.memory();
        if let Some(files) = self.files.as_held() {
            let held = scenes.iter().map(|scene| HeldFile {
                path: scene.path.clone(),
                content: Arc::clone(&scene.text),
            });
            files.hold(held.collect());
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
fn from_files(error: CallError) -> Option<String> {
    let reason = match error {
        CallError::Down(Down::NoPlugin | Down::PluginOff | Down::NoEditor) => return None,
        CallError::Down(down) => down.to_string(),
        CallError::Lost(reason) | CallError::Malformed(reason) => reason,
        CallError::Refused(error) => error.told(),
        CallError::Silent => {
            "the Godot editor does not answer (it is busy, or a dialog is open)".to_owned()
        }
        CallError::Cancelled => return None,
    };
    Some(format!("answered from files, without what the editor has not saved: {reason}"))
}
