//! Error codes and answers of the Godoty protocol and of our plugin's own methods.

use scenewright_model::EditorError;
use serde::Deserialize;

pub(crate) const NODE_NOT_FOUND: i64 = -32000;
pub(crate) const NOT_ALLOWED: i64 = -32002;
pub(crate) const GAME_NOT_RUNNING: i64 = -32003;
pub(crate) const CAPTURE_FAILED: i64 = -32004;
pub(crate) const TIMED_OUT: i64 = -32005;
pub(crate) const INVALID_PATH: i64 = -32006;

/// What an editor reports about itself in the handshake.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Hello {
    #[serde(default)]
    pub(crate) godot_version: String,
    #[serde(default)]
    pub(crate) plugin_version: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct EditorInfoAnswer {
    pub(crate) project: EditorInfoProject,
}

#[derive(Debug, Deserialize)]
pub(crate) struct EditorInfoProject {
    pub(crate) path: String,
}

/// `scenewright.state`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct EditorState {
    pub(crate) scenes: Vec<OpenScene>,
    /// Paths relative to the root of the current scene.
    #[serde(default)]
    pub(crate) selection: Vec<String>,
    #[serde(default)]
    pub(crate) importing: bool,
    #[serde(default)]
    pub(crate) playing: Option<EditorPlaying>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct OpenScene {
    pub(crate) path: String,
    /// The version of its undo history: another number means another content.
    pub(crate) version: f64,
    pub(crate) unsaved: bool,
    #[serde(default)]
    pub(crate) current: bool,
    /// Whether its file is not the one that the editor loaded or saved last.
    #[serde(default)]
    pub(crate) changed_on_disk: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct EditorPlaying {
    #[serde(default)]
    pub(crate) scene: String,
    #[serde(default)]
    pub(crate) paused: bool,
}

/// `scenewright.games`. The plugin's numbers may be written as floats.
#[derive(Debug, Deserialize)]
pub(crate) struct GamesAnswer {
    pub(crate) scene: String,
    pub(crate) games: Vec<ListedGame>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ListedGame {
    pub(crate) session: f64,
    pub(crate) run: f64,
    pub(crate) pid: f64,
    pub(crate) break_reason: Option<String>,
}

/// `scenewright.relay_game`.
#[derive(Debug, Deserialize)]
pub(crate) struct RelayAnswer {
    pub(crate) port: f64,
    pub(crate) token: String,
}

/// `scenewright.scene_text`.
#[derive(Debug, Deserialize)]
pub(crate) struct SceneTextAnswer {
    pub(crate) version: f64,
    pub(crate) text: String,
}

/// An error in `get_errors` and `godoty.error_occurred`.
#[derive(Debug, Deserialize)]
pub(crate) struct ReportedError {
    severity: String,
    message: String,
    #[serde(default)]
    source: ErrorSource,
    #[serde(default)]
    stack_trace: Vec<String>,
    timestamp: f64,
}

#[derive(Debug, Default, Deserialize)]
struct ErrorSource {
    #[serde(default)]
    script: Option<String>,
    #[serde(default)]
    function: Option<String>,
    #[serde(default)]
    line: Option<f64>,
}

impl From<ReportedError> for EditorError {
    fn from(error: ReportedError) -> EditorError {
        EditorError {
            is_warning: error.severity == "warning",
            message: error.message,
            script: error.source.script.filter(|script| !script.is_empty()),
            function: error.source.function.filter(|function| !function.is_empty()),
            line: error.source.line.map(|line| line as u64),
            stack: error.stack_trace,
            time: error.timestamp,
        }
    }
}
