//! The errors of an engine.
//!
//! Invariant: engines state facts without advice. Hints are added by the layers that know the
//! client.

use std::io;

use scenewright_model::{EngineKind, UnreadFile, UnreadReason, UnsavedWork};
use thiserror::Error;

use crate::games::GameFailure;
use crate::names::NameError;
use crate::quote::{QuotedText, bound_message};
use crate::write_guard::EditorHold;

#[derive(Debug, Error)]
pub enum EngineError {
    #[error("{what} {} does not exist", QuotedText(path))]
    NotFound { what: Subject, path: String },

    /// A name inside a scene.
    #[error(transparent)]
    Name(NameError),

    /// The file exists but is not a scene.
    #[error("{} is {kind}, not a scene", QuotedText(path))]
    NotAScene { path: String, kind: FileKind },

    /// An error in one of several edits; `index` starts at 0.
    #[error("{error}")]
    InEdit { index: usize, error: Box<EngineError> },

    #[error("{} is outside the project", QuotedText(path))]
    OutsideProject { path: String },

    #[error("{} cannot be read: {source}", QuotedText(path))]
    Unreadable { path: String, source: io::Error },

    /// The file exists, but its content could not be read.
    #[error("{0}")]
    Unread(UnreadFile),

    /// The file exists, but its content is invalid.
    #[error("{}, line {line}: {reason}", QuotedText(path))]
    Malformed { path: String, line: usize, reason: String },

    #[error("{engine} cannot {what}: {}", bound_message(reason))]
    Unsupported { engine: EngineKind, what: String, reason: String },

    /// A live editor has unsaved changes in the scene, which prevent the operation.
    #[error("the editor has unsaved changes in {}", QuotedText(path))]
    UnsavedInEditor { path: String },

    /// A live editor that cannot be asked has the scene open, or may have it open.
    #[error("{} cannot be written now: {}", QuotedText(path), bound_message(&hold.to_string()))]
    HeldByEditor { path: String, hold: EditorHold },

    /// A live editor has another version of the scene than the disk, which saving would overwrite.
    #[error("{} has changed on disk since the editor loaded it", QuotedText(path))]
    ChangedUnderEditor { path: String },

    /// A live editor would drop the references to files that do not exist.
    #[error("files that {} needs are missing: {}", QuotedText(path), bound_message(&missing.join(", ")))]
    MissingDependencies { path: String, missing: Vec<String> },

    /// The request is understood, but must not or cannot be carried out.
    #[error("{} is refused: {}", bound_message(what), bound_message(reason))]
    Refused { what: String, reason: String },

    /// Someone else has changed a file in the meantime. The versions are for people.
    #[error("{} has changed: expected {expected}, found {found}", QuotedText(path))]
    Changed { path: String, expected: String, found: String },

    /// Another owner has unsaved changes that this would save, change or discard.
    #[error("{what} is refused: {}", join_unsaved(work))]
    UnsavedChanges { what: String, work: Vec<UnsavedWork> },

    /// An engine writes only what it can undo.
    #[error("there is no folder to keep a journal of changes in")]
    NoJournal,

    /// The operation is possible, but something that it needs is not available right now.
    #[error("{reason}")]
    NotReady { need: Requirement, reason: String },

    /// A running game, or one that should run.
    #[error("{}", bound_message(&.0.message))]
    Game(Box<GameFailure>),

    #[error("cancelled")]
    Cancelled,

    #[error("the deadline passed")]
    DeadlinePassed,
}

impl EngineError {
    /// Whether something that the caller named does not exist.
    pub fn is_not_found(&self) -> bool {
        match self {
            EngineError::NotFound { .. } | EngineError::NotAScene { .. } | EngineError::Name(_) => {
                true
            }
            EngineError::InEdit { error, .. } => error.is_not_found(),
            _ => false,
        }
    }

    /// Adds which of several edits failed. An error that ended all of them belongs to none.
    pub fn in_edit(self, index: usize, count: usize) -> EngineError {
        match self {
            error @ (EngineError::Cancelled
            | EngineError::DeadlinePassed
            | EngineError::InEdit { .. }) => error,
            error if count < 2 => error,
            error => EngineError::InEdit { index, error: Box::new(error) },
        }
    }
}

