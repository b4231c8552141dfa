//! The handler of the SDK: passes each request to the module of its subject.
//!
//! Invariant: a request waits for a permit of the session, in the order of arrival and as long as a call may
//! take, rather than being refused.
#![expect(deprecated, reason = "clients of the handshake revisions still subscribe and set levels")]

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, DiscoverResult, ErrorCode, GetPromptRequestParams,
    GetPromptResponse, Implementation, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use scenewright_catalogue::{Access, Admission, Caller, ChangeOwner, Failure, Session};
use scenewright_dialects::resources::Resources;

use crate::access::access;
use crate::client_session::{ClientSession, SessionNumbers};
use crate::confirm::{CONFIRM_TIMEOUT, ConfirmBy, Confirmation, is_modern};
use crate::notifications::{MAX_SUBSCRIPTIONS, NotificationHub};
use crate::tools::ToolList;
use crate::toolsets::Toolsets;
use crate::watch::ChangeWatch;
use crate::{calls, completion, instructions, present, prompts, resources};

/// The scheme of resource URIs.
const SCHEME: &str = "scenewright";

/// The lists of tools and prompts stay the same for as long as the server runs.
const FIXED_TTL_MS: u64 = 3_600_000;

/// The settings of a server.
#[derive(Debug, Clone, Default)]
pub struct McpSettings {
    pub toolsets: Toolsets,
    pub confirm_by: ConfirmBy,
    /// How long a user may take to answer; [`CONFIRM_TIMEOUT`] by default.
    pub confirm_timeout: Option<Duration>,
}

/// One server for all clients and both transports. A clone serves the same client.
#[derive(Clone)]
pub struct McpServer {
    pub(crate) inner: Arc<McpState>,
    client: Arc<ClientSession>,
}

pub(crate) struct McpState {
    /// Its calls wait for a permit.
    pub(crate) session: Session,
    /// All tools of the server.
    tools: ToolList,
    /// The tools for clients that may only read, if there are such clients.
    read_only_tools: Option<ToolList>,
    pub(crate) resources: Resources,
    pub(crate) confirm: Confirmation,
    pub(crate) hub: NotificationHub,
    watch: ChangeWatch,
    numbers: SessionNumbers,
}

impl McpServer {
    /// Fails only if the system provides no random numbers.
    pub fn new(session: Session, settings: McpSettings) -> io::Result<McpServer> {
        let session =
            session.with_admission(Admission::Queued { timeout: session.limits().timeout });
        let hub = NotificationHub::default();
        let timeout = settings.confirm_timeout.unwrap_or(CONFIRM_TIMEOUT);
        let caller = session.caller().clone();
        let reader = session.acting_for(Caller { access: Access::ReadOnly, ..caller });
        let sets = settings.toolsets;
        let inner = McpState {
            read_only_tools: reader.needs_token().then(|| ToolList::new(reader, sets.clone())),
            tools: ToolList::new(session.clone(), sets),
            resources: Resources::new(session.clone(), SCHEME),
            confirm: Confirmation::new(settings.confirm_by, timeout)?,
            watch: ChangeWatch::default(),
            numbers: SessionNumbers::default(),
            hub,
            session,
        };
        Ok(McpServer { inner: Arc::new(inner), client: Arc::new(ClientSession::connection()) })
    }

    /// Sends notifications to the clients of this server.
    pub fn notifications(&self) -> &NotificationHub {
        &self.inner.hub
    }

    /// The same server for another HTTP client.
    pub fn for_http_client(&self) -> McpServer {
        McpServer { inner: Arc::clone(&self.inner), client: Arc::new(ClientSession::http()) }
    }

    /// The owner of calls on standard input, where there is one client.
    pub(crate) fn stdio_owner(&self) -> ChangeOwner {
        self.client.owner(false, &self.inner.numbers)
    }

    /// The session on behalf of the sender of a request.
    fn session_for(&self, cx: &RequestContext<RoleServer>) -> Session {
        let session = &self.inner.session;
        let owner = self.client.owner(is_modern(cx), &self.inner.numbers);
        session.acting_for(Caller { owner, access: access(&cx.extensions) })
    }

    /// Catches panics: the SDK never answers a request whose handler panics. Boxed, as the SDK moves the
    /// futures of all handlers as one that is as large as the largest.
    fn catch_panic<'a, T>(
        work: impl Future<Output = Result<T, ErrorData>> + Send + 'a,
    ) -> BoxFuture<'a, Result<T, ErrorData>> {
        Box::pin(async move {
            let done = AssertUnwindSafe(work).catch_unwind().await;
            done.unwrap_or_else(|_| Err(ErrorData::internal_error(crashed().to_string(), None)))
        })
    }

    fn instructions(&self, access: Access) -> String {
        let session = &self.inner.session;
        let caller = Caller { access, ..session.caller().clone() };
        instructions::text(&session.acting_for(caller))
    }

    /// Watches files from the first client on.
    fn start_watching(&self) {
        let McpState { watch, session, resources, hub, .. } = &*self.inner;
        watch.start(session, resources, hub);
    }
}

