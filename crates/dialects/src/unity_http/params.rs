//! The parameters of the methods.

use scenewright_wire::jsonrpc::JsonRpcError;
use serde_json::{Map, Value};

use super::errors::invalid_params;

/// Revisions of MCP that have a handshake, newest first.
const REVISIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

pub(super) fn parse_params(params: Option<Value>) -> Result<Map<String, Value>, JsonRpcError> {
    match params {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(params)) => Ok(params),
        Some(_) => Err(invalid_params("params must be an object")),
    }
}

pub(super) fn tool_and_arguments(
    mut params: Map<String, Value>,
) -> Result<(String, Map<String, Value>), JsonRpcError> {
    let name = match params.remove("name") {
        Some(Value::String(name)) => name,
        Some(_) => return Err(invalid_params("name must be a string")),
        None => return Err(invalid_params("name is required: a tool from tools/list")),
    };
    match params.remove("arguments") {
        None | Some(Value::Null) => Ok((name, Map::new())),
        Some(Value::Object(arguments)) => Ok((name, arguments)),
        Some(_) => Err(invalid_params("arguments must be an object: {} for none")),
    }
}

pub(super) fn optional_text<'a>(
    params: &'a Map<String, Value>,
    name: &str,
) -> Result<Option<&'a str>, JsonRpcError> {
    match params.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(invalid_params(&format!("{name} must be a string"))),
    }
}

/// The revision that a client asks for, if it is known; otherwise the newest.
pub(super) fn negotiated_revision(params: &Map<String, Value>) -> &'static str {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let known = REVISIONS.into_iter().find(|revision| Some(*revision) == asked);
    known.unwrap_or(REVISIONS[0])
}
