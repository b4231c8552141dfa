//! What the official conformance suite expects of a server in addition to its own tools. The names and
//! texts are the suite's.

mod asking;
mod input_required;
mod media;
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

use scenewright_mcp::NotificationHub;

/// The fixtures and their state, which clones share. Every method returns `None` for a name that is not
/// the suite's.
#[derive(Clone)]
pub(crate) struct Fixtures {
    hub: NotificationHub,
    tasks: TaskManager,
    states: Arc<RequestStateCodec>,
    sessions: Arc<OnceLock<Arc<LocalSessionManager>>>,
}

/// Not a secret: the sealed states protect nothing.
const STATE_KEY: &[u8] = b"conformance fixtures have no secrets";

type FixtureResult = Result<CallToolResponse, ErrorData>;
type FixtureFuture<'a> = Pin<Box<dyn Future<Output = FixtureResult> + Send + 'a>>;

/// One tool of the suite.
struct FixtureTool {
    name: &'static str,
    description: &'static str,
    schema: fn() -> Value,
    run: for<'a> fn(FixtureCall<'a>) -> FixtureFuture<'a>,
}

/// One call of a fixture tool.
#[derive(Clone, Copy)]
struct FixtureCall<'a> {
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

    /// Lets `test_reconnection` close the stream of its own answer, which needs the HTTP sessions.
    pub(crate) fn set_sessions(&self, sessions: Arc<LocalSessionManager>) {
        // A second call has no effect: there is one HTTP port.
        let _ = self.sessions.set(sessions);
    }

    /// Adds the capabilities that the suite expects.
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
        all().map(FixtureTool::tool).collect()
    }

    pub(crate) fn get_tool(&self, name: &str) -> Option<Tool> {
        all().find(|fixture| fixture.name == name).map(FixtureTool::tool)
    }

    pub(crate) async fn call(
        &self,
        params: &CallToolRequestParams,
        cx: &RequestContext<RoleServer>,
    ) -> Option<FixtureResult> {
        let fixture = all().find(|fixture| fixture.name == params.name)?;
        Some((fixture.run)(FixtureCall { fixtures: self, params, cx }).await)
    }

    pub(crate) fn complete(&self, params: &CompleteRequestParams) -> Option<CompleteResult> {
        prompts::complete(params).or_else(|| resources::complete(params))
    }
}

fn all() -> impl Iterator<Item = &'static FixtureTool> {
    let tables: [&[FixtureTool]; 6] = [
        tools::FIXTURES,
        streams::FIXTURES,
        asking::FIXTURES,
        input_required::FIXTURES,
        tasks::FIXTURES,
        schema::FIXTURES,
    ];
    tables.into_iter().flatten()
}

impl FixtureTool {
    fn tool(&self) -> Tool {
        Tool::new(self.name, self.description, object((self.schema)()))
    }
}

impl FixtureCall<'_> {
    /// A string argument; "" if it is absent or not a string.
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
fn no_arguments() -> Value {
    json!({ "type": "object", "properties": {}, "additionalProperties": false })
}

fn text_result(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn error_result(text: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// A result that is available immediately.
fn ready_result<'a>(result: CallToolResult) -> FixtureFuture<'a> {
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