impl McpState {
    pub(crate) fn tools(&self, access: Access) -> &ToolList {
        match (access, &self.read_only_tools) {
            (Access::ReadOnly, Some(reading)) => reading,
            _ => &self.tools,
        }
    }
}

impl ServerHandler for McpServer {
    async fn initialize(
        &self,
        request: InitializeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        cx.peer.set_peer_info(request.clone());
        let result = self.negotiate_initialize(&request)?;
        Ok(result.with_instructions(self.instructions(access(&cx.extensions))))
    }

    async fn discover(&self, cx: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let info = self.get_info().with_instructions(self.instructions(access(&cx.extensions)));
        Ok(DiscoverResult::from_server_info(versions, info))
    }

    fn get_info(&self) -> InitializeResult {
        let implementation = Implementation::new("scenewright", env!("CARGO_PKG_VERSION"))
            .with_title("Scenewright")
            .with_description("Eyes and hands in Unity and Godot projects");
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_resources_list_changed()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .build();
        InitializeResult::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(self.instructions(Access::Full))
    }

    async fn on_initialized(&self, cx: NotificationContext<RoleServer>) {
        self.inner.hub.register_session(&cx.peer);
        self.start_watching();
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        cx: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        only_page(request)?;
        let tools = self.inner.tools(access(&cx.extensions)).list().to_vec();
        // Clients without the token must not get the list of others from a shared cache.
        let scope = match self.inner.read_only_tools {
            Some(_) => CacheScope::Private,
            None => CacheScope::Public,
        };
        let list = ListToolsResult::with_all_items(tools);
        Ok(list.with_ttl_ms(FIXED_TTL_MS).with_cache_scope(scope))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.tools.get(name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let session = self.session_for(&cx);
        let call = Box::pin(calls::call(&self.inner, &session, request, &cx));
        let call = AssertUnwindSafe(call).catch_unwind().await;
        // The SDK never answers a request whose handler panics.
        call.unwrap_or_else(|_| Ok(present::failure(&crashed()).into()))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        Self::catch_panic(resources::list(&self.inner.resources, cursor.as_deref())).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        only_page(request)?;
        let list = resources::templates(&self.inner.resources);
        Ok(list.with_ttl_ms(FIXED_TTL_MS).with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = Self::catch_panic(resources::read(&self.inner.resources, &request.uri));
        tokio::select! {
            read = read => Ok(read?.into()),
            () = cx.ct.cancelled() => Err(cancelled()),
        }
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.start_watching();
        self.inner.hub.subscribe(&cx.peer, &request.uri).map_err(|_| {
            let reason = format!("a session may have at most {MAX_SUBSCRIPTIONS} subscriptions");
            ErrorData::invalid_request(reason, None)
        })
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.inner.hub.unsubscribe(&cx.peer, &request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        self.start_watching();
        self.inner.hub.listen(&subscription).await;
        Ok(())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        only_page(request)?;
        let list = prompts::answer::list();
        Ok(list.with_ttl_ms(FIXED_TTL_MS).with_cache_scope(CacheScope::Public))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let session = &self.inner.session;
        let messages = prompts::answer::messages(session, SCHEME, &request.name, &arguments);
        tokio::select! {
            messages = Self::catch_panic(messages) => Ok(messages?.into()),
            () = cx.ct.cancelled() => Err(cancelled()),
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Self::catch_panic(completion::complete(&self.inner.resources, &request)).await
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if is_modern(&cx) {
            return Err(method_not_found("logging/setLevel"));
        }
        self.inner.hub.set_log_level(&cx.peer, request.level);
        Ok(())
    }

    /// The SDK takes a known method with wrong parameters for an unknown one.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        cx: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        let of_era = if is_modern(&cx) { MODERN_WITH_PARAMS } else { HANDSHAKE_WITH_PARAMS };
        Err(match WITH_PARAMS.iter().chain(of_era).any(|known| *known == method) {
            true => ErrorData::invalid_params(format!("Invalid params for {method}"), None),
            false => method_not_found(&method),
        })
    }
}

/// Methods with parameters. Not `initialize`, which the SDK itself answers for.
const WITH_PARAMS: [&str; 8] = [
    "tools/call",
    "tools/list",
    "resources/read",
    "resources/list",
    "resources/templates/list",
    "prompts/get",
    "prompts/list",
    "completion/complete",
];
const MODERN_WITH_PARAMS: &[&str] = &["subscriptions/listen"];
const HANDSHAKE_WITH_PARAMS: &[&str] =
    &["resources/subscribe", "resources/unsubscribe", "logging/setLevel"];

/// These lists have a single page, so no cursor is valid.
fn only_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor).filter(|cursor| !cursor.is_empty()) {
        None => Ok(()),
        Some(cursor) => {
            Err(ErrorData::invalid_params(format!("'{cursor}' is not a cursor of this list"), None))
        }
    }
}

pub(crate) fn crashed() -> Failure {
    Failure::Crashed { message: "the answer could not be created".to_owned() }
}

fn cancelled() -> ErrorData {
    ErrorData::internal_error(Failure::Cancelled.to_string(), None)
}

fn method_not_found(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("Method not found: {method}"), None)
}
