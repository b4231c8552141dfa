//! Unity MCP over HTTP: JSON-RPC 2.0 with `tools/*` and `resources/*`, tools with kebab-case names,
//! results as content items. There are no sessions; requests are served one by one, in the order of their
//! arrival.
//!
//! Invariant: at most one tool runs or resource is read at a time.

mod errors;
mod health;
mod names;
mod params;
mod resources;
mod turns;

use std::io;
use std::time::Duration;

use scenewright_catalogue::{
    Access, Admission, Answer, Call, Caller, CancelToken, Definition, Session, ToolFilter,
};
use scenewright_wire::jsonrpc::{self, JsonRpcMessage, JsonRpcRequest};
use scenewright_wire::{AnswerFuture, ClientIdentity, Service};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use params::{negotiated_revision, optional_text, parse_params, tool_and_arguments};
use turns::Turns;

use crate::caller::caller;
use crate::resources::Resources;

pub struct UnityHttp {
    session: Session,
    resources: Resources,
    turns: Turns,
    /// The listings never change while a server runs: all tools, and those for clients that may only
    /// read.
    tools: Box<RawValue>,
    reading_tools: Box<RawValue>,
}

/// How long a request whose turn it is waits for a permit of the session.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(30);

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
    pub fn new(session: Session) -> io::Result<UnityHttp> {
        let reader = session.acting_for(Caller { access: Access::ReadOnly, ..Caller::default() });
        Ok(UnityHttp {
            tools: tools_listing(&session)?,
            reading_tools: tools_listing(&reader)?,
            resources: Resources::new(queued(&session), "unity").in_json(),
            turns: Turns::new(),
            session,
        })
    }

    /// The answer to `GET /health`.
    pub async fn health(&self) -> String {
        health::report(&self.session).await
    }

    async fn respond(&self, message: &[u8], client: ClientIdentity) -> Option<String> {
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
        Some(match self.request(&method, params, client).await {
            Ok(result) => jsonrpc::success(&id, &result),
            Err(error) => jsonrpc::failure(Some(&id), &error),
        })
    }

    async fn request(
        &self,
        method: &str,
        params: Option<Value>,
        client: ClientIdentity,
    ) -> UnityHttpResult {
        match method {
            "initialize" => initialize_result(&parse_params(params)?),
            "ping" => to_raw_result(&json!({})),
            "tools/list" if client.trusted => Ok(self.tools.clone()),
            "tools/list" => Ok(self.reading_tools.clone()),
            "tools/call" => self.call(parse_params(params)?, client).await,
            "resources/list" => self.list_resources(parse_params(params)?).await,
            "resources/read" => self.read_resource(parse_params(params)?).await,
            _ => Err(errors::unknown_method(method, &METHODS)),
        }
    }

    async fn call(&self, params: Map<String, Value>, client: ClientIdentity) -> UnityHttpResult {
        let (name, arguments) = tool_and_arguments(params)?;
        let call = Call::new(names::to_operation_id(&name), arguments);
        let cancel = call.cancel.clone();
        let session = queued(&self.session.acting_for(caller("Unity MCP over HTTP", client)));
        let work = async move { session.start(call).answer().await };
        let outcome = self.turns.run(cancel, work).await.map_err(errors::admission_error)?;
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
        let work = async move { resources.list(cursor.as_deref()).await };
        let listed = self.turns.run(CancelToken::default(), work).await;
        let page = listed.map_err(errors::admission_error)?;
        let page = page.map_err(|error| errors::resource_error(&error))?;
        to_raw_result(&resources::list_result(page))
    }

    async fn read_resource(&self, params: Map<String, Value>) -> UnityHttpResult {
        let uri = optional_text(&params, "uri")?.ok_or_else(errors::no_uri)?.to_owned();
        let resources = self.resources.clone();
        let work = async move { resources.read(&uri).await };
        let read = self.turns.run(CancelToken::default(), work).await;
        let contents = read.map_err(errors::admission_error)?;
        let contents = contents.map_err(|error| errors::resource_error(&error))?;
        to_raw_result(&resources::read_result(&contents))
    }
}

/// A call whose turn it is waits for a permit of the session instead of being refused.
fn queued(session: &Session) -> Session {
    session.with_admission(Admission::Queued { timeout: PERMIT_TIMEOUT })
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

/// For plain clients that begin with a handshake. It has no consequences: there is no session.
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
    fn answer<'a>(&'a self, message: &'a [u8], client: ClientIdentity) -> AnswerFuture<'a> {
        Box::pin(self.respond(message, client))
    }

    fn too_long(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_long(limit))
    }

    fn too_deep(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_deep(limit))
    }
}
