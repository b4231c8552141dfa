//! Errors as clients of this interface see them: each has a kind, and each kind a code and an HTTP status.

use scenewright_catalogue::{Failure, HintStyle, server_flag};
use scenewright_engine::names::{NameError, NameProblem, nearest};
use scenewright_engine::quote::bound_message;
use scenewright_engine::{EngineError, GameFailureKind};
use scenewright_wire::jsonrpc::{JsonRpcError, PARSE_ERROR};
use serde_json::{Value, json};
use strum::IntoStaticStr;

/// The name of a variant is its name on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
pub(crate) enum ExplorerErrorKind {
    InvalidRequest,
    MethodNotFound,
    InvalidArgument,
    NotFound,
    PermissionDenied,
    NotReady,
    RateLimited,
    Internal,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExplorerError {
    pub(crate) kind: ExplorerErrorKind,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    pub(crate) detail: Option<String>,
    /// Set where the code is not that of the kind: for a body that is not JSON.
    code: Option<i32>,
}

pub(crate) type ExplorerResult<T> = Result<T, ExplorerError>;

impl ExplorerErrorKind {
    pub(crate) fn as_str(self) -> &'static str {
        self.into()
    }

    pub(crate) fn code(self) -> i32 {
        match self {
            ExplorerErrorKind::InvalidRequest => -32600,
            ExplorerErrorKind::MethodNotFound => -32601,
            ExplorerErrorKind::InvalidArgument => -32602,
            ExplorerErrorKind::Internal => -32603,
            ExplorerErrorKind::NotReady => -32002,
            ExplorerErrorKind::PermissionDenied => -32003,
            ExplorerErrorKind::NotFound => -32004,
            ExplorerErrorKind::RateLimited => -32005,
        }
    }

    fn status(self) -> u16 {
        match self {
            ExplorerErrorKind::InvalidRequest
            | ExplorerErrorKind::MethodNotFound
            | ExplorerErrorKind::InvalidArgument => 400,
            ExplorerErrorKind::PermissionDenied => 403,
            ExplorerErrorKind::NotFound => 404,
            ExplorerErrorKind::RateLimited => 429,
            ExplorerErrorKind::Internal => 500,
            ExplorerErrorKind::NotReady => 503,
        }
    }
}

