//! What an engine can fail with: facts, without advice. Advice belongs to whoever knows the client.

use std::io;

use scenewright_model::{EngineKind, UnreadFile, UnreadReason, UnsavedWork};
use thiserror::Error;

use crate::names::NameError;
use crate::quote::{QuotedText, bound_message};

#[derive(Debug, Error)]
pub enum EngineError {
    #[error("{what} {} does not exist", QuotedText(path))]
    NotFound { what: Subject, path: String },

    /// A name inside of a scene.
    #[error(transparent)]
    Name(NameError),

    /// It is there, and is no scene.
    #[error("{} is {kind}, not a scene", QuotedText(path))]
    NotAScene { path: String, kind: FileKind },

    /// One of several edits, counted from 0.
    #[error("{error}")]
    InEdit { index: usize, error: Box<EngineError> },

    #[error("{} is outside the project", QuotedText(path))]
    OutsideProject { path: String },

    #[error("{} cannot be read: {source}", QuotedText(path))]
    Unreadable { path: String, source: io::Error },

    /// The file is there, and its content is not to be had.
    #[error("{0}")]
    Unread(UnreadFile),

    /// The file is there and is not what it should be.
    #[error("{}, line {line}: {reason}", QuotedText(path))]
    Malformed { path: String, line: usize, reason: String },

    #[error("{engine} cannot {what}: {}", bound_message(reason))]
    Unsupported { engine: EngineKind, what: String, reason: String },

    /// A live editor has changes in the scene that are not saved, which are in the way.
    #[error("the editor has unsaved changes in {}", QuotedText(path))]
    UnsavedInEditor { path: String },

    /// A live editor would forget the references to files that are not there.
    #[error("files that {} needs are missing: {}", QuotedText(path), bound_message(&missing.join(", ")))]
    MissingDependencies { path: String, missing: Vec<String> },

    /// What is asked for is understood, and must not or cannot be done.
    #[error("{} is refused: {}", bound_message(what), bound_message(reason))]
    Refused { what: String, reason: String },

    /// Somebody else has changed a file in the meantime. The versions are told for people.
    #[error("{} has changed: expected {expected}, found {found}", QuotedText(path))]
    Changed { path: String, expected: String, found: String },

    /// Somebody else has unsaved changes that this would save, change or give up.
    #[error("{what} is refused: {}", join_unsaved(work))]
    UnsavedChanges { what: String, work: Vec<UnsavedWork> },

    /// An engine writes only what it can take back.
    #[error("there is no folder to keep a journal of changes in")]
    NoJournal,

    /// It can be done, and something that it needs is not there right now.
    #[error("{reason}")]
    NotReady { need: Requirement, reason: String },

    #[error("cancelled")]
    Cancelled,

    #[error("the deadline passed")]
    DeadlinePassed,
}

impl EngineError {
    /// Whether something that was named is not there.
    pub fn is_not_found(&self) -> bool {
        match self {
            EngineError::NotFound { .. } | EngineError::NotAScene { .. } | EngineError::Name(_) => {
                true
            }
            EngineError::InEdit { error, .. } => error.is_not_found(),
            _ => false,
        }
    }

    /// Says which of several edits failed. What ended all of them belongs to none.
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

/// What was looked for and does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    SceneFile,
    /// A scene in memory.
    LoadedScene,
    /// A scene that is open in a live editor.
    OpenScene,
    /// Objects that have to be in the same open scene.
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
    /// What only one engine knows, in its own words.
    Other(&'static str),
}

impl Subject {
    /// As a message begins: `Scene file`.
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

/// What is found where a scene was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileKind {
    Folder,
    /// The project's settings: `project.godot`, a file of `ProjectSettings`.
    Settings,
    /// By the engine's word for it: `Material`, `Script`.
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

    /// Why a file was not read, for an answer that goes on without it. `None` for what ends the
    /// operation.
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

/// What has to be there first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// A live editor with the plugin in it.
    Editor,
    /// A game that runs.
    Game,
    /// An editor or a game that draws.
    Renderer,
}
