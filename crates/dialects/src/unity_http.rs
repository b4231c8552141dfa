//! Unity MCP over HTTP: JSON-RPC 2.0 with `tools/*` and `resources/*`, tools with kebab-case names,
//! results as content items. No sessions; what is asked for is done in the order of arrival.

mod errors;
mod health;
mod names;
mod params;
mod patience;
mod queue;
mod resources;

use std::io;

use scenewright_catalogue::{
    Access, Answer, Call, Caller, Definition, Failure, Session, ToolFilter,
};
use scenewright_wire::jsonrpc::{self, JsonRpcMessage, JsonRpcRequest};
use scenewright_wire::{AnswerFuture, ClientIdentity as Sender, Service};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use params::{negotiated_revision, optional_text, parse_params, tool_and_arguments};
use patience::RequestHandle;
use queue::WorkQueue;

use crate::caller::caller;
use crate::resources::Resources;

pub struct UnityHttp {
    session: Session,
    resources: Resources,
    queue: WorkQueue,
    /// The listings never change while a server runs: all tools, and those for clients that may only
    /// read.
    tools: Box<RawValue>,
    reading_tools: Box<RawValue>,
}

const METHODS: [&str; 6] =
    ["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read"];

type UnityHttpResult = Result<Box<RawValue>, jsonrpc::JsonRpcError>;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UnityToolEntry<'a> {
    name: String,
    description: &'a str,
    input_schema: &'a Value,
}

#[derive(Serialize)]
struct UnityTextItem<'a> {
    r#type: &'static str,
    text: &'a str,
}

impl UnityHttp {
    /// Starts the thread that does what is asked for.
    pub fn new(session: Session) -> io::Result<UnityHttp> {
        let reader = session.acting_for(Caller { access: Access::ReadOnly, ..Caller::default() });
        Ok(UnityHttp {
            tools: tools_listing(&session)?,
            reading_tools: tools_listing(&reader)?,
            resources: Resources::new(session.clone(), "unity").in_json(),
            queue: WorkQueue::start()?,
            session,
        })
    }

    /// What `GET /health` says.
    pub async fn health(&self) -> String {
        health::report(&self.session).await
    }

    async fn respond(&self, message: &[u8], sender: Sender) -> Option<String> {
        let request = match jsonrpc::parse(message) {
            Ok(JsonRpcMessage::Request(request)) => request,
            Ok(JsonRpcMessage::Notification { .. }) => return None,
            Ok(JsonRpcMessage::Batch) => return Some(jsonrpc::failure(None, &errors::batch())),
            Err(malformed) => {
                let error = errors::malformed(&malformed);
                return Some(jsonrpc::failure(malformed.id.as_deref(), &error));
            }
        };
        let JsonRpcRequest { id, method, params } = request;
        Some(match self.request(&method, params, sender).await {
            Ok(result) => jsonrpc::success(&id, &result),
            Err(error) => jsonrpc::failure(Some(&id), &error),
        })
    }

    async fn request(
        &self,
        method: &str,
        params: Option<Value>,
        sender: Sender,
    ) -> UnityHttpResult {
        match method {
            "initialize" => initialize_result(&parse_params(params)?),
            "ping" => to_raw_result(&json!({})),
            "tools/list" if sender.trusted => Ok(self.tools.clone()),
            "tools/list" => Ok(self.reading_tools.clone()),
            "tools/call" => self.call(parse_params(params)?, sender).await,
            "resources/list" => self.list_resources(parse_params(params)?).await,
            "resources/read" => self.read_resource(parse_params(params)?).await,
            _ => Err(errors::unknown_method(method, &METHODS)),
        }
    }

    async fn call(&self, params: Map<String, Value>, sender: Sender) -> UnityHttpResult {
        let (name, arguments) = tool_and_arguments(params)?;
        let call = Call::new(names::to_operation_id(&name), arguments);
        let session = self.session.acting_for(caller("Unity MCP over HTTP", sender));
        let (client, _waiting) = RequestHandle::new();
        let work = move || {
            let attempt = |cancel| session.call(Call { cancel, ..call.clone() });
            client.retry_while_busy(attempt, is_busy)
        };
        let outcome = self.queue.run(work).await.map_err(errors::queue_error)?;
        let Answer { output, diagnostics, .. } =
            outcome.map_err(|failure| errors::tool_error(&name, &failure))?;
        let texts = std::iter::once(output.get()).chain(diagnostics.iter().map(|it| &**it));
        let items: Vec<UnityTextItem<'_>> =
            texts.map(|text| UnityTextItem { r#type: "text", text }).collect();
        to_raw_result(&UnityToolContent { content: items })
    }

    async fn list_resources(&self, params: Map<String, Value>) -> UnityHttpResult {
        let cursor = optional_text(&params, "cursor")?.map(str::to_owned);
        let resources = self.resources.clone();
        let (client, _waiting) = RequestHandle::new();
        let work = move || {
            let attempt = |_| queue::block_on(resources.list(cursor.as_deref()));
            client.retry_while_busy(attempt, resources::is_busy)
        };
        let listed = self.queue.run(work).await.map_err(errors::queue_error)?;
        let page = listed.map_err(|error| errors::resource_error(&error))?;
        to_raw_result(&resources::list_result(page))
    }

    async fn read_resource(&self, params: Map<String, Value>) -> UnityHttpResult {
        let uri = optional_text(&params, "uri")?.ok_or_else(errors::no_uri)?.to_owned();
        let resources = self.resources.clone();
        let (client, _waiting) = RequestHandle::new();
        let work = move || {
            client.retry_while_busy(|_| queue::block_on(resources.read(&uri)), resources::is_busy)
        };
        let read = self.queue.run(work).await.map_err(errors::queue_error)?;
        let contents = read.map_err(|error| errors::resource_error(&error))?;
        to_raw_result(&resources::read_result(&contents))
    }
}

fn tools_listing(session: &Session) -> serde_json::Result<Box<RawValue>> {
    let tools: Vec<UnityToolEntry<'_>> =
        session.list(ToolFilter::default()).map(UnityToolEntry::from).collect();
    to_raw_value(&json!({ "tools": tools }))
}

#[derive(Serialize)]
struct UnityToolContent<'a> {
    content: Vec<UnityTextItem<'a>>,
}

impl<'a> From<&'a Definition> for UnityToolEntry<'a> {
    fn from(definition: &'a Definition) -> UnityToolEntry<'a> {
        UnityToolEntry {
            name: names::to_kebab_case(definition.id),
            description: definition.description,
            input_schema: &definition.input_schema,
        }
    }
}

fn is_busy(failure: &Failure) -> bool {
    matches!(failure, Failure::Busy { .. })
}

/// For plain clients that open with a handshake. It binds nobody: there is no session.
fn initialize_result(params: &Map<String, Value>) -> UnityHttpResult {
    to_raw_result(&json!({
        "protocolVersion": negotiated_revision(params),
        "capabilities": { "tools": {}, "resources": {} },
        "serverInfo": { "name": "scenewright", "version": env!("CARGO_PKG_VERSION") },
    }))
}

fn to_raw_result(result: &impl Serialize) -> UnityHttpResult {
    to_raw_value(result).map_err(|error| errors::serialization_error(&error))
}

impl Service for UnityHttp {
    fn answer<'a>(&'a self, message: &'a [u8], client: Sender) -> AnswerFuture<'a> {
        Box::pin(self.respond(message, client))
    }

    fn too_long(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_long(limit))
    }

    fn too_deep(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_deep(limit))
    }
}