/// The kind of thing that was looked for and does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    SceneFile,
    /// A scene in memory.
    LoadedScene,
    /// A scene that is open in a live editor.
    OpenScene,
    /// Objects that must be in the same open scene.
    OpenSceneObjects,
    Object,
    Component,
    Asset,
    /// An object inside an asset.
    AssetObject,
    Prefab,
    Script,
    Resource,
    ExternalResource,
    Class,
    Method,
    MixerFile,
    MixerSnapshot,
    ProjectFile,
    SettingsFile,
    MetaFile,
    ImportFile,
    UidFile,
    PackageFile,
    AssemblyDefinition,
    ExportPresets,
    PluginDescription,
    File,
    /// Something that only one engine has, in its own words.
    Other(&'static str),
}

impl Subject {
    /// The beginning of a message: `Scene file`.
    pub fn as_str(self) -> &'static str {
        match self {
            Subject::SceneFile => "Scene file",
            Subject::LoadedScene => "Loaded scene",
            Subject::OpenScene => "Open scene",
            Subject::OpenSceneObjects => "Objects of one open scene",
            Subject::Object => "Object",
            Subject::Component => "Component",
            Subject::Asset => "Asset",
            Subject::AssetObject => "Object of asset",
            Subject::Prefab => "Prefab",
            Subject::Script => "Script",
            Subject::Resource => "Resource",
            Subject::ExternalResource => "External resource",
            Subject::Class => "Class",
            Subject::Method => "Method",
            Subject::MixerFile => "Mixer file",
            Subject::MixerSnapshot => "Mixer snapshot",
            Subject::ProjectFile => "Project file",
            Subject::SettingsFile => "Settings file",
            Subject::MetaFile => "Meta file",
            Subject::ImportFile => "Import file",
            Subject::UidFile => "Uid file",
            Subject::PackageFile => "Package file",
            Subject::AssemblyDefinition => "Assembly definition",
            Subject::ExportPresets => "Export presets",
            Subject::PluginDescription => "Plugin description",
            Subject::File => "File",
            Subject::Other(words) => words,
        }
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The kind of a file that was found where a scene was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileKind {
    Folder,
    /// The project's settings: `project.godot`, or a file in `ProjectSettings`.
    Settings,
    /// An asset, with the engine's word for its kind: `Material`, `Script`.
    Asset(String),
}

impl std::fmt::Display for FileKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FileKind::Folder => f.write_str("a folder"),
            FileKind::Settings => f.write_str("a file of the project's settings"),
            FileKind::Asset(kind) if kind == "File" => f.write_str("another kind of file"),
            FileKind::Asset(kind) => write!(f, "of type {kind}"),
        }
    }
}

fn join_unsaved(work: &[UnsavedWork]) -> String {
    let parts: Vec<String> = work.iter().map(ToString::to_string).collect();
    parts.join("; ")
}

impl EngineError {
    /// `reason` is why the file at `path` was not read.
    pub fn unread(path: impl Into<String>, reason: UnreadReason) -> EngineError {
        EngineError::Unread(UnreadFile::new(path, reason))
    }

    /// Why a file was not read, for an answer that continues without it. `None` for an error that
    /// ends the operation.
    pub fn into_unread_reason(self) -> Option<UnreadReason> {
        Some(match self {
            EngineError::Cancelled | EngineError::DeadlinePassed => return None,
            EngineError::Unread(unread) => unread.reason,
            EngineError::Malformed { line, reason, .. } => UnreadReason::Malformed { line, reason },
            EngineError::Unsupported { reason, .. } => UnreadReason::Unsupported { reason },
            EngineError::Unreadable { source, .. } => {
                UnreadReason::Unreadable { error: source.to_string() }
            }
            other => UnreadReason::Unreadable { error: other.to_string() },
        })
    }
}

/// What must be available first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// A live editor with the plugin enabled.
    Editor,
    /// A running game.
    Game,
    /// An editor or a game that renders.
    Renderer,
}
