//! Maps every failure to its code and, in `data.details`, a sentence that says what to do.

use scenewright_catalogue::{
    AdmissionError, EditLocation, Failure, HintStyle, Violations, bound_message, json_argument,
    server_flag, shorten,
};
use scenewright_wire::jsonrpc::{
    INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, JsonRpcError, METHOD_NOT_FOUND,
    MalformedMessageError, PARSE_ERROR,
};
use serde_json::{Map, Value, json};

use super::names;
use super::turns::MAX_WAITING;
use crate::resources::ResourceError;

const NOT_READY: i32 = -32000;

/// Tools by the names that `tools/list` has.
const UNITY_HTTP_HINTS: HintStyle<'static> = HintStyle {
    tool: &|id| Some(names::to_kebab_case(id)),
    tool_name: names::to_kebab_case,
    argument: Some(json_argument),
    flag: server_flag,
    one_call: false,
};

/// The error of a tool, under the name that the client used.
pub(super) fn tool_error(name: &str, failure: &Failure) -> JsonRpcError {
    let (code, headline) = code_and_headline(failure);
    let name = &shorten(name);
    let mut more = Map::new();
    more.insert("tool".to_owned(), name.as_str().into());
    if let Failure::Engine(error) = failure
        && let Some(EditLocation { index, tool, target }) = &error.edit
    {
        let place = json!({ "index": index, "op": tool, "target": target });
        more.insert("failedEdit".to_owned(), place);
    }
    let message = match failure {
        Failure::UnknownTool { .. } => format!("{headline}: {name}"),
        _ => headline.to_owned(),
    };
    let similar: Vec<String> = match failure {
        Failure::UnknownTool { similar, .. } => {
            similar.iter().map(|id| names::to_kebab_case(id)).collect()
        }
        Failure::Engine(error) => error.similar.clone(),
        _ => Vec::new(),
    };
    let details = match failure {
        Failure::UnknownTool { .. } => unknown_tool(name, &similar),
        _ => details(failure),
    };
    if !similar.is_empty() {
        more.insert("similar".to_owned(), json!(similar));
    }
    error(code, message, details, more)
}

pub(super) fn resource_error(failure: &ResourceError) -> JsonRpcError {
    match failure {
        ResourceError::NotFound { uri, similar } => {
            let uri = shorten(uri);
            let details = match similar.as_slice() {
                [] => format!("there is no resource {uri}; resources/list lists all"),
                similar => format!("there is no resource {uri}; did you mean {}?", or(similar)),
            };
            let more = [("uri", json!(uri)), ("similar", json!(similar))];
            error(INVALID_PARAMS, "Resource not found".to_owned(), details, map(more))
        }
        ResourceError::BadCursor => invalid_params(
            "invalid cursor: it must come from resources/list; leave it out to start again",
        ),
        ResourceError::Failed(failure) => {
            let (code, headline) = code_and_headline(failure);
            error(code, headline.to_owned(), details(failure), Map::new())
        }
    }
}

pub(super) fn admission_error(error: AdmissionError) -> JsonRpcError {
    let (code, headline, details) = match error {
        AdmissionError::QueueFull => (
            NOT_READY,
            "Server not ready",
            format!(
                "{MAX_WAITING} requests are waiting already; send this one again when some are answered"
            ),
        ),
        AdmissionError::NoPermit | AdmissionError::TimedOut => (
            INTERNAL_ERROR,
            "Internal error",
            "the request was lost; the log on stderr has the details; please report them"
                .to_owned(),
        ),
    };
    self::error(code, headline.to_owned(), details, Map::new())
}

pub(super) fn invalid_params(details: &str) -> JsonRpcError {
    error(INVALID_PARAMS, "Invalid params".to_owned(), details.to_owned(), Map::new())
}

pub(super) fn no_uri() -> JsonRpcError {
    invalid_params("uri is required: one from resources/list, e.g. unity://scene/active")
}

