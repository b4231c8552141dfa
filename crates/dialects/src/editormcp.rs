//! The EditorMCP envelope, version 0.1: JSON-RPC 2.0 with `tools/call`, `tools/list`,
//! `tools/describe` and `server/info`; no batches, no notifications.

mod errors;

use scenewright_catalogue::{Answer, Call, Diagnostic, Output, Session};
use scenewright_wire::jsonrpc::{self, JsonRpcMessage, JsonRpcRequest};
use scenewright_wire::{AnswerFuture, ClientIdentity, Service};
use serde::Serialize;
use serde_json::{Map, Value};

use errors::{invalid_params, unknown_method};

use crate::caller::caller;

pub struct EditorMcp {
    session: Session,
}

/// How a method is served.
enum EditorMethod {
    /// Runs the tool that its parameters name.
    CallTool,
    /// An operation: the parameters are its arguments, the result is its output.
    Operation(&'static str),
}

const METHODS: [(&str, EditorMethod); 4] = [
    ("tools/call", EditorMethod::CallTool),
    ("tools/list", EditorMethod::Operation("mcp.tools.list")),
    ("tools/describe", EditorMethod::Operation("mcp.tool.describe")),
    ("server/info", EditorMethod::Operation("mcp.server.info")),
];

/// Result of `tools/call`.
#[derive(Serialize)]
struct ToolResult {
    tool: String,
    output: Output,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<Diagnostic>,
}

impl EditorMcp {
    pub fn new(session: Session) -> EditorMcp {
        EditorMcp { session }
    }

    async fn respond(&self, message: &[u8], client: ClientIdentity) -> String {
        let request = match jsonrpc::parse(message) {
            Ok(JsonRpcMessage::Request(request)) => request,
            Ok(JsonRpcMessage::Batch) => return jsonrpc::failure(None, &errors::batch()),
            Ok(JsonRpcMessage::Notification { method }) => {
                return jsonrpc::failure(None, &errors::notification(&method));
            }
            Err(malformed) => {
                return jsonrpc::failure(malformed.id.as_deref(), &errors::malformed(&malformed));
            }
        };
        let session = self.session.acting_for(caller("EditorMCP", client));
        handle_request(&session, &request)
            .await
            .unwrap_or_else(|error| jsonrpc::failure(Some(&request.id), &error))
    }
}

async fn handle_request(
    session: &Session,
    request: &JsonRpcRequest,
) -> Result<String, jsonrpc::JsonRpcError> {
    let method = METHODS.iter().find(|(name, _)| *name == request.method);
    let (_, method) =
        method.ok_or_else(|| unknown_method(&request.method, METHODS.map(|(name, _)| name)))?;
    let mut params = match request.params.clone() {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(invalid_params("params", "params must be an object")),
    };
    match method {
        EditorMethod::CallTool => {
            let (tool, mut arguments) = tool_and_arguments(params)?;
            default_arguments(&tool, &mut arguments);
            let Answer { output, diagnostics, .. } = session
                .start(Call::new(&tool, arguments.clone()))
                .answer()
                .await
                .map_err(|failure| errors::tool_error(&tool, &arguments, &failure))?;
            Ok(jsonrpc::success(&request.id, &ToolResult { tool, output, diagnostics }))
        }
        EditorMethod::Operation(id) => {
            params.remove("_meta");
            let ticket = session.start(Call::new(*id, params));
            let answer = ticket.answer().await.map_err(|failure| errors::method_error(&failure))?;
            Ok(jsonrpc::success(&request.id, &answer.output))
        }
    }
}

/// The protocol lists findings one by one.
fn default_arguments(tool: &str, arguments: &mut Map<String, Value>) {
    if tool == "project.references.missing" && !arguments.contains_key("cause") {
        arguments.entry("grouping").or_insert_with(|| Value::from("none"));
    }
}

fn tool_and_arguments(
    mut params: Map<String, Value>,
) -> Result<(String, Map<String, Value>), jsonrpc::JsonRpcError> {
    let tool = match params.remove("tool") {
        Some(Value::String(tool)) => tool,
        Some(_) => return Err(invalid_params("tool", "tool must be a string")),
        None => {
            return Err(invalid_params("tool", "tool is required: the id of the tool to run"));
        }
    };
    match params.remove("arguments") {
        Some(Value::Object(arguments)) => Ok((tool, arguments)),
        Some(_) => Err(invalid_params("arguments", "arguments must be an object")),
        None => Err(invalid_params(
            "arguments",
            "arguments is required: send {} for a tool without parameters",
        )),
    }
}

impl Service for EditorMcp {
    fn answer<'a>(&'a self, message: &'a [u8], client: ClientIdentity) -> AnswerFuture<'a> {
        Box::pin(async move { Some(self.respond(message, client).await) })
    }

    fn too_long(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_long(limit))
    }

    fn too_deep(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_deep(limit))
    }
}
