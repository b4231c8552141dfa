//! Messages of the Godoty protocol as the link sends and reads them, and what our plugin adds to it.

use scenewright_model::EditorError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub(crate) const NODE_NOT_FOUND: i64 = -32000;
pub(crate) const NOT_ALLOWED: i64 = -32002;
pub(crate) const GAME_NOT_RUNNING: i64 = -32003;
pub(crate) const CAPTURE_FAILED: i64 = -32004;
pub(crate) const TIMED_OUT: i64 = -32005;
pub(crate) const INVALID_PATH: i64 = -32006;

#[derive(Debug, Serialize)]
pub(crate) struct EditorRequest<'a> {
    pub(crate) jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u64>,
    pub(crate) method: &'a str,
    pub(crate) params: &'a RawValue,
}

/// An answer or a notification. Godot has one type for numbers in JSON, so an id may come back as 1.0.
#[derive(Debug, Deserialize)]
pub(crate) struct EditorIncoming {
    #[serde(default)]
    pub(crate) id: Option<f64>,
    #[serde(default)]
    pub(crate) method: Option<String>,
    #[serde(default)]
    pub(crate) params: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) result: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) error: Option<RpcError>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct RpcError {
    pub(crate) code: f64,
    pub(crate) message: String,
    #[serde(default)]
    pub(crate) data: serde_json::Value,
}

impl RpcError {
    pub(crate) fn code(&self) -> i64 {
        self.code as i64
    }

    /// The message, and what the data adds for people. What the plugin advises is meant for its own
    /// clients, who call it by other names.
    pub(crate) fn describe(&self) -> String {
        let more = ["reason", "details"];
        let more = more.iter().filter_map(|key| self.data.get(key)?.as_str());
        std::iter::once(self.message.as_str()).chain(more).collect::<Vec<_>>().join("; ")
    }
}

/// What an editor says of itself first.
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
    /// Paths from the root of the scene that is edited.
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
    /// Of its history: another number is another content.
    pub(crate) version: f64,
    pub(crate) unsaved: bool,
    #[serde(default)]
    pub(crate) current: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct EditorPlaying {
    #[serde(default)]
    pub(crate) scene: String,
    #[serde(default)]
    pub(crate) paused: bool,
}

/// `scenewright.scene_text`.
#[derive(Debug, Deserialize)]
pub(crate) struct SceneTextAnswer {
    pub(crate) version: f64,
    pub(crate) text: String,
}

/// In `get_errors` and in `godoty.error_occurred`.
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
    fn from(told: ReportedError) -> EditorError {
        EditorError {
            is_warning: told.severity == "warning",
            message: told.message,
            script: told.source.script.filter(|script| !script.is_empty()),
            function: told.source.function.filter(|function| !function.is_empty()),
            line: told.source.line.map(|line| line as u64),
            stack: told.stack_trace,
            time: told.timestamp,
        }
    }
}
