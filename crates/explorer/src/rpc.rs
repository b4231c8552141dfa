//! The JSON-RPC methods, their answers and their errors.

use std::sync::Arc;

use scenewright_catalogue::{Caller, LogLevel};
use scenewright_wire::jsonrpc::{self, LenientMessage, LenientRequest, PARSE_ERROR};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::address::QueryParams;
use crate::calls::CallRunner;
use crate::error::{ExplorerError, ExplorerErrorKind, ExplorerResult};
use crate::state::ExplorerState;
use crate::tools::ExplorerTool;
use crate::{ExplorerReply, opening, resources};

/// The revision of MCP that this interface speaks.
const PROTOCOL_VERSION: &str = "2024-11-05";

/// Every method under its own name and, where it has one, the name that MCP gives it; case does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(ascii_case_insensitive)]
enum RpcMethod {
    #[strum(to_string = "initialize")]
    Initialize,
    #[strum(to_string = "ping")]
    Ping,
    #[strum(to_string = "list_tools", serialize = "tools/list")]
    ListTools,
    #[strum(to_string = "call_tool", serialize = "tools/call")]
    CallTool,
    #[strum(to_string = "list_resources", serialize = "resources/list")]
    ListResources,
    #[strum(to_string = "read_resource", serialize = "resources/read")]
    ReadResource,
    #[strum(to_string = "stream_events")]
    StreamEvents,
}

/// A request whose envelope is in order. Nobody waits for the answer of one without an id.
struct RpcRequest<'a> {
    id: Option<&'a RawValue>,
    method: &'a str,
    params: Option<&'a RawValue>,
}

pub(crate) async fn answer(
    state: &Arc<ExplorerState>,
    message: &[u8],
    caller: Caller,
) -> ExplorerReply {
    let request = match jsonrpc::parse_lenient(message) {
        Ok(LenientMessage::Request(request)) => request,
        Ok(LenientMessage::Batch) => {
            let error = ExplorerError::invalid_request(
                "Batches are not supported; send one request at a time",
            );
            return error_reply(state, None, &error);
        }
        Err(malformed) => {
            let error = match malformed.code {
                PARSE_ERROR => ExplorerError::parse_error(malformed.reason),
                _ => ExplorerError::invalid_request("A request must be a JSON object")
                    .detail(malformed.reason),
            };
            return error_reply(state, None, &error);
        }
    };
    let request = match check(&request) {
        Ok(request) => request,
        Err((id, error)) => return error_reply(state, id, &error),
    };
    respond(state, &request, caller).await
}

fn check<'a>(
    request: &'a LenientRequest<'a>,
) -> Result<RpcRequest<'a>, (Option<&'a RawValue>, ExplorerError)> {
    if request.id.is_some_and(|id| !jsonrpc::is_valid_id(id)) {
        let error = ExplorerError::invalid_request("'id' must be a string or a number");
        return Err((None, error));
    }
    let method = request.method.as_ref().and_then(Value::as_str).map(str::trim);
    match method.filter(|method| !method.is_empty()) {
        Some(method) => Ok(RpcRequest { id: request.id, method, params: request.params }),
        None => Err((request.id, ExplorerError::invalid_request("'method' is required"))),
    }
}

async fn respond(
    state: &Arc<ExplorerState>,
    request: &RpcRequest<'_>,
    caller: Caller,
) -> ExplorerReply {
    let method: Result<RpcMethod, _> = request.method.parse();
    if method == Ok(RpcMethod::StreamEvents) {
        return listen(state, request.id).await;
    }
    let outcome = match (state.permit(), method) {
        (Err(error), _) => Err(error),
        (Ok(_permit), Ok(method)) => run(&CallRunner { state, caller }, method, request).await,
        (Ok(_), Err(_)) if is_notification(request.method) => Ok(json!({ "ok": true })),
        (Ok(_), Err(_)) => Err(unknown_method(request.method)),
    };
    match (outcome, request.id) {
        (Ok(_), None) => ExplorerReply::Nothing,
        (Ok(result), Some(id)) => {
            let body = jsonrpc::success(id, &result);
            state.mirror(&body);
            ExplorerReply::Json { status: 200, body }
        }
        (Err(error), id) => error_reply(state, id, &error),
    }
}

