//! The SDK's requests, each handed to the module of its subject.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    Implementation, InitializeResult, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use scenewright_catalogue::{Failure, Session};
use scenewright_dialects::resources::Resources;
use tokio::sync::Semaphore;

use crate::confirm::Confirm;
use crate::tools::Tools;
use crate::toolsets::Toolsets;
use crate::{calls, instructions, present};

/// The scheme of our resources' URIs.
const SCHEME: &str = "scenewright";

/// The list of tools stays the same for as long as the server runs.
const TOOLS_TTL_MS: u64 = 3_600_000;

/// What a server may be told when it is made.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub toolsets: Toolsets,
}

/// One for all clients and both transports. Clones are the same server.
#[derive(Clone)]
pub struct Server {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) session: Session,
    pub(crate) tools: Tools,
    pub(crate) resources: Resources,
    pub(crate) confirm: Confirm,
    /// As many as the session has: a call waits here rather than being turned away there.
    pub(crate) seats: Semaphore,
}

impl Server {
    /// Fails only where the system has no randomness.
    pub fn new(session: Session, settings: Settings) -> io::Result<Server> {
        let inner = Inner {
            tools: Tools::new(session.clone(), settings.toolsets),
            resources: Resources::new(session.clone(), SCHEME),
            confirm: Confirm::new()?,
            seats: Semaphore::new(session.limits().in_flight),
            session,
        };
        Ok(Server { inner: Arc::new(inner) })
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> InitializeResult {
        let implementation = Implementation::new("scenewright", env!("CARGO_PKG_VERSION"))
            .with_title("Scenewright")
            .with_description("Eyes and hands in Unity and Godot projects");
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        InitializeResult::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(instructions::TEXT)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        only_page(request)?;
        let tools = self.inner.tools.list().to_vec();
        let list = ListToolsResult::with_all_items(tools);
        Ok(list.with_ttl_ms(TOOLS_TTL_MS).with_cache_scope(CacheScope::Public))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.tools.get(name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        unless_it_panics(calls::call(&self.inner, request, &cx)).await
    }

    /// The SDK takes a known method with wrong parameters for an unknown one.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        Err(match KNOWN.contains(&method.as_str()) {
            true => ErrorData::invalid_params(format!("Invalid params for {method}"), None),
            false => {
                let message = format!("Method not found: {method}");
                ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None)
            }
        })
    }
}

/// Methods with parameters. Not `initialize`, which the SDK itself answers for.
const KNOWN: [&str; 11] = [
    "tools/call",
    "tools/list",
    "resources/read",
    "resources/list",
    "resources/templates/list",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/get",
    "prompts/list",
    "completion/complete",
    "logging/setLevel",
];

/// A list that is one page long has no cursor to give, so that none can come back.
fn only_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor).filter(|cursor| !cursor.is_empty()) {
        None => Ok(()),
        Some(cursor) => {
            Err(ErrorData::invalid_params(format!("'{cursor}' is not a cursor of this list"), None))
        }
    }
}

/// The SDK never answers a request whose handler panics.
async fn unless_it_panics(
    work: impl Future<Output = Result<CallToolResponse, ErrorData>>,
) -> Result<CallToolResponse, ErrorData> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| {
        let message = "the answer could not be put together".to_owned();
        Ok(present::failure(&Failure::Crashed { message }).into())
    })
}
