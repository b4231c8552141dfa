//! The JSON-RPC methods, their answers and their errors.

use std::sync::Arc;

use scenewright_catalogue::{Caller, LogLevel};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::address::QueryParams;
use crate::calls::CallRunner;
use crate::fault::{ExplorerError, ExplorerErrorKind, ExplorerResult};
use crate::shared::ExplorerState;
use crate::tools::ExplorerTool;
use crate::{ExplorerReply, opening, resources};

/// The revision that this interface speaks.
const PROTOCOL_VERSION: &str = "2024-11-05";

/// The other names of methods.
const ALIASES: [(&str, &str); 4] = [
    ("tools/list", "list_tools"),
    ("tools/call", "call_tool"),
    ("resources/list", "list_resources"),
    ("resources/read", "read_resource"),
];

#[derive(Deserialize)]
struct RpcEnvelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<Value>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

/// A request whose answer is owed; without an id nobody waits for it.
struct RpcRequest<'a> {
    id: Option<&'a RawValue>,
    method: String,
    params: Option<&'a RawValue>,
}

/// An id goes out to the letter as it came in: it may be a number that no type of ours holds.
#[derive(Serialize)]
struct RpcAnswer<'a> {
    jsonrpc: &'static str,
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
}

pub(crate) async fn answer(
    shared: &Arc<ExplorerState>,
    message: &[u8],
    caller: Caller,
) -> ExplorerReply {
    let asked = match parse(message) {
        Ok(asked) => asked,
        Err((id, fault)) => return error_reply(shared, id, &fault),
    };
    if asked.method == "stream_events" {
        return listen(shared, asked.id).await;
    }
    let calls = CallRunner { shared, caller };
    let outcome = match shared.permit() {
        Ok(_seat) => respond(&calls, &asked).await,
        Err(fault) => Err(fault),
    };
    match (outcome, asked.id) {
        (Ok(_), None) => ExplorerReply::Nothing,
        (Ok(result), id) => success_reply(shared, id, result),
        (Err(fault), id) => error_reply(shared, id, &fault),
    }
}

fn parse(message: &[u8]) -> Result<RpcRequest<'_>, (Option<&RawValue>, ExplorerError)> {
    let invalid = |message: &str| ExplorerError::new(ExplorerErrorKind::InvalidRequest, message);
    let first = message.trim_ascii_start().first();
    if first == Some(&b'[') {
        return Err((None, invalid("A batch is not taken; send one request at a time")));
    }
    let envelope: RpcEnvelope<'_> = serde_json::from_slice(message).map_err(|error| {
        let fault = match error.is_data() {
            true => invalid("A request is a JSON object").detail(error.to_string()),
            false => ExplorerError::parse_error(error.to_string()),
        };
        (None, fault)
    })?;
    let id = envelope.id.filter(|id| id.get() != "null");
    if id.is_some_and(|id| !is_id(id.get())) {
        return Err((None, invalid("'id' must be a string or a number")));
    }
    let method = envelope.method.as_ref().and_then(Value::as_str).map(str::trim);
    let Some(method) = method.filter(|method| !method.is_empty()) else {
        return Err((id, invalid("'method' is required")));
    };
    let lower = method.to_ascii_lowercase();
    let alias = ALIASES.iter().find(|(other, _)| *other == lower);
    let method = alias.map_or(lower.as_str(), |(_, name)| name).to_owned();
    Ok(RpcRequest { id, method, params: envelope.params })
}

/// A text with half of a surrogate pair is JSON, and nobody could read the answer with it.
fn is_id(id: &str) -> bool {
    let is_text = || serde_json::from_str::<String>(id).is_ok();
    !id.starts_with(['{', '[', 't', 'f']) && (!id.starts_with('"') || is_text())
}

/// Opens a stream, or says why there is none.
pub(crate) async fn listen(shared: &Arc<ExplorerState>, id: Option<&RawValue>) -> ExplorerReply {
    match opening::open(shared).await {
        Ok(events) => ExplorerReply::Stream(events),
        Err(fault) => error_reply(shared, id, &fault),
    }
}

