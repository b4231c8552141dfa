//! Maps every failure to its code, errorType and details.

use scenewright_catalogue::{
    ConstraintViolation, EditLocation, EngineKind, Failure, Requirement, TypeMismatch,
    UnknownParameter, Violations, bound_message, shorten,
};
use scenewright_wire::jsonrpc::{
    INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, JsonRpcError, METHOD_NOT_FOUND,
    MalformedMessageError, PARSE_ERROR,
};
use serde_json::{Map, Value, json};

const TOOL_EXECUTION_ERROR: i32 = -32000;
const TOOL_NOT_FOUND: i32 = -32001;
const INVALID_TOOL_ARGUMENTS: i32 = -32002;
const TOOL_EXECUTION_TIMEOUT: i32 = -32003;
const UNITY_EDITOR_ERROR: i32 = -32004;
const PERMISSION_DENIED: i32 = -32005;

/// Arguments longer than this are not repeated in an error.
const ECHOED_CHARS: usize = 80;

/// The error of a tool.
pub(super) fn tool_error(
    tool: &str,
    arguments: &Map<String, Value>,
    failure: &Failure,
) -> JsonRpcError {
    let (code, error_type) = code_and_type(failure);
    let details = details(tool, arguments, failure);
    error(code, headline(failure), Some(&subject_tool(tool, failure)), error_type, details)
}

/// The error of a method that is an operation: its arguments are the parameters of the method.
pub(super) fn method_error(failure: &Failure) -> JsonRpcError {
    match failure {
        Failure::InvalidArguments { violations } => {
            let message = format!("Invalid params: {}", violations.clauses().join("; "));
            error(INVALID_PARAMS, message, None, "validation", violation_lists(violations))
        }
        Failure::UnknownTool { tool, .. } => tool_error(tool, &Map::new(), failure),
        _ => {
            let (code, error_type) = code_and_type(failure);
            error(code, headline(failure), None, error_type, details("", &Map::new(), failure))
        }
    }
}

pub(super) fn invalid_params(parameter: &str, reason: &str) -> JsonRpcError {
    let details = map(json!({ "parameter": parameter, "reason": reason }));
    error(INVALID_PARAMS, format!("Invalid params: {reason}"), None, "validation", details)
}

pub(super) fn unknown_method(method: &str, known: [&str; 4]) -> JsonRpcError {
    let method = shorten(method);
    let details = map(json!({ "method": method, "validMethods": known }));
    error(METHOD_NOT_FOUND, format!("Method not found: {method}"), None, "not_found", details)
}

pub(super) fn malformed(malformed: &MalformedMessageError) -> JsonRpcError {
    let name = if malformed.code == PARSE_ERROR { "Parse error" } else { "Invalid Request" };
    let message = format!("{name}: {}", malformed.reason);
    error(malformed.code, message, None, "validation", Map::new())
}

pub(super) fn batch() -> JsonRpcError {
    invalid_request("batch requests are not supported; send each request on its own")
}

pub(super) fn notification(method: &str) -> JsonRpcError {
    invalid_request(&format!(
        "notifications are not supported; send {method} with an id (a string or a number)"
    ))
}

pub(super) fn too_long(limit: usize) -> JsonRpcError {
    let reason = format!("the request is longer than {limit} bytes");
    limit_exceeded(&reason, json!({ "limitBytes": limit }))
}

pub(super) fn too_deep(limit: usize) -> JsonRpcError {
    let reason = format!("the request is nested deeper than {limit} levels");
    limit_exceeded(&reason, json!({ "limitLevels": limit }))
}

fn limit_exceeded(reason: &str, details: Value) -> JsonRpcError {
    let mut error = invalid_request(reason);
    if let Some(data) = &mut error.data {
        data["details"] = details;
    }
    error
}

fn invalid_request(reason: &str) -> JsonRpcError {
    error(INVALID_REQUEST, format!("Invalid Request: {reason}"), None, "validation", Map::new())
}

fn code_and_type(failure: &Failure) -> (i32, &'static str) {
    match failure {
        Failure::UnknownTool { .. } => (TOOL_NOT_FOUND, "not_found"),
        Failure::InvalidArguments { .. } => (INVALID_TOOL_ARGUMENTS, "validation"),
        Failure::TierTooLow { .. }
        | Failure::WritesDisabled { .. }
        | Failure::PermissionMissing { .. }
        | Failure::TokenRequired { .. }
        | Failure::ConfirmationNeeded { .. } => (PERMISSION_DENIED, "permission"),
        Failure::TimedOut { .. } | Failure::StillWriting { .. } => {
            (TOOL_EXECUTION_TIMEOUT, "timeout")
        }
        Failure::Engine(_) | Failure::NotReady { .. } => (UNITY_EDITOR_ERROR, "unity"),
        Failure::Execution { .. } | Failure::Cancelled | Failure::Busy { .. } => {
            (TOOL_EXECUTION_ERROR, "execution")
        }
        Failure::Crashed { .. } => (INTERNAL_ERROR, "execution"),
    }
}

