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

use scenewright_catalogue::{Access, Answer, Call, Caller, Definition, Failure, Filter, Session};
use scenewright_wire::jsonrpc::{self, Incoming, Request};
use scenewright_wire::{Answering, Client as Sender, Service};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use params::{client_version, params_of, text_of, tool_and_arguments};
use patience::Client;
use queue::Queue;

use crate::caller::caller;
use crate::resources::Resources;

pub struct UnityHttp {
    session: Session,
    resources: Resources,
    queue: Queue,
    /// The listings never change while a server runs: all tools, and those for clients that may only
    /// read.
    tools: Box<RawValue>,
    reading_tools: Box<RawValue>,
}

const METHODS: [&str; 6] =
    ["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read"];

type Answered = Result<Box<RawValue>, jsonrpc::Error>;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tool<'a> {
    name: String,
    description: &'a str,
    input_schema: &'a Value,
}

#[derive(Serialize)]
struct Item<'a> {
    r#type: &'static str,
    text: &'a str,
}

impl UnityHttp {
    /// Starts the thread that does what is asked for.
    pub fn new(session: Session) -> io::Result<UnityHttp> {
        let reader = session.acting_for(Caller { access: Access::ReadOnly, ..Caller::default() });
        Ok(UnityHttp {
            tools: listing(&session)?,
            reading_tools: listing(&reader)?,
            resources: Resources::new(session.clone(), "unity").in_json(),
            queue: Queue::start()?,
            session,
        })
    }

    /// What `GET /health` says.
    pub async fn health(&self) -> String {
        health::report(&self.session).await
    }

    async fn respond(&self, message: &[u8], sender: Sender) -> Option<String> {
        let request = match jsonrpc::parse(message) {
            Ok(Incoming::Request(request)) => request,
            Ok(Incoming::Notification { .. }) => return None,
            Ok(Incoming::Batch) => return Some(jsonrpc::failure(None, &errors::batch())),
            Err(malformed) => {
                let error = errors::malformed(&malformed);
                return Some(jsonrpc::failure(malformed.id.as_deref(), &error));
            }
        };
        let Request { id, method, params } = request;
        Some(match self.request(&method, params, sender).await {
            Ok(result) => jsonrpc::success(&id, &result),
            Err(error) => jsonrpc::failure(Some(&id), &error),
        })
    }

    async fn request(&self, method: &str, params: Option<Value>, sender: Sender) -> Answered {
        match method {
            "initialize" => initialized(&params_of(params)?),
            "ping" => raw(&json!({})),
            "tools/list" if sender.trusted => Ok(self.tools.clone()),
            "tools/list" => Ok(self.reading_tools.clone()),
            "tools/call" => self.call(params_of(params)?, sender).await,
            "resources/list" => self.list_resources(params_of(params)?).await,
            "resources/read" => self.read_resource(params_of(params)?).await,
            _ => Err(errors::unknown_method(method, &METHODS)),
        }
    }

    async fn call(&self, params: Map<String, Value>, sender: Sender) -> Answered {
        let (name, arguments) = tool_and_arguments(params)?;
        let call = Call::new(names::id(&name), arguments);
        let session = self.session.acting_for(caller("Unity MCP over HTTP", sender));
        let (client, _waiting) = Client::new();
        let work = move || {
            let attempt = |cancel| session.call(Call { cancel, ..call.clone() });
            client.patiently(attempt, is_busy)
        };
        let outcome = self.queue.run(work).await.map_err(errors::not_run)?;
        let Answer { output, diagnostics, .. } =
            outcome.map_err(|failure| errors::of_tool(&name, &failure))?;
        let texts = std::iter::once(output.get()).chain(diagnostics.iter().map(String::as_str));
        let items: Vec<Item<'_>> = texts.map(|text| Item { r#type: "text", text }).collect();
        raw(&Content { content: items })
    }

    async fn list_resources(&self, params: Map<String, Value>) -> Answered {
        let cursor = text_of(&params, "cursor")?.map(str::to_owned);
        let resources = self.resources.clone();
        let (client, _waiting) = Client::new();
        let work = move || {
            let attempt = |_| queue::block_on(resources.list(cursor.as_deref()));
            client.patiently(attempt, resources::is_busy)
        };
        let listed = self.queue.run(work).await.map_err(errors::not_run)?;
        let page = listed.map_err(|error| errors::of_resource(&error))?;
        raw(&resources::listed(page))
    }

    async fn read_resource(&self, params: Map<String, Value>) -> Answered {
        let uri = text_of(&params, "uri")?.ok_or_else(errors::no_uri)?.to_owned();
        let resources = self.resources.clone();
        let (client, _waiting) = Client::new();
        let work =
            move || client.patiently(|_| queue::block_on(resources.read(&uri)), resources::is_busy);
        let read = self.queue.run(work).await.map_err(errors::not_run)?;
        let contents = read.map_err(|error| errors::of_resource(&error))?;
        raw(&resources::read(&contents))
    }
}

fn listing(session: &Session) -> serde_json::Result<Box<RawValue>> {
    let tools: Vec<Tool<'_>> = session.list(Filter::default()).map(Tool::from).collect();
    to_raw_value(&json!({ "tools": tools }))
}

#[derive(Serialize)]
struct Content<'a> {
    content: Vec<Item<'a>>,
}

impl<'a> From<&'a Definition> for Tool<'a> {
    fn from(definition: &'a Definition) -> Tool<'a> {
        Tool {
            name: names::kebab(definition.id),
            description: definition.description,
            input_schema: &definition.input_schema,
        }
    }
}

fn is_busy(failure: &Failure) -> bool {
    matches!(failure, Failure::Busy { .. })
}

/// For plain clients that open with a handshake. It binds nobody: there is no session.
fn initialized(params: &Map<String, Value>) -> Answered {
    raw(&json!({
        "protocolVersion": client_version(params),
        "capabilities": { "tools": {}, "resources": {} },
        "serverInfo": { "name": "scenewright", "version": env!("CARGO_PKG_VERSION") },
    }))
}

fn raw(result: &impl Serialize) -> Answered {
    to_raw_value(result).map_err(|error| errors::unwritable(&error))
}

impl Service for UnityHttp {
    fn answer<'a>(&'a self, message: &'a [u8], client: Sender) -> Answering<'a> {
        Box::pin(self.respond(message, client))
    }

    fn too_long(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_long(limit))
    }

    fn too_deep(&self, limit: usize) -> String {
        jsonrpc::failure(None, &errors::too_deep(limit))
    }
}
