//! Failures of an engine. Code matches the kind; the sentences are made from it.

use std::fmt;

use scenewright_engine::names::NameKind;
use scenewright_engine::{GameFailureKind, Subject};
use scenewright_model::EngineKind;

use crate::edit_place::EditLocation;
use crate::hint::Hint;

/// An engine's error, with similar names and a hint.
#[derive(Debug, Clone)]
pub struct EngineFailure {
    pub engine: EngineKind,
    pub kind: EngineFailureKind,
    /// The full sentence: "Scene file 'Assets/Missing.unity' does not exist".
    pub message: String,
    /// Similar names.
    pub similar: Vec<String>,
    /// What to do about it, if there are no similar names.
    pub hint: Option<Hint>,
    /// The edit among several that failed.
    pub edit: Option<EditLocation>,
}

/// Displayed in a few words: "Scene file not found".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineFailureKind {
    /// `name` is shortened, like all names that a client sent.
    NotFound {
        what: Subject,
        name: String,
    },
    /// A name inside a scene.
    UnknownName {
        what: NameKind,
        name: String,
    },
    AmbiguousName {
        what: NameKind,
        name: String,
    },
    NotAScene,
    OutsideProject,
    Unreadable,
    Malformed,
    NotSupported,
    EditRefused,
    /// A live editor that does not answer, or whose plugin does not work, may overwrite the scene.
    HeldByEditor,
    MissingDependencies,
    /// Unsaved changes of other owners prevent it.
    UnsavedChanges,
    FileChanged,
    NoJournal,
    /// A running game, or one that should run.
    Game(GameFailureKind),
}

impl EngineFailure {
    /// The name that matches nothing, or several things, if that is the cause.
    pub fn missing(&self) -> Option<&str> {
        match &self.kind {
            EngineFailureKind::NotFound { name, .. }
            | EngineFailureKind::UnknownName { name, .. }
            | EngineFailureKind::AmbiguousName { name, .. } => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for EngineFailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineFailureKind::NotFound { what, .. } => return write!(f, "{what} not found"),
            EngineFailureKind::UnknownName { what, .. } => {
                return write!(f, "{} not found", what.as_str());
            }
            EngineFailureKind::AmbiguousName { what, .. } => {
                return write!(f, "{} is ambiguous", what.as_str());
            }
            EngineFailureKind::NotAScene => "Not a scene",
            EngineFailureKind::OutsideProject => "Path is outside the project",
            EngineFailureKind::Unreadable => "File cannot be read",
            EngineFailureKind::Malformed => "File is malformed",
            EngineFailureKind::NotSupported => "Not supported",
            EngineFailureKind::EditRefused => "Edit refused",
            EngineFailureKind::HeldByEditor => "Scene is open in an editor that cannot be asked",
            EngineFailureKind::MissingDependencies => "Files are missing",
            EngineFailureKind::UnsavedChanges => "Unsaved changes of others",
            EngineFailureKind::FileChanged => "File has changed",
            EngineFailureKind::NoJournal => "Nowhere to keep a journal",
            EngineFailureKind::Game(kind) => game_headline(*kind),
        })
    }
}

fn game_headline(kind: GameFailureKind) -> &'static str {
    match kind {
        GameFailureKind::NoGame => "No game is running",
        GameFailureKind::NoEngine => "No Godot found",
        GameFailureKind::WrongVersion => "Godot does not fit the project",
        GameFailureKind::NotImported => "Project is not imported",
        GameFailureKind::StillImporting => "Project is being imported",
        GameFailureKind::NotConnected => "Game did not connect",
        GameFailureKind::NotStarted => "Game did not start",
        GameFailureKind::Ended => "Game has ended",
        GameFailureKind::Stuck => "Game does not answer",
        GameFailureKind::Unfinished => "Act was not over in time",
        GameFailureKind::Stopped => "Game is stopped in a script",
        GameFailureKind::NotStopped => "Game is not stopped in a script",
        GameFailureKind::Broken => "Game stands in the debugger",
        GameFailureKind::NoNode => "Node not found",
        GameFailureKind::NoProperty => "Property not found",
        GameFailureKind::NoMethod => "Method not found",
        GameFailureKind::BadValue => "Value not accepted",
        GameFailureKind::BadSource => "Source does not compile",
        GameFailureKind::NoDisplay => "Nothing is drawn",
        GameFailureKind::NoPicture => "No picture",
        GameFailureKind::Other => "Game failure",
    }
}
