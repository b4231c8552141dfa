//! What an editor's refusal means to an engine's caller.

use scenewright_engine::names::{NameError, NameKind};
use scenewright_engine::{EngineError, Requirement, Subject};
use scenewright_model::EngineKind;

use crate::link::CallError;
use crate::protocol::{
    CAPTURE_FAILED, GAME_NOT_RUNNING, INVALID_PATH, NODE_NOT_FOUND, NOT_ALLOWED, RpcError,
    TIMED_OUT,
};

pub(super) fn into_engine_error(method: &str, error: CallError) -> EngineError {
    let editor = |reason: String| EngineError::NotReady { need: Requirement::Editor, reason };
    match error {
        CallError::Unavailable(down) => editor(down.to_string()),
        CallError::Refused(error) => refusal_error(method, &error),
        CallError::Lost(reason) => editor(reason),
        CallError::TimedOut => EngineError::DeadlinePassed,
        CallError::Cancelled => EngineError::Cancelled,
        CallError::Malformed(reason) => editor(format!("the editor answered oddly: {reason}")),
    }
}

fn refusal_error(method: &str, error: &RpcError) -> EngineError {
    let reason = error.describe();
    let path = error.data.get("requested_path").and_then(|path| path.as_str());
    let path = path.unwrap_or_default().to_owned();
    let not_found = |what| EngineError::NotFound { what, path: path.clone() };
    let listed = |key: &str| -> Vec<String> {
        let list = error.data.get(key).and_then(|list| list.as_array());
        list.into_iter().flatten().filter_map(|it| it.as_str()).map(str::to_owned).collect()
    };
    let missing = listed("missing_dependencies");
    if !missing.is_empty() {
        return EngineError::MissingDependencies { path, missing };
    }
    match error.code() {
        NODE_NOT_FOUND => {
            EngineError::Name(NameError::unknown(NameKind::Object, path, listed("similar_paths")))
        }
        INVALID_PATH if error.message.starts_with("Scene file not found") => {
            not_found(Subject::SceneFile)
        }
        GAME_NOT_RUNNING => EngineError::NotReady { need: Requirement::Game, reason },
        CAPTURE_FAILED => EngineError::NotReady { need: Requirement::Renderer, reason },
        TIMED_OUT => EngineError::DeadlinePassed,
        NOT_ALLOWED => EngineError::Refused { what: "It".to_owned(), reason },
        _ => EngineError::Refused { what: format!("The editor's {method}"), reason },
    }
}

/// What the engine of the project's files does not offer.
pub(super) fn unsupported(what: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::GODOT,
        what: what.to_owned(),
        reason: "the project's files do not offer it".to_owned(),
    }
}
