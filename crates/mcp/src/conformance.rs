//! What the official conformance suite expects of a server beside its own tools: a hidden
//! catalogue, switched on by `--conformance-fixtures` and never otherwise. The names and texts are
//! the suite's.

mod asking;
mod input_required;
mod media;
pub mod operations;
mod prompts;
mod resources;
mod schema;
mod streams;
mod tasks;
mod tools;

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ContentBlock, JsonObject, RequestStateCodec, ServerCapabilities, TASKS_EXTENSION_ID, Tool,
};
use rmcp::service::RequestContext;
use rmcp::task_manager::TaskManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::notices::NotificationHub;

/// The catalogue and its state, which clones share. Every method answers `None` to a name that is
/// not the suite's.
#[derive(Clone)]
pub(crate) struct Fixtures {
    hub: NotificationHub,
    tasks: TaskManager,
    states: Arc<RequestStateCodec>,
    sessions: Arc<OnceLock<Arc<LocalSessionManager>>>,
}

/// The states that are sealed with it guard nothing.
const STATE_KEY: &[u8] = b"conformance fixtures have no secrets";

type Outcome = Result<CallToolResponse, ErrorData>;
type Answer<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// One tool of the suite.
struct Fixture {
    name: &'static str,
    description: &'static str,
    schema: fn() -> Value,
    run: for<'a> fn(Call<'a>) -> Answer<'a>,
}

/// What a tool is called with.
#[derive(Clone, Copy)]
struct Call<'a> {
    fixtures: &'a Fixtures,
    params: &'a CallToolRequestParams,
    cx: &'a RequestContext<RoleServer>,
}

impl Fixtures {
    pub(crate) fn new(hub: NotificationHub) -> Fixtures {
        Fixtures {
            hub,
            tasks: TaskManager::new(),
            states: Arc::new(RequestStateCodec::new_unchecked(STATE_KEY)),
            sessions: Arc::default(),
        }
    }

    /// Lets `test_reconnection` cut the stream of its own answer, which only the HTTP sessions can.
    pub(crate) fn set_sessions(&self, sessions: Arc<LocalSessionManager>) {
        // Set twice, the first stays: there is one HTTP port.
        let _ = self.sessions.set(sessions);
    }

    /// Adds what the suite wants to see declared.
    pub(crate) fn declare(&self, capabilities: &mut ServerCapabilities) {
        let tools = capabilities.tools.get_or_insert_default();
        tools.list_changed = Some(true);
        let prompts = capabilities.prompts.get_or_insert_default();
        prompts.list_changed = Some(true);
        let resources = capabilities.resources.get_or_insert_default();
        resources.list_changed = Some(true);
        resources.subscribe = Some(true);
        capabilities.logging.get_or_insert_default();
        capabilities.completions.get_or_insert_default();
        let extensions = capabilities.extensions.get_or_insert_default();
        extensions.insert(TASKS_EXTENSION_ID.to_owned(), JsonObject::new());
    }

    pub(crate) fn tools(&self) -> Vec<Tool> {
        all().map(Fixture::tool).collect()
    }

    pub(crate) fn get_tool(&self, name: &str) -> Option<Tool> {
        all().find(|fixture| fixture.name == name).map(Fixture::tool)
    }

    pub(crate) async fn call(
        &self,
        params: &CallToolRequestParams,
        cx: &RequestContext<RoleServer>,
    ) -> Option<Outcome> {
        let fixture = all().find(|fixture| fixture.name == params.name)?;
        Some((fixture.run)(Call { fixtures: self, params, cx }).await)
    }

    pub(crate) fn complete(&self, params: &CompleteRequestParams) -> Option<CompleteResult> {
        prompts::complete(params).or_else(|| resources::complete(params))
    }
}

fn all() -> impl Iterator<Item = &'static Fixture> {
    let tables: [&[Fixture]; 6] = [
        tools::FIXTURES,
        streams::FIXTURES,
        asking::FIXTURES,
        input_required::FIXTURES,
        tasks::FIXTURES,
        schema::FIXTURES,
    ];
    tables.into_iter().flatten()
}

impl Fixture {
    fn tool(&self) -> Tool {
        Tool::new(self.name, self.description, object((self.schema)()))
    }
}

impl Call<'_> {
    /// An argument that is a text; "" if it is none.
    fn text(&self, name: &str) -> &str {
        let value = self.params.arguments.as_ref().and_then(|arguments| arguments.get(name));
        value.and_then(Value::as_str).unwrap_or_default()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.params.arguments.as_ref()?.get(name)?.as_f64()
    }
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// The schema of a tool without arguments.
fn nothing() -> Value {
    json!({ "type": "object", "properties": {}, "additionalProperties": false })
}

fn said(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn refused(text: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// A result that is there at once.
fn now<'a>(result: CallToolResult) -> Answer<'a> {
    Box::pin(ready(Ok(result.into())))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        let fixtures = Fixtures::new(NotificationHub::default());
        let tools = fixtures.tools();
        let names: BTreeSet<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names.len(), tools.len());
        for tool in &tools {
            assert_eq!(fixtures.get_tool(&tool.name).as_ref(), Some(tool));
            assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
        }
        assert_eq!(fixtures.get_tool("project_info"), None);
    }
}
