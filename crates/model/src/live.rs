//! What a live editor shows and does beyond the files: pictures, play, its own log.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// A rendered picture, encoded.
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

/// How a picture is to be. A larger one is made smaller and keeps its proportions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureRequest {
    pub max_width: u32,
    pub max_height: u32,
    pub format: PictureFormat,
    /// From 0 to 1, for formats that lose something.
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
    /// The scene that the game starts with.
    Main,
    /// The scene that is edited.
    Current,
    Scene(String),
}

/// A game that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningGame {
    pub scene: String,
    pub is_paused: bool,
}

/// A live editor, and what is open in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorInfo {
    pub engine_version: String,
    pub plugin_version: String,
    pub current_scene: Option<String>,
    pub playing: Option<RunningGame>,
    pub is_importing: bool,
    /// Of the scene that is edited; paths from its root, joined by `/`.
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

/// What an editor tells by itself.
#[derive(Debug, Clone, PartialEq)]
pub enum EditorEvent {
    /// Another scene is edited, or the same one was read again. None has a path before its first save.
    SceneChanged {
        previous: Option<String>,
        current: Option<String>,
    },
    /// Paths of what is selected now in the scene that is edited.
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

/// Which errors to tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorQuery {
    pub count: usize,
    pub errors: bool,
    pub warnings: bool,
    /// Only later ones.
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

/// A part of something long, and how long it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt<T> {
    pub items: Vec<T>,
    pub total: usize,
}