async fn run(
    calls: &CallRunner<'_>,
    method: RpcMethod,
    request: &RpcRequest<'_>,
) -> ExplorerResult<Value> {
    match method {
        RpcMethod::Initialize => Ok(initialize_result()),
        // Streams are answered before a permit is taken.
        RpcMethod::Ping | RpcMethod::StreamEvents => Ok(json!({})),
        RpcMethod::ListTools => {
            let tools: Vec<Value> = ExplorerTool::all().map(ExplorerTool::to_json).collect();
            Ok(json!({ "tools": tools }))
        }
        RpcMethod::ListResources => Ok(json!({ "resources": resources::list() })),
        RpcMethod::CallTool => calls.call_tool(&params(request)?).await,
        RpcMethod::ReadResource => {
            let params = params(request)?;
            let uri = required_text(&params, "uri")?;
            let text = calls.read_resource(uri).await?.to_string();
            let contents = json!({ "uri": uri, "mimeType": "application/json", "text": text });
            Ok(json!({ "contents": [contents] }))
        }
    }
}

fn is_notification(method: &str) -> bool {
    method.to_ascii_lowercase().starts_with("notifications/")
}

fn unknown_method(method: &str) -> ExplorerError {
    let names: Vec<&str> = RpcMethod::VARIANTS.iter().map(|method| method.into()).collect();
    let message = format!("unknown method '{}'", method.to_ascii_lowercase());
    ExplorerError::new(ExplorerErrorKind::MethodNotFound, message)
        .hint(format!("the methods are {}", names.join(", ")))
}

/// Opens a stream, or says why there is none.
pub(crate) async fn listen(state: &Arc<ExplorerState>, id: Option<&RawValue>) -> ExplorerReply {
    match opening::open(state).await {
        Ok(events) => ExplorerReply::Stream(events),
        Err(error) => error_reply(state, id, &error),
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
            does: call tools by name, or read unity:// resources; stream_events reports changes.",
    })
}

fn params(request: &RpcRequest<'_>) -> ExplorerResult<Value> {
    let params = request.params.map(|params| serde_json::from_str(params.get()));
    let unreadable = |error: serde_json::Error| {
        ExplorerError::invalid_argument("'params' cannot be read").detail(error.to_string())
    };
    match params.transpose().map_err(unreadable)? {
        Some(params @ Value::Object(_)) => Ok(params),
        _ => Err(ExplorerError::invalid_argument("'params' must be an object")),
    }
}

/// A text among the parameters that must not be absent or blank.
pub(crate) fn required_text<'a>(params: &'a Value, name: &str) -> ExplorerResult<&'a str> {
    let text = params.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| ExplorerError::invalid_argument(format!("'{name}' is required")))
}

/// `GET /read?uri=…`: the resource itself, or an error with the status of its kind.
pub(crate) async fn read(state: &Arc<ExplorerState>, query: &str, caller: Caller) -> ExplorerReply {
    let query = QueryParams::parse(query);
    let outcome = match (state.permit(), query.text("uri")) {
        (Err(error), _) => Err(error),
        (Ok(_permit), Some(uri)) => CallRunner { state, caller }.read_resource(uri).await,
        (Ok(_), None) => Err(ExplorerError::invalid_argument("'uri' is required")
            .hint("GET /read?uri=unity://status")),
    };
    match outcome {
        Ok(value) => ExplorerReply::Json { status: 200, body: value.to_string() },
        Err(error) => {
            state.log_error(LogLevel::Error, &error);
            let body = json!({ "error": error.to_rpc_error() }).to_string();
            ExplorerReply::Json { status: error.status(), body }
        }
    }
}

fn error_reply(
    state: &ExplorerState,
    id: Option<&RawValue>,
    error: &ExplorerError,
) -> ExplorerReply {
    state.log_error(LogLevel::Error, error);
    let body = jsonrpc::failure(id, &error.to_rpc_error());
    state.mirror(&body);
    ExplorerReply::Json { status: error.status(), body }
}

/// The answer to a message that was not read, and so has no id.
pub(crate) fn refuse(state: &ExplorerState, reason: &str) -> String {
    let error = ExplorerError::invalid_request(reason);
    state.log_error(LogLevel::Error, &error);
    jsonrpc::failure(None, &error.to_rpc_error())
}
