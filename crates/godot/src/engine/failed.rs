//! What an editor's refusal means to an engine's caller.

use scenewright_engine::{EngineError, Need};
use scenewright_model::EngineKind;

use crate::link::CallError;
use crate::protocol::{
    CAPTURE_FAILED, GAME_NOT_RUNNING, INVALID_PATH, NODE_NOT_FOUND, NOT_ALLOWED, RpcError,
    TIMED_OUT,
};

pub(super) fn told(method: &str, error: CallError) -> EngineError {
    let editor = |reason: String| EngineError::NotReady { need: Need::Editor, reason };
    match error {
        CallError::Down(down) => editor(down.to_string()),
        CallError::Refused(error) => refused(method, &error),
        CallError::Lost(reason) => editor(reason),
        CallError::Silent => EngineError::DeadlinePassed,
        CallError::Cancelled => EngineError::Cancelled,
        CallError::Malformed(reason) => editor(format!("the editor answered oddly: {reason}")),
    }
}

fn refused(method: &str, error: &RpcError) -> EngineError {
    let reason = error.told();
    let not_found = |what| {
        let path = error.data.get("requested_path").and_then(|path| path.as_str());
        EngineError::NotFound { what, path: path.unwrap_or_default().to_owned() }
    };
    match error.code() {
        NODE_NOT_FOUND => not_found("Node"),
        INVALID_PATH if error.message.starts_with("Scene file not found") => not_found("Scene"),
        GAME_NOT_RUNNING => EngineError::NotReady { need: Need::Game, reason },
        CAPTURE_FAILED => EngineError::NotReady { need: Need::Renderer, reason },
        TIMED_OUT => EngineError::DeadlinePassed,
        NOT_ALLOWED => EngineError::Refused { what: "It".to_owned(), reason },
        _ => EngineError::Refused { what: format!("The editor's {method}"), reason },
    }
}

/// What the engine of the project's files does not offer.
pub(super) fn lacking(what: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::Godot,
        what: what.to_owned(),
        reason: "the project's files do not offer it".to_owned(),
    }
}
