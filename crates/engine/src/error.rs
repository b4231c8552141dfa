//! What an engine can fail with: facts, without advice. Advice belongs to whoever knows the client.

use std::io;

use scenewright_model::EngineKind;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum EngineError {
    #[error("{what} '{path}' does not exist")]
    NotFound { what: &'static str, path: String },

    #[error("'{path}' is outside the project")]
    OutsideProject { path: String },

    #[error("'{path}' cannot be read: {source}")]
    Unreadable { path: String, source: io::Error },

    /// The file is there and is not what it should be.
    #[error("'{path}', line {line}: {reason}")]
    Malformed { path: String, line: usize, reason: String },

    #[error("{engine} cannot {what}: {reason}")]
    Unsupported { engine: EngineKind, what: String, reason: String },

    /// It could be done, and would do harm or make no sense.
    #[error("{what} is refused: {reason}")]
    Refused { what: String, reason: String },

    #[error("cancelled")]
    Cancelled,

    #[error("the deadline passed")]
    DeadlinePassed,
}
