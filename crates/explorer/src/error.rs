//! What can go wrong, as clients of this interface are told: a kind, a code and an HTTP status each.

use scenewright_catalogue::{Failure, HintStyle, server_flag};
use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameProblem};
use scenewright_engine::quote::bound_message;
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Another than the kind's own: a text that is no JSON.
    code: Option<i32>,
}

pub(crate) type ExplorerResult<T> = Result<T, ExplorerError>;

impl ExplorerErrorKind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            ExplorerErrorKind::InvalidRequest => "InvalidRequest",
            ExplorerErrorKind::MethodNotFound => "MethodNotFound",
            ExplorerErrorKind::InvalidArgument => "InvalidArgument",
            ExplorerErrorKind::NotFound => "NotFound",
            ExplorerErrorKind::PermissionDenied => "PermissionDenied",
            ExplorerErrorKind::NotReady => "NotReady",
            ExplorerErrorKind::RateLimited => "RateLimited",
            ExplorerErrorKind::Internal => "Internal",
        }
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

    /// The kind behind the code of a line in the log.
    pub(crate) fn from_code(code: i32) -> Option<ExplorerErrorKind> {
        let kinds = [
            ExplorerErrorKind::InvalidRequest,
            ExplorerErrorKind::MethodNotFound,
            ExplorerErrorKind::InvalidArgument,
            ExplorerErrorKind::Internal,
            ExplorerErrorKind::NotReady,
            ExplorerErrorKind::PermissionDenied,
            ExplorerErrorKind::NotFound,
            ExplorerErrorKind::RateLimited,
        ];
        kinds.into_iter().find(|kind| kind.code() == code)
    }
}

impl ExplorerError {
    pub(crate) fn new(kind: ExplorerErrorKind, message: impl Into<String>) -> ExplorerError {
        let message = bound_message(&message.into());
        ExplorerError { kind, message, hint: None, detail: None, code: None }
    }

    pub(crate) fn invalid_argument(message: impl Into<String>) -> ExplorerError {
        ExplorerError::new(ExplorerErrorKind::InvalidArgument, message)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> ExplorerError {
        ExplorerError::new(ExplorerErrorKind::NotFound, what)
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

    pub(crate) fn parse_error(detail: String) -> ExplorerError {
        let fault = ExplorerError::new(ExplorerErrorKind::InvalidRequest, "The body is not JSON")
            .detail(detail);
        ExplorerError { code: Some(-32700), ..fault }
    }

    pub(crate) fn rate_limited(limit: usize) -> ExplorerError {
        let message = format!("Cannot have more than {limit} parallel requests. Please slow down.");
        ExplorerError::new(ExplorerErrorKind::RateLimited, message)
            .hint("send it again when others have been answered")
    }

    pub(crate) fn code(&self) -> i32 {
        self.code.unwrap_or(self.kind.code())
    }

    pub(crate) fn status(&self) -> u16 {
        self.kind.status()
    }

    /// The `error` of a JSON-RPC answer. Clients look for `hint` even where there is none.
    pub(crate) fn to_rpc_error(&self) -> Value {
        let mut data = json!({ "kind": self.kind.as_str(), "hint": self.hint });
        if let Some(detail) = &self.detail {
            data["detail"] = json!(detail);
        }
        json!({ "code": self.code(), "message": self.message, "data": data })
    }

    /// The same inside a tool's own answer.
    pub(crate) fn to_tool_answer(&self) -> Value {
        let ExplorerError { kind, message, hint, .. } = self;
        json!({ "ok": false, "error": { "kind": kind.as_str(), "message": message, "hint": hint } })
    }

    /// How the log shows it.
    pub(crate) fn log_line(&self) -> String {
        format!("[MCP] error {}: {}", self.code(), self.message)
    }
}

impl From<EngineError> for ExplorerError {
    fn from(error: EngineError) -> ExplorerError {
        let kind = match &error {
            EngineError::Name(NameError { problem: NameProblem::Ambiguous { .. }, .. }) => {
                ExplorerErrorKind::InvalidArgument
            }
            error if error.is_not_found() => ExplorerErrorKind::NotFound,
            EngineError::NotFound { .. }
            | EngineError::Name(_)
            | EngineError::NotAScene { .. }
            | EngineError::InEdit { .. } => ExplorerErrorKind::InvalidArgument,
            EngineError::UnsavedInEditor { .. }
            | EngineError::UnsavedChanges { .. }
            | EngineError::MissingDependencies { .. } => ExplorerErrorKind::InvalidArgument,
            EngineError::OutsideProject { .. } | EngineError::Refused { .. } => {
                ExplorerErrorKind::InvalidArgument
            }
            EngineError::Unsupported { .. } | EngineError::Changed { .. } => {
                ExplorerErrorKind::InvalidArgument
            }
            EngineError::Unreadable { .. }
            | EngineError::Unread(_)
            | EngineError::Malformed { .. } => ExplorerErrorKind::Internal,
            EngineError::Cancelled
            | EngineError::DeadlinePassed
            | EngineError::NoJournal
            | EngineError::NotReady { .. } => ExplorerErrorKind::NotReady,
        };
        let fault = ExplorerError::new(kind, error.to_string());
        match &error {
            EngineError::Name(name) if !name.names().is_empty() => {
                fault.hint(format!("did you mean {}?", name.names().join(" or ")))
            }
            EngineError::UnsavedChanges { .. } => fault.hint(
                "whoever made them saves or gives them up first; what an ended process left behind, `scenewright recover --unsaved` keeps or drops",
            ),
            _ => fault,
        }
    }
}

/// The catalogue's tools are not to be had here.
const EXPLORER_HINTS: HintStyle<'static> = HintStyle {
    tool: &|_| None,
    tool_name: str::to_owned,
    argument: None,
    flag: server_flag,
    one_call: false,
};

impl From<Failure> for ExplorerError {
    fn from(failure: Failure) -> ExplorerError {
        let fault = match &failure {
            Failure::Busy { limit } => return ExplorerError::rate_limited(*limit),
            Failure::TimedOut { .. }
            | Failure::StillWriting { .. }
            | Failure::Cancelled
            | Failure::NotReady { .. } => {
                ExplorerError::new(ExplorerErrorKind::NotReady, failure.reason())
            }
            other => ExplorerError::internal("Internal error").detail(other.reason()),
        };
        ExplorerError {
            hint: failure.advice().and_then(|hint| hint.render(&EXPLORER_HINTS)),
            ..fault
        }
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
            assert_eq!(ExplorerErrorKind::from_code(code), Some(kind));
        }
    }

    #[test]
    fn a_fault_is_told_in_three_forms() {
        let fault = ExplorerError::rate_limited(32);
        let message = "Cannot have more than 32 parallel requests. Please slow down.";
        assert_eq!(fault.message, message);
        assert_eq!(fault.log_line(), format!("[MCP] error -32005: {message}"));
        assert_eq!(fault.to_rpc_error()["data"]["kind"], "RateLimited");
        let plain = ExplorerError::not_found("Not found");
        assert_eq!(plain.to_rpc_error()["data"], json!({ "kind": "NotFound", "hint": null }));
        assert_eq!(plain.to_tool_answer()["ok"], false);
        assert_eq!(ExplorerError::parse_error("x".to_owned()).to_rpc_error()["code"], -32700);
    }
}
