//! The error codes of the protocol and their data.

use scenewright_catalogue::{
    EngineFailure, EngineFailureKind, Failure, HintStyle, NameKind, Requirement, Subject,
    bound_message, server_flag, shorten,
};
use scenewright_wire::jsonrpc::{
    INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, JsonRpcError, METHOD_NOT_FOUND,
    MalformedMessageError, PARSE_ERROR,
};
use serde_json::{Value, json};

use super::methods::method_for;
use super::paths;

const NODE_NOT_FOUND: i32 = -32000;
const CLASS_NOT_FOUND: i32 = -32001;
const ACTION_NOT_ALLOWED: i32 = -32002;
const GAME_NOT_RUNNING: i32 = -32003;
const CAPTURE_FAILED: i32 = -32004;
const TIMED_OUT: i32 = -32005;
const INVALID_PATH: i32 = -32006;

/// Hints name the methods and actions of this protocol; most tools have none.
const GODOTY_HINTS: HintStyle<'static> = HintStyle {
    tool: &|id| method_for(id),
    tool_name: |id| method_for(id).unwrap_or_else(|| id.to_owned()),
    argument: None,
    flag: server_flag,
    one_call: false,
};

/// How a client of this protocol sends the token.
const TOKEN_HINT: &str = "connect with ?token=TOKEN in the URL or the subprotocol godoty.TOKEN; `scenewright serve` \
     prints the token at its start, and --no-token does without";

/// Why a request has no result.
pub(super) struct GodotyError {
    code: i32,
    message: String,
    data: Value,
}

pub(super) fn malformed(malformed: &MalformedMessageError) -> JsonRpcError {
    let message = match malformed.code {
        PARSE_ERROR => "Parse error",
        _ => "Invalid request",
    };
    let data = Some(json!({ "details": malformed.reason }));
    JsonRpcError { code: malformed.code, message: message.to_owned(), data }
}

pub(super) fn invalid_request(reason: &str) -> JsonRpcError {
    let data = Some(json!({ "details": reason }));
    JsonRpcError { code: INVALID_REQUEST, message: "Invalid request".to_owned(), data }
}

impl GodotyError {
    fn new(code: i32, message: impl Into<String>, data: Value) -> GodotyError {
        GodotyError { code, message: bound_message(&message.into()), data }
    }

    pub(super) fn into_rpc_error(self) -> JsonRpcError {
        let data = Some(self.data).filter(|data| !data.is_null());
        JsonRpcError { code: self.code, message: self.message, data }
    }

    pub(super) fn unknown_method(method: &str, known: &[&str]) -> GodotyError {
        let data = json!({ "details": format!("the methods are {}", known.join(", ")) });
        GodotyError::new(METHOD_NOT_FOUND, format!("Method not found: {method}"), data)
    }

    pub(super) fn invalid_param(name: &str, expected: &str) -> GodotyError {
        let data = json!({ "details": format!("{name} must be {expected}"), "parameter": name });
        GodotyError::new(INVALID_PARAMS, format!("Invalid params: {name} must be {expected}"), data)
    }

    pub(super) fn unknown_action(known: &[&str]) -> GodotyError {
        let mut error =
            GodotyError::invalid_param("action", &format!("one of {}", known.join(", ")));
        error.data["available_actions"] = json!(known);
        error
    }

    pub(super) fn missing_param(name: &str) -> GodotyError {
        let data = json!({ "details": format!("{name} is required"), "parameter": name });
        GodotyError::new(INVALID_PARAMS, format!("Invalid params: {name} is required"), data)
    }

    pub(super) fn action_not_allowed(
        action: &str,
        reason: &str,
        how_to_enable: &str,
    ) -> GodotyError {
        let data = json!({ "action": action, "reason": reason, "how_to_enable": how_to_enable });
        GodotyError::new(ACTION_NOT_ALLOWED, format!("Action '{action}' is not enabled"), data)
    }

    pub(super) fn no_open_scene() -> GodotyError {
        let data = json!({ "suggestion": "Load a scene first, or set the project's main scene" });
        GodotyError::new(INVALID_PATH, "No scene is open", data)
    }

    pub(super) fn node_not_found(path: &str) -> GodotyError {
        let path = shorten(path);
        let data = json!({
            "requested_path": path,
            "similar_paths": [],
            "suggestion": "Check if the node exists in the current scene",
        });
        GodotyError::new(NODE_NOT_FOUND, format!("Node not found: {path}"), data)
    }

    /// The error of a capture without a display or without an editor.
    pub(super) fn capture_failed(reason: &str) -> GodotyError {
        let data = json!({
            "details": reason,
            "suggestion": "Open the project in Godot's editor on a display, with the plugin that `scenewright install godot` adds",
        });
        GodotyError::new(CAPTURE_FAILED, "Capture failed: nothing is drawn here", data)
    }

