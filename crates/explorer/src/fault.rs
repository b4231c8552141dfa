//! What can go wrong, as clients of this interface are told: a kind, a code and an HTTP status each.

use scenewright_catalogue::{Failure, HintStyle, server_flag};
use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameProblem};
use scenewright_engine::quote::bounded;
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    pub(crate) detail: Option<String>,
    /// Another than the kind's own: a text that is no JSON.
    code: Option<i32>,
}

pub(crate) type Found<T> = Result<T, Fault>;

impl Kind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Kind::InvalidRequest => "InvalidRequest",
            Kind::MethodNotFound => "MethodNotFound",
            Kind::InvalidArgument => "InvalidArgument",
            Kind::NotFound => "NotFound",
            Kind::PermissionDenied => "PermissionDenied",
            Kind::NotReady => "NotReady",
            Kind::RateLimited => "RateLimited",
            Kind::Internal => "Internal",
        }
    }

    pub(crate) fn code(self) -> i32 {
        match self {
            Kind::InvalidRequest => -32600,
            Kind::MethodNotFound => -32601,
            Kind::InvalidArgument => -32602,
            Kind::Internal => -32603,
            Kind::NotReady => -32002,
            Kind::PermissionDenied => -32003,
            Kind::NotFound => -32004,
            Kind::RateLimited => -32005,
        }
    }

    fn status(self) -> u16 {
        match self {
            Kind::InvalidRequest | Kind::MethodNotFound | Kind::InvalidArgument => 400,
            Kind::PermissionDenied => 403,
            Kind::NotFound => 404,
            Kind::RateLimited => 429,
            Kind::Internal => 500,
            Kind::NotReady => 503,
        }
    }

    /// The kind behind the code of a line in the log.
    pub(crate) fn of_code(code: i32) -> Option<Kind> {
        let kinds = [
            Kind::InvalidRequest,
            Kind::MethodNotFound,
            Kind::InvalidArgument,
            Kind::Internal,
            Kind::NotReady,
            Kind::PermissionDenied,
            Kind::NotFound,
            Kind::RateLimited,
        ];
        kinds.into_iter().find(|kind| kind.code() == code)
    }
}

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Fault {
        let message = bounded(&message.into());
        Fault { kind, message, hint: None, detail: None, code: None }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Fault {
        Fault::new(Kind::InvalidArgument, message)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Fault {
        Fault::new(Kind::NotFound, what)
    }

    pub(crate) fn denied(message: impl Into<String>) -> Fault {
        Fault::new(Kind::PermissionDenied, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Fault {
        Fault::new(Kind::Internal, message)
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }

    pub(crate) fn detail(self, detail: impl Into<String>) -> Fault {
        Fault { detail: Some(detail.into()), ..self }
    }

    pub(crate) fn unparsed(detail: String) -> Fault {
        let fault = Fault::new(Kind::InvalidRequest, "The body is not JSON").detail(detail);
        Fault { code: Some(-32700), ..fault }
    }

    pub(crate) fn too_many(limit: usize) -> Fault {
        let message = format!("Cannot have more than {limit} parallel requests. Please slow down.");
        Fault::new(Kind::RateLimited, message).hint("send it again when others have been answered")
    }

    pub(crate) fn code(&self) -> i32 {
        self.code.unwrap_or(self.kind.code())
    }

    pub(crate) fn status(&self) -> u16 {
        self.kind.status()
    }

    /// The `error` of a JSON-RPC answer. Clients look for `hint` even where there is none.
    pub(crate) fn rpc(&self) -> Value {
        let mut data = json!({ "kind": self.kind.as_str(), "hint": self.hint });
        if let Some(detail) = &self.detail {
            data["detail"] = json!(detail);
        }
        json!({ "code": self.code(), "message": self.message, "data": data })
    }

    /// The same inside a tool's own answer.
    pub(crate) fn in_band(&self) -> Value {
        let Fault { kind, message, hint, .. } = self;
        json!({ "ok": false, "error": { "kind": kind.as_str(), "message": message, "hint": hint } })
    }

    /// How the log shows it.
    pub(crate) fn line(&self) -> String {
        format!("[MCP] error {}: {}", self.code(), self.message)
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Fault {
        let kind = match &error {
            EngineError::Name(NameError { problem: NameProblem::Ambiguous { .. }, .. }) => {
                Kind::InvalidArgument
            }
            error if error.is_not_found() => Kind::NotFound,
            EngineError::NotFound { .. }
            | EngineError::Name(_)
            | EngineError::NotAScene { .. }
            | EngineError::InEdit { .. } => Kind::InvalidArgument,
            EngineError::UnsavedInEditor { .. }
            | EngineError::UnsavedChanges { .. }
            | EngineError::MissingDependencies { .. } => Kind::InvalidArgument,
            EngineError::OutsideProject { .. } | EngineError::Refused { .. } => {
                Kind::InvalidArgument
            }
            EngineError::Unsupported { .. } | EngineError::Changed { .. } => Kind::InvalidArgument,
            EngineError::Unreadable { .. }
            | EngineError::Unread(_)
            | EngineError::Malformed { .. } => Kind::Internal,
            EngineError::Cancelled
            | EngineError::DeadlinePassed
            | EngineError::NoJournal
            | EngineError::NotReady { .. } => Kind::NotReady,
        };
        let fault = Fault::new(kind, error.to_string());
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
const STYLE: HintStyle<'static> = HintStyle {
    tool: &|_| None,
    tool_name: str::to_owned,
    argument: None,
    flag: server_flag,
    one_call: false,
};

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        let fault = match &failure {
            Failure::Busy { limit } => return Fault::too_many(*limit),
            Failure::TimedOut { .. }
            | Failure::StillWriting { .. }
            | Failure::Cancelled
            | Failure::NotReady { .. } => Fault::new(Kind::NotReady, failure.reason()),
            other => Fault::internal("Internal error").detail(other.reason()),
        };
        Fault { hint: failure.advice().and_then(|hint| hint.render(&STYLE)), ..fault }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_the_code_and_status_of_the_document() {
        let rows = [
            (Kind::NotReady, "NotReady", -32002, 503),
            (Kind::PermissionDenied, "PermissionDenied", -32003, 403),
            (Kind::NotFound, "NotFound", -32004, 404),
            (Kind::RateLimited, "RateLimited", -32005, 429),
            (Kind::InvalidArgument, "InvalidArgument", -32602, 400),
            (Kind::Internal, "Internal", -32603, 500),
        ];
        for (kind, name, code, status) in rows {
            assert_eq!((kind.as_str(), kind.code(), kind.status()), (name, code, status));
            assert_eq!(Kind::of_code(code), Some(kind));
        }
    }

    #[test]
    fn a_fault_is_told_in_three_forms() {
        let fault = Fault::too_many(32);
        let message = "Cannot have more than 32 parallel requests. Please slow down.";
        assert_eq!(fault.message, message);
        assert_eq!(fault.line(), format!("[MCP] error -32005: {message}"));
        assert_eq!(fault.rpc()["data"]["kind"], "RateLimited");
        let plain = Fault::not_found("Not found");
        assert_eq!(plain.rpc()["data"], json!({ "kind": "NotFound", "hint": null }));
        assert_eq!(plain.in_band()["ok"], false);
        assert_eq!(Fault::unparsed("x".to_owned()).rpc()["code"], -32700);
    }
}