fn headline(failure: &Failure) -> String {
    match failure {
        Failure::Engine(error) if error.engine == EngineKind::UNITY => {
            format!("Unity Editor error: {}", error.kind)
        }
        Failure::Engine(error) => format!("{} error: {}", error.engine, error.kind),
        Failure::NotReady { need, .. } => match need {
            Requirement::Editor => "Editor not available".to_owned(),
            Requirement::Game => "Game not running".to_owned(),
            Requirement::Renderer => "Nothing is drawn".to_owned(),
        },
        Failure::Execution { message, .. } => format!("Tool execution failed: {message}"),
        other => other.to_string(),
    }
}

/// A failure of `mcp.tool.describe` is about the tool that it describes.
fn subject_tool(tool: &str, failure: &Failure) -> String {
    match failure {
        Failure::UnknownTool { tool, .. } => shorten(tool),
        _ => shorten(tool),
    }
}

fn details(tool: &str, arguments: &Map<String, Value>, failure: &Failure) -> Map<String, Value> {
    let mut details = match failure {
        Failure::InvalidArguments { violations } => violation_lists(violations),
        Failure::TierTooLow { required, current } => map(json!({
            "requiredTier": required.as_str(),
            "currentTier": current.as_str(),
        })),
        Failure::WritesDisabled { safety, .. } | Failure::TokenRequired { safety } => {
            map(json!({ "safetyLevel": safety.as_str() }))
        }
        Failure::PermissionMissing { permission } => map(json!({ "flag": permission.flag() })),
        Failure::ConfirmationNeeded { .. } => map(json!({ "missingParameters": ["confirm"] })),
        Failure::TimedOut { after } | Failure::StillWriting { after } => {
            let ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
            map(json!({ "timeoutMs": ms, "tool": tool }))
        }
        Failure::Busy { limit } => map(json!({ "limit": limit })),
        Failure::Engine(error) => {
            let mut details = map(json!({ "unityError": failure.reason() }));
            if let Some(EditLocation { index, tool, target }) = &error.edit {
                let place = json!({ "index": index, "op": tool, "target": target });
                details.insert("failedEdit".to_owned(), place);
            }
            details.extend(echo_arguments(arguments));
            details
        }
        Failure::NotReady { message, .. } => map(json!({ "unityError": message })),
        Failure::UnknownTool { .. }
        | Failure::Execution { .. }
        | Failure::Cancelled
        | Failure::Crashed { .. } => Map::new(),
    };
    match failure {
        Failure::UnknownTool { similar, .. } if !similar.is_empty() => {
            details.insert("similarTools".to_owned(), json!(similar));
        }
        Failure::UnknownTool { .. } => {}
        _ => details.extend(failure.hint_text().map(|hint| ("hint".to_owned(), Value::from(hint)))),
    }
    details
}

/// Only the kinds of violations that occurred.
fn violation_lists(violations: &Violations) -> Map<String, Value> {
    let mismatch = |m: &TypeMismatch| json!({ "parameter": m.parameter, "expected": m.expected, "actual": m.actual });
    let constraint = |v: &ConstraintViolation| {
        let ConstraintViolation { parameter, constraint, allowed, actual } = v;
        json!({ "parameter": parameter, "constraint": constraint, "allowed": allowed, "actual": actual })
    };
    let unknown = |u: &UnknownParameter| json!({ "parameter": u.parameter, "similar": u.similar });
    let lists: [(&str, Vec<Value>); 4] = [
        ("missingParameters", violations.missing.iter().map(|name| json!(name)).collect()),
        ("typeMismatches", violations.mismatches.iter().map(mismatch).collect()),
        ("constraintViolations", violations.constraints.iter().map(constraint).collect()),
        ("unknownParameters", violations.unknown.iter().map(unknown).collect()),
    ];
    let found = lists.into_iter().filter(|(_, list)| !list.is_empty());
    found.map(|(name, list)| (name.to_owned(), Value::Array(list))).collect()
}

/// The short arguments, which show what the error of an engine is about.
fn echo_arguments(arguments: &Map<String, Value>) -> impl Iterator<Item = (String, Value)> {
    let short =
        |value: &Value| value.as_str().is_some_and(|text| text.chars().count() <= ECHOED_CHARS);
    arguments
        .iter()
        .filter(move |(_, value)| short(value))
        .map(|(name, value)| (name.clone(), value.clone()))
}

fn error(
    code: i32,
    message: String,
    tool: Option<&str>,
    error_type: &str,
    details: Map<String, Value>,
) -> JsonRpcError {
    let mut data = Map::new();
    data.extend(tool.map(|tool| ("tool".to_owned(), Value::from(tool))));
    data.insert("errorType".to_owned(), Value::from(error_type));
    data.insert("details".to_owned(), Value::Object(details));
    JsonRpcError { code, message: bound_message(&message), data: Some(Value::Object(data)) }
}

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