    pub(super) fn game_not_running() -> GodotyError {
        let suggestion = "Use execute_action with action='run_scene' to start the game";
        GodotyError::new(GAME_NOT_RUNNING, "Game not running", json!({ "suggestion": suggestion }))
    }

    pub(super) fn class_not_found(name: &str, similar: &[String]) -> GodotyError {
        let name = shorten(name);
        let data = json!({
            "requested_class": name,
            "similar_classes": similar,
            "suggestion": "search_docs finds classes by words",
        });
        GodotyError::new(CLASS_NOT_FOUND, format!("Class not found: {name}"), data)
    }

    pub(super) fn method_not_found(class: &str, method: &str, similar: &[String]) -> GodotyError {
        let (class, method) = (shorten(class), shorten(method));
        let data =
            json!({ "class_name": class, "requested_method": method, "similar_methods": similar });
        GodotyError::new(INVALID_PARAMS, format!("{class} has no method {method}"), data)
    }

    /// The error of an operation on a node.
    pub(super) fn for_node(path: &str, failure: Failure) -> GodotyError {
        let error = match &failure {
            Failure::Engine(error) if is_missing_node(&error.kind) => error,
            _ => return GodotyError::from(failure),
        };
        let similar: Vec<String> =
            error.similar.iter().map(|path| paths::to_root_path(path)).collect();
        let mut error = GodotyError::node_not_found(path);
        error.data["similar_paths"] = json!(similar);
        error
    }

    /// The error of an action on the running game. Without an editor there is none.
    pub(super) fn for_game(failure: Failure) -> GodotyError {
        match is_editor_missing(&failure) {
            true => GodotyError::game_not_running(),
            false => GodotyError::from(failure),
        }
    }

    fn engine_error(error: &EngineFailure, reason: String, data: Value) -> GodotyError {
        let code = match &error.kind {
            EngineFailureKind::UnknownName { what: NameKind::NodeClass, name }
            | EngineFailureKind::NotFound { what: Subject::Class, name } => {
                return GodotyError::class_not_found(name, &error.similar);
            }
            EngineFailureKind::UnknownName { what: NameKind::Member, .. } => INVALID_PARAMS,
            _ if error.missing().is_some() => INVALID_PATH,
            EngineFailureKind::OutsideProject => INVALID_PATH,
            EngineFailureKind::NotSupported | EngineFailureKind::HeldByEditor => ACTION_NOT_ALLOWED,
            _ => INVALID_PARAMS,
        };
        GodotyError::new(code, reason, data)
    }
}

fn is_missing_node(kind: &EngineFailureKind) -> bool {
    matches!(
        kind,
        EngineFailureKind::NotFound { what: Subject::Object, .. }
            | EngineFailureKind::UnknownName { what: NameKind::Object, .. }
            | EngineFailureKind::AmbiguousName { what: NameKind::Object, .. }
    )
}

impl From<Failure> for GodotyError {
    fn from(failure: Failure) -> GodotyError {
        let suggestion = match &failure {
            Failure::TokenRequired { .. } => Some(TOKEN_HINT.to_owned()),
            other => other.advice().and_then(|hint| hint.render(&GODOTY_HINTS)),
        };
        let reason = failure.reason();
        let data = match suggestion {
            Some(suggestion) => json!({ "details": reason, "suggestion": suggestion }),
            None => json!({ "details": reason }),
        };
        match &failure {
            Failure::InvalidArguments { .. } => GodotyError::new(INVALID_PARAMS, reason, data),
            Failure::WritesDisabled { .. }
            | Failure::PermissionMissing { .. }
            | Failure::TokenRequired { .. }
            | Failure::TierTooLow { .. }
            | Failure::ConfirmationNeeded { .. } => {
                GodotyError::new(ACTION_NOT_ALLOWED, reason, data)
            }
            // A call is busy after it has waited in the queue.
            Failure::TimedOut { .. } | Failure::StillWriting { .. } | Failure::Busy { .. } => {
                GodotyError::new(TIMED_OUT, reason, data)
            }
            Failure::NotReady { need: Requirement::Game, .. } => GodotyError::game_not_running(),
            Failure::NotReady { need: Requirement::Renderer, .. } => {
                GodotyError::capture_failed(&reason)
            }
            Failure::NotReady { need: Requirement::Editor, .. } => {
                GodotyError::new(ACTION_NOT_ALLOWED, reason, data)
            }
            Failure::Engine(error) => GodotyError::engine_error(error, reason, data),
            _ => GodotyError::new(INTERNAL_ERROR, reason, data),
        }
    }
}

/// There is no editor, or this engine never has one.
pub(super) fn is_editor_missing(failure: &Failure) -> bool {
    matches!(failure, Failure::NotReady { need: Requirement::Editor | Requirement::Renderer, .. })
        || is_unsupported(failure)
}

pub(super) fn is_unsupported(failure: &Failure) -> bool {
    matches!(failure, Failure::Engine(error) if matches!(error.kind, EngineFailureKind::NotSupported))
}