impl ExplorerError {
    pub(crate) fn new(kind: ExplorerErrorKind, message: impl Into<String>) -> ExplorerError {
        let message = bound_message(&message.into());
        ExplorerError { kind, message, hint: None, detail: None, code: None }
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> ExplorerError {
        ExplorerError::new(ExplorerErrorKind::InvalidRequest, message)
    }

    pub(crate) fn invalid_argument(message: impl Into<String>) -> ExplorerError {
        ExplorerError::new(ExplorerErrorKind::InvalidArgument, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> ExplorerError {
        ExplorerError::new(ExplorerErrorKind::NotFound, message)
    }

    pub(crate) fn permission_denied(message: impl Into<String>) -> ExplorerError {
        ExplorerError::new(ExplorerErrorKind::PermissionDenied, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> ExplorerError {
        ExplorerError::new(ExplorerErrorKind::Internal, message)
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> ExplorerError {
        ExplorerError { hint: Some(hint.into()), ..self }
    }

    pub(crate) fn detail(self, detail: impl Into<String>) -> ExplorerError {
        ExplorerError { detail: Some(detail.into()), ..self }
    }

    pub(crate) fn parse_error(detail: impl Into<String>) -> ExplorerError {
        let error = ExplorerError::invalid_request("The body is not JSON").detail(detail);
        ExplorerError { code: Some(PARSE_ERROR), ..error }
    }

    pub(crate) fn rate_limited(limit: usize) -> ExplorerError {
        let message = format!("Cannot have more than {limit} parallel requests. Please slow down.");
        ExplorerError::new(ExplorerErrorKind::RateLimited, message)
            .hint("send the request again when others have been answered")
    }

    pub(crate) fn code(&self) -> i32 {
        self.code.unwrap_or(self.kind.code())
    }

    pub(crate) fn status(&self) -> u16 {
        self.kind.status()
    }

    /// The `error` of a JSON-RPC answer. Clients look for `hint` even where there is none.
    pub(crate) fn to_rpc_error(&self) -> JsonRpcError {
        let mut data = json!({ "kind": self.kind.as_str(), "hint": self.hint });
        if let Some(detail) = &self.detail {
            data["detail"] = json!(detail);
        }
        JsonRpcError { code: self.code(), message: self.message.clone(), data: Some(data) }
    }

    /// The same inside a tool's own answer.
    pub(crate) fn to_tool_answer(&self) -> Value {
        let ExplorerError { kind, message, hint, .. } = self;
        json!({ "ok": false, "error": { "kind": kind.as_str(), "message": message, "hint": hint } })
    }

    /// The kind in the log; a body that is not JSON has none.
    pub(crate) fn log_kind(&self) -> Option<&'static str> {
        self.code.is_none().then(|| self.kind.as_str())
    }

    /// The line in the log.
    pub(crate) fn log_line(&self) -> String {
        format!("[MCP] error {}: {}", self.code(), self.message)
    }
}

impl From<EngineError> for ExplorerError {
    fn from(error: EngineError) -> ExplorerError {
        let found = ExplorerError::new(kind_of(&error), error.to_string());
        match &error {
            EngineError::Name(name) if !name.names().is_empty() => {
                found.hint(format!("did you mean {}?", name.names().join(" or ")))
            }
            EngineError::Game(failure) if !failure.names.is_empty() => {
                let names = failure.names.iter().map(String::as_str);
                match nearest(&failure.asked, names).as_slice() {
                    [] => found,
                    similar => found.hint(format!("did you mean {}?", similar.join(" or "))),
                }
            }
            EngineError::UnsavedChanges { .. } => found.hint(
                "the client that made them saves or discards them first; for changes that an ended process left behind, `scenewright recover --unsaved` keeps or drops them",
            ),
            EngineError::HeldByEditor { .. } => found.hint(
                "wait until the editor answers again, or close it; `scenewright doctor` reports what is wrong with it",
            ),
            _ => found,
        }
    }
}

fn kind_of(error: &EngineError) -> ExplorerErrorKind {
    match error {
        EngineError::Name(NameError { problem: NameProblem::Ambiguous { .. }, .. }) => {
            ExplorerErrorKind::InvalidArgument
        }
        error if error.is_not_found() => ExplorerErrorKind::NotFound,
        EngineError::NotFound { .. }
        | EngineError::Name(_)
        | EngineError::NotAScene { .. }
        | EngineError::InEdit { .. }
        | EngineError::UnsavedInEditor { .. }
        | EngineError::ChangedUnderEditor { .. }
        | EngineError::UnsavedChanges { .. }
        | EngineError::MissingDependencies { .. }
        | EngineError::OutsideProject { .. }
        | EngineError::Refused { .. }
        | EngineError::Unsupported { .. }
        | EngineError::Changed { .. } => ExplorerErrorKind::InvalidArgument,
        EngineError::Unreadable { .. } | EngineError::Unread(_) | EngineError::Malformed { .. } => {
            ExplorerErrorKind::Internal
        }
        EngineError::Cancelled
        | EngineError::DeadlinePassed
        | EngineError::NoJournal
        | EngineError::HeldByEditor { .. }
        | EngineError::NotReady { .. } => ExplorerErrorKind::NotReady,
        EngineError::Game(failure) => game_kind(failure.kind),
    }
}

fn game_kind(kind: GameFailureKind) -> ExplorerErrorKind {
    match kind {
        GameFailureKind::NoNode | GameFailureKind::NoProperty | GameFailureKind::NoMethod => {
            ExplorerErrorKind::NotFound
        }
        GameFailureKind::BadValue | GameFailureKind::BadSource => {
            ExplorerErrorKind::InvalidArgument
        }
        GameFailureKind::NoGame
        | GameFailureKind::NoEngine
        | GameFailureKind::WrongVersion
        | GameFailureKind::NotImported
        | GameFailureKind::StillImporting
        | GameFailureKind::NotConnected
        | GameFailureKind::NotStarted
        | GameFailureKind::Ended
        | GameFailureKind::Stuck
        | GameFailureKind::Unfinished
        | GameFailureKind::Stopped
        | GameFailureKind::NotStopped
        | GameFailureKind::Broken
        | GameFailureKind::NoDisplay
        | GameFailureKind::NoPicture => ExplorerErrorKind::NotReady,
        GameFailureKind::Other => ExplorerErrorKind::Internal,
    }
}

/// Clients of this interface cannot call the catalogue's tools, so hints that name one are dropped.
const EXPLORER_HINTS: HintStyle<'static> = HintStyle {
    tool: &|_| None,
    tool_name: str::to_owned,
    argument: None,
    flag: server_flag,
    one_call: false,
};

impl From<Failure> for ExplorerError {
    fn from(failure: Failure) -> ExplorerError {
        let error = match &failure {
            Failure::Busy { limit } => return ExplorerError::rate_limited(*limit),
            Failure::TimedOut { .. }
            | Failure::StillWriting { .. }
            | Failure::Cancelled
            | Failure::NotReady { .. } => {
                ExplorerError::new(ExplorerErrorKind::NotReady, failure.reason())
            }
            other => ExplorerError::internal("Internal error").detail(other.reason()),
        };
        let hint = failure.advice().and_then(|hint| hint.render(&EXPLORER_HINTS));
        ExplorerError { hint, ..error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_the_code_and_status_of_the_document() {
        let rows = [
            (ExplorerErrorKind::NotReady, "NotReady", -32002, 503),
            (ExplorerErrorKind::PermissionDenied, "PermissionDenied", -32003, 403),
            (ExplorerErrorKind::NotFound, "NotFound", -32004, 404),
            (ExplorerErrorKind::RateLimited, "RateLimited", -32005, 429),
            (ExplorerErrorKind::InvalidArgument, "InvalidArgument", -32602, 400),
            (ExplorerErrorKind::Internal, "Internal", -32603, 500),
        ];
        for (kind, name, code, status) in rows {
            assert_eq!((kind.as_str(), kind.code(), kind.status()), (name, code, status));
        }
    }

    #[test]
    fn an_error_has_three_forms() {
        let error = ExplorerError::rate_limited(32);
        let message = "Cannot have more than 32 parallel requests. Please slow down.";
        assert_eq!(error.message, message);
        assert_eq!(error.log_line(), format!("[MCP] error -32005: {message}"));
        assert_eq!(error.to_rpc_error().data.unwrap()["kind"], "RateLimited");
        let plain = ExplorerError::not_found("Not found");
        let data = plain.to_rpc_error().data.unwrap();
        assert_eq!(data, json!({ "kind": "NotFound", "hint": null }));
        assert_eq!(plain.to_tool_answer()["ok"], false);
        assert_eq!(ExplorerError::parse_error("x").to_rpc_error().code, -32700);
    }
}
