//! What an engine can fail with: facts, without advice. Advice belongs to whoever knows the client.

use std::io;

use scenewright_model::{EngineKind, Unread, UnreadReason};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum EngineError {
    #[error("{what} '{path}' does not exist")]
    NotFound { what: &'static str, path: String },

    #[error("'{path}' is outside the project")]
    OutsideProject { path: String },

    #[error("'{path}' cannot be read: {source}")]
    Unreadable { path: String, source: io::Error },

    /// The file is there, and its content is not to be had.
    #[error("{0}")]
    Unread(Unread),

    /// The file is there and is not what it should be.
    #[error("'{path}', line {line}: {reason}")]
    Malformed { path: String, line: usize, reason: String },

    #[error("{engine} cannot {what}: {reason}")]
    Unsupported { engine: EngineKind, what: String, reason: String },

    /// What is asked for is understood, and must not or cannot be done.
    #[error("{what} is refused: {reason}")]
    Refused { what: String, reason: String },

    /// Somebody else has changed a file in the meantime. The versions are told for people.
    #[error("'{path}' has changed: expected {expected}, found {found}")]
    Changed { path: String, expected: String, found: String },

    /// An engine writes only what it can take back.
    #[error("there is no folder to keep a journal of changes in")]
    NoJournal,

    /// It can be done, and something that it needs is not there right now.
    #[error("{reason}")]
    NotReady { need: Need, reason: String },

    #[error("cancelled")]
    Cancelled,

    #[error("the deadline passed")]
    DeadlinePassed,
}

impl EngineError {
    /// `reason` is why the file at `path` was not read.
    pub fn unread(path: impl Into<String>, reason: UnreadReason) -> EngineError {
        EngineError::Unread(Unread::new(path, reason))
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
pub enum Need {
    /// A live editor with the plugin in it.
    Editor,
    /// A game that runs.
    Game,
    /// An editor or a game that draws.
    Renderer,
}
