//! What a live editor offers beyond the files: images, play mode, its own log.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// A rendered image, encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub format: PictureFormat,
    pub width: u32,
    pub height: u32,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    #[default]
    Jpg,
    Png,
}

impl PictureFormat {
    pub fn mime_type(self) -> &'static str {
        match self {
            PictureFormat::Png => "image/png",
            PictureFormat::Jpg => "image/jpeg",
        }
    }
}

/// The requested size and format. A larger image is scaled down and keeps its proportions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureRequest {
    pub max_width: u32,
    pub max_height: u32,
    pub format: PictureFormat,
    /// From 0 to 1, for lossy formats.
    pub quality: f64,
}

/// A view of the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorView {
    TwoD,
    ThreeD,
}

/// What to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayTarget {
    /// The game's main scene.
    Main,
    /// The scene that is being edited.
    Current,
    Scene(String),
}

/// A game that the editor talks to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorGame {
    /// The editor's number for the connection.
    pub session: u32,
    /// The how many-th game of this session it is.
    pub run: u64,
    /// `None` while it is not known.
    pub pid: Option<u32>,
    /// The scene that was started.
    pub scene: String,
    /// Why it stands in the debugger.
    pub break_reason: Option<String>,
}

impl EditorGame {
    pub fn is_same(&self, other: &EditorGame) -> bool {
        (self.session, self.run) == (other.session, other.run)
    }
}

/// Where to connect to, on this computer, in order to talk to a game of the editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelayAddress {
    pub port: u16,
    /// The first message.
    pub token: String,
}

/// A running game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningGame {
    pub scene: String,
    pub is_paused: bool,
}

/// A live editor, and the scenes that are open in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorInfo {
    pub engine_version: String,
    pub plugin_version: String,
    pub current_scene: Option<String>,
    pub playing: Option<RunningGame>,
    pub is_importing: bool,
    /// In the edited scene; paths from its root, joined by `/`.
    pub selected: Vec<String>,
}

/// An error or a warning that the editor or the running game met.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EditorError {
    /// error or warning
    #[serde(rename = "severity", serialize_with = "serialize_severity")]
    #[schemars(with = "String")]
    pub is_warning: bool,
    /// What happened
    pub message: String,
    /// The script; absent when it is unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The function; absent when it is unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The line; absent when it is unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    // For example `res://player.gd:42 in _ready()`.
    /// Stack trace, innermost call first
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
    /// Time, in seconds since 1970
    pub time: f64,
}

fn serialize_severity<S: Serializer>(is_warning: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(if *is_warning { "warning" } else { "error" })
}

/// An event that an editor sends.
#[derive(Debug, Clone, PartialEq)]
pub enum EditorEvent {
    /// Another scene is edited, or the same one was reloaded. A scene has no path before its first
    /// save.
    SceneChanged {
        previous: Option<String>,
        current: Option<String>,
    },
    /// The paths of the objects that are now selected in the edited scene.
    SelectionChanged {
        objects: Vec<String>,
    },
    GameStarted {
        scene: String,
    },
    GameStopped {
        reason: String,
        exit_code: i64,
    },
    ErrorOccurred(EditorError),
}

/// Which errors to return.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorQuery {
    pub count: usize,
    pub errors: bool,
    pub warnings: bool,
    /// Only errors after this time.
    pub since: Option<f64>,
}

/// A line of the editor's own log.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EditorLogLine {
    /// info, warning or error
    pub kind: String,
    /// The text
    pub message: String,
    /// Time, in seconds since 1970
    pub time: f64,
}

/// A part of a long list or text, and its full length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt<T> {
    pub items: Vec<T>,
    pub total: usize,
}