pub(super) fn unknown_method(method: &str, known: &[&str]) -> JsonRpcError {
    let method = shorten(method);
    let details = format!("unknown method {method}; the methods are {}", known.join(", "));
    let more = map([("validMethods", json!(known))]);
    error(METHOD_NOT_FOUND, format!("Method not found: {method}"), details, more)
}

pub(super) fn malformed(malformed: &MalformedMessageError) -> JsonRpcError {
    let headline = if malformed.code == PARSE_ERROR { "Parse error" } else { "Invalid request" };
    error(malformed.code, headline.to_owned(), malformed.reason.clone(), Map::new())
}

pub(super) fn batch() -> JsonRpcError {
    invalid_request("batches are not supported; send each request on its own", Map::new())
}

pub(super) fn too_long(limit: usize) -> JsonRpcError {
    let details = format!("the request is longer than {limit} bytes (--max-message)");
    invalid_request(&details, map([("limitBytes", json!(limit))]))
}

pub(super) fn too_deep(limit: usize) -> JsonRpcError {
    let details = format!("the request is nested deeper than {limit} levels (--max-depth)");
    invalid_request(&details, map([("limitLevels", json!(limit))]))
}

pub(super) fn serialization_error(reason: &serde_json::Error) -> JsonRpcError {
    error(INTERNAL_ERROR, "Internal error".to_owned(), reason.to_string(), Map::new())
}

fn invalid_request(details: &str, more: Map<String, Value>) -> JsonRpcError {
    error(INVALID_REQUEST, "Invalid request".to_owned(), details.to_owned(), more)
}

/// A tool that this server does not offer counts as unregistered.
fn code_and_headline(failure: &Failure) -> (i32, &'static str) {
    match failure {
        Failure::UnknownTool { .. } => (METHOD_NOT_FOUND, "Tool not found"),
        Failure::TierTooLow { .. }
        | Failure::WritesDisabled { .. }
        | Failure::PermissionMissing { .. }
        | Failure::TokenRequired { .. } => (METHOD_NOT_FOUND, "Tool not available"),
        Failure::InvalidArguments { .. } => (INVALID_PARAMS, "Invalid params"),
        Failure::ConfirmationNeeded { .. } => (INVALID_PARAMS, "Confirmation needed"),
        Failure::TimedOut { .. } | Failure::StillWriting { .. } => (INTERNAL_ERROR, "Timed out"),
        Failure::Cancelled => (INTERNAL_ERROR, "Cancelled"),
        Failure::Engine(_) => (INTERNAL_ERROR, "Engine error"),
        Failure::Execution { .. } => (INTERNAL_ERROR, "Tool failed"),
        Failure::Crashed { .. } => (INTERNAL_ERROR, "Internal error"),
        Failure::Busy { .. } => (NOT_READY, "Server not ready"),
        Failure::NotReady { .. } => (NOT_READY, "Editor not ready"),
    }
}

fn details(failure: &Failure) -> String {
    let what = match failure {
        Failure::InvalidArguments { violations } => return arguments(violations),
        other => other.reason(),
    };
    match failure.advice().and_then(|hint| hint.render(&UNITY_HTTP_HINTS)) {
        Some(hint) => format!("{what}; {hint}"),
        None => what,
    }
}

fn arguments(violations: &Violations) -> String {
    format!("{}; tools/list has the inputSchema", violations.clauses().join("; "))
}

fn unknown_tool(name: &str, similar: &[String]) -> String {
    match similar {
        [] => format!("there is no tool {name}; tools/list lists all tools"),
        similar => format!("there is no tool {name}; did you mean {}?", or(similar)),
    }
}

fn or(names: &[String]) -> String {
    names.join(" or ")
}

fn map<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn error(code: i32, message: String, details: String, more: Map<String, Value>) -> JsonRpcError {
    let mut data = map([("details", Value::from(bound_message(&details)))]);
    data.extend(more);
    JsonRpcError { code, message: bound_message(&message), data: Some(Value::Object(data)) }
}