async fn respond(calls: &CallRunner<'_>, asked: &RpcRequest<'_>) -> ExplorerResult<Value> {
    match asked.method.as_str() {
        "initialize" => Ok(initialize_result()),
        "ping" => Ok(json!({})),
        method if method.starts_with("notifications/") => Ok(json!({ "ok": true })),
        "list_tools" => {
            let tools: Vec<Value> = ExplorerTool::all().map(ExplorerTool::to_json).collect();
            Ok(json!({ "tools": tools }))
        }
        "list_resources" => Ok(json!({ "resources": resources::list() })),
        "call_tool" => calls.call_tool(&params(asked)?).await,
        "read_resource" => {
            let params = params(asked)?;
            let uri = required_text(&params, "uri")?;
            let text = calls.read_resource(uri).await?.to_string();
            let contents = json!({ "uri": uri, "mimeType": "application/json", "text": text });
            Ok(json!({ "contents": [contents] }))
        }
        other => Err(ExplorerError::new(ExplorerErrorKind::MethodNotFound, format!("there is no method '{other}'"))
            .hint("there are initialize, ping, list_tools, call_tool, list_resources, read_resource and stream_events")),
    }
}

fn initialize_result() -> Value {
    json!({
        "protocolVersion": PROTOCOL_VERSION,
        "capabilities": {
            "tools": { "listChanged": true },
            "resources": { "listChanged": true },
            "experimental": { "streamEvents": {} },
        },
        "serverInfo": { "name": "UnityExplorer.Mcp", "version": env!("CARGO_PKG_VERSION") },
        "instructions": "Scenewright shows the loaded scenes of a project as a run-time inspector \
            would: call tools by name, or read unity:// resources; stream_events tells what changes.",
    })
}

fn params(asked: &RpcRequest<'_>) -> ExplorerResult<Value> {
    let params = asked.params.map(|params| serde_json::from_str(params.get()));
    match params.transpose().map_err(|error| unreadable(&error))? {
        Some(params @ Value::Object(_)) => Ok(params),
        _ => Err(ExplorerError::invalid_argument("'params' must be an object")),
    }
}

fn unreadable(error: &serde_json::Error) -> ExplorerError {
    ExplorerError::invalid_argument("'params' cannot be read").detail(error.to_string())
}

/// A text among the parameters that has to be there.
pub(crate) fn required_text<'a>(params: &'a Value, name: &str) -> ExplorerResult<&'a str> {
    let text = params.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| ExplorerError::invalid_argument(format!("'{name}' is required")))
}

/// `GET /read?uri=…`: the resource itself, or an error with the status of its kind.
pub(crate) async fn read(
    shared: &Arc<ExplorerState>,
    query: &str,
    caller: Caller,
) -> ExplorerReply {
    let query = QueryParams::parse(query);
    let outcome = match (shared.permit(), query.text("uri")) {
        (Err(fault), _) => Err(fault),
        (Ok(_seat), Some(uri)) => CallRunner { shared, caller }.read_resource(uri).await,
        (Ok(_), None) => Err(ExplorerError::invalid_argument("'uri' is required")
            .hint("GET /read?uri=unity://status")),
    };
    match outcome {
        Ok(value) => ExplorerReply::Json { status: 200, body: value.to_string() },
        Err(fault) => {
            shared.log(LogLevel::Error, &fault.log_line());
            let body = json!({ "error": fault.to_rpc_error() }).to_string();
            ExplorerReply::Json { status: fault.status(), body }
        }
    }
}

fn success_reply(shared: &ExplorerState, id: Option<&RawValue>, result: Value) -> ExplorerReply {
    let body = to_text(&RpcAnswer { jsonrpc: "2.0", id, result: Some(result), error: None });
    shared.mirror(&body);
    ExplorerReply::Json { status: 200, body }
}

fn error_reply(
    shared: &ExplorerState,
    id: Option<&RawValue>,
    fault: &ExplorerError,
) -> ExplorerReply {
    shared.log(LogLevel::Error, &fault.log_line());
    let body =
        to_text(&RpcAnswer { jsonrpc: "2.0", id, result: None, error: Some(fault.to_rpc_error()) });
    shared.mirror(&body);
    ExplorerReply::Json { status: fault.status(), body }
}

/// A message whose id was not read.
pub(crate) fn refuse(shared: &ExplorerState, reason: &str) -> String {
    let fault = ExplorerError::new(ExplorerErrorKind::InvalidRequest, reason);
    shared.log(LogLevel::Error, &fault.log_line());
    to_text(&RpcAnswer {
        jsonrpc: "2.0",
        id: None,
        result: None,
        error: Some(fault.to_rpc_error()),
    })
}

fn to_text(answer: &RpcAnswer<'_>) -> String {
    // Only maps with odd keys and broken writers fail, and there are none.
    serde_json::to_string(answer).unwrap_or_default()
}
