//! Every failure with its code and, in `data.details`, a sentence that says what to do.

use scenewright_catalogue::{
    EditPlace, Failure, HintStyle, Violations, bounded, json_argument, server_flag, shortened,
};
use scenewright_wire::jsonrpc::{
    Error, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Malformed,
    PARSE_ERROR,
};
use serde_json::{Map, Value, json};

use super::names;
use super::queue::{LENGTH, NotRun};
use crate::resources::ResourceError;

const NOT_READY: i32 = -32000;

/// Tools by the names that `tools/list` has.
const STYLE: HintStyle<'static> = HintStyle {
    tool: &|id| Some(names::kebab(id)),
    tool_name: names::kebab,
    argument: Some(json_argument),
    flag: server_flag,
    one_call: false,
};

/// A tool that failed, by the name it was called.
pub(super) fn of_tool(name: &str, failure: &Failure) -> Error {
    let (code, headline) = class(failure);
    let name = &shortened(name);
    let mut more = Map::new();
    more.insert("tool".to_owned(), name.as_str().into());
    if let Failure::Engine { edit: Some(edit), .. } = failure {
        let EditPlace { index, tool, target } = &**edit;
        let place = json!({ "index": index, "op": tool, "target": target });
        more.insert("failedEdit".to_owned(), place);
    }
    let message = match failure {
        Failure::UnknownTool { .. } => format!("{headline}: {name}"),
        _ => headline.to_owned(),
    };
    let similar: Vec<String> = match failure {
        Failure::UnknownTool { similar, .. } => similar.iter().map(|id| names::kebab(id)).collect(),
        Failure::Engine { similar, .. } => similar.clone(),
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

pub(super) fn of_resource(failure: &ResourceError) -> Error {
    match failure {
        ResourceError::NotFound { uri, similar } => {
            let uri = shortened(uri);
            let details = match similar.as_slice() {
                [] => format!("there is no resource {uri}; resources/list names all"),
                similar => format!("there is no resource {uri}; did you mean {}?", or(similar)),
            };
            let more = [("uri", json!(uri)), ("similar", json!(similar))];
            error(INVALID_PARAMS, "Resource not found".to_owned(), details, map(more))
        }
        ResourceError::BadCursor => {
            invalid_params("cursor is none that resources/list gave; leave it out to start anew")
        }
        ResourceError::Failed(failure) => {
            let (code, headline) = class(failure);
            error(code, headline.to_owned(), details(failure), Map::new())
        }
    }
}

pub(super) fn not_run(reason: NotRun) -> Error {
    let (code, headline, details) = match reason {
        NotRun::Full => (
            NOT_READY,
            "Server not ready",
            format!("{LENGTH} requests wait already; send this one again when some are answered"),
        ),
        NotRun::Crashed => (
            INTERNAL_ERROR,
            "Internal error",
            "the request was lost; the log on stderr has the details; please report them"
                .to_owned(),
        ),
    };
    error(code, headline.to_owned(), details, Map::new())
}

pub(super) fn invalid_params(details: &str) -> Error {
    error(INVALID_PARAMS, "Invalid params".to_owned(), details.to_owned(), Map::new())
}

pub(super) fn no_uri() -> Error {
    invalid_params("uri is required: one that resources/list names, e.g. unity://scene/active")
}

pub(super) fn unknown_method(method: &str, known: &[&str]) -> Error {
    let method = shortened(method);
    let details = format!("there is no method {method} here; there are {}", known.join(", "));
    let more = map([("validMethods", json!(known))]);
    error(METHOD_NOT_FOUND, format!("Method not found: {method}"), details, more)
}

pub(super) fn malformed(malformed: &Malformed) -> Error {
    let headline = if malformed.code == PARSE_ERROR { "Parse error" } else { "Invalid request" };
    error(malformed.code, headline.to_owned(), malformed.reason.clone(), Map::new())
}

pub(super) fn batch() -> Error {
    invalid_request("batches are not supported; send each request on its own", Map::new())
}

pub(super) fn too_long(limit: usize) -> Error {
    let details = format!("the request is longer than {limit} bytes (--max-message)");
    invalid_request(&details, map([("limitBytes", json!(limit))]))
}

pub(super) fn too_deep(limit: usize) -> Error {
    let details = format!("the request is nested deeper than {limit} levels (--max-depth)");
    invalid_request(&details, map([("limitLevels", json!(limit))]))
}

pub(super) fn unwritable(reason: &serde_json::Error) -> Error {
    error(INTERNAL_ERROR, "Internal error".to_owned(), reason.to_string(), Map::new())
}

fn invalid_request(details: &str, more: Map<String, Value>) -> Error {
    error(INVALID_REQUEST, "Invalid request".to_owned(), details.to_owned(), more)
}

/// A tool that this server does not offer counts as not registered.
fn class(failure: &Failure) -> (i32, &'static str) {
    match failure {
        Failure::UnknownTool { .. } => (METHOD_NOT_FOUND, "Tool not found"),
        Failure::TierTooLow { .. } | Failure::WritesOff { .. } | Failure::TokenRequired { .. } => {
            (METHOD_NOT_FOUND, "Tool not available")
        }
        Failure::InvalidArguments { .. } => (INVALID_PARAMS, "Invalid params"),
        Failure::ConfirmationNeeded { .. } => (INVALID_PARAMS, "Confirmation needed"),
        Failure::TimedOut { .. } | Failure::StillWriting { .. } => (INTERNAL_ERROR, "Timed out"),
        Failure::Cancelled => (INTERNAL_ERROR, "Cancelled"),
        Failure::Engine { .. } => (INTERNAL_ERROR, "Engine error"),
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
    match failure.advice().and_then(|hint| hint.render(&STYLE)) {
        Some(hint) => format!("{what}; {hint}"),
        None => what,
    }
}

fn arguments(violations: &Violations) -> String {
    format!("{}; tools/list has the inputSchema", violations.clauses().join("; "))
}

fn unknown_tool(name: &str, similar: &[String]) -> String {
    match similar {
        [] => format!("there is no tool {name}; tools/list names all tools"),
        similar => format!("there is no tool {name}; did you mean {}?", or(similar)),
    }
}

fn or(names: &[String]) -> String {
    names.join(" or ")
}

fn map<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn error(code: i32, message: String, details: String, more: Map<String, Value>) -> Error {
    let mut data = map([("details", Value::from(bounded(&details)))]);
    data.extend(more);
    Error { code, message: bounded(&message), data: Some(Value::Object(data)) }
}
