//! The product's MCP server with the suite's fixtures around it: what a fixture does not answer goes
//! to the product's handler.
#![expect(deprecated, reason = "clients of the handshake revisions still subscribe and set levels")]

use std::borrow::Cow;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CompleteRequestParams,
    CompleteResult, CustomRequest, CustomResult, DiscoverResult, GetPromptRequestParams,
    GetPromptResponse, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use scenewright_mcp::McpServer;

use crate::fixtures::Fixtures;

#[derive(Clone)]
pub(crate) struct ConformanceServer {
    pub(crate) product: McpServer,
    pub(crate) fixtures: Fixtures,
}

impl ConformanceServer {
    pub(crate) fn new(product: McpServer) -> ConformanceServer {
        let fixtures = Fixtures::new(product.notifications().clone());
        ConformanceServer { product, fixtures }
    }

    pub(crate) fn for_http_client(&self) -> ConformanceServer {
        let fixtures = self.fixtures.clone();
        ConformanceServer { product: self.product.for_http_client(), fixtures }
    }
}

impl ServerHandler for ConformanceServer {
    async fn initialize(
        &self,
        request: InitializeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.product.initialize(request, cx).await?;
        self.fixtures.declare(&mut result.capabilities);
        Ok(result)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.product.supported_protocol_versions()
    }

    async fn discover(&self, cx: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut result = self.product.discover(cx).await?;
        self.fixtures.declare(&mut result.capabilities);
        Ok(result)
    }

    fn get_info(&self) -> InitializeResult {
        let mut info = self.product.get_info();
        self.fixtures.declare(&mut info.capabilities);
        info
    }

    async fn on_initialized(&self, cx: NotificationContext<RoleServer>) {
        self.product.on_initialized(cx).await;
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        cx: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.product.list_tools(request, cx).await?;
        list.tools.extend(self.fixtures.tools());
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.fixtures.get_tool(name).or_else(|| self.product.get_tool(name))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match Box::pin(self.fixtures.call(&request, &cx)).await {
            Some(outcome) => outcome,
            None => self.product.call_tool(request, cx).await,
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        cx: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut list = self.product.list_resources(request, cx).await?;
        list.resources.extend(self.fixtures.resources());
        Ok(list)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        cx: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut list = self.product.list_resource_templates(request, cx).await?;
        list.resource_templates.extend(self.fixtures.templates());
        Ok(list)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.fixtures.read(&request) {
            Some(read) => Ok(read),
            None => self.product.read_resource(request, cx).await,
        }
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.product.subscribe(request, cx).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.product.unsubscribe(request, cx).await
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.product.accepted_subscription_filter(requested)
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        self.product.listen(subscription).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        cx: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut list = self.product.list_prompts(request, cx).await?;
        list.prompts.extend(self.fixtures.prompts());
        Ok(list)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match self.fixtures.prompt(&request) {
            Some(prompt) => prompt,
            None => self.product.get_prompt(request, cx).await,
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        match self.fixtures.complete(&request) {
            Some(complete) => Ok(complete),
            None => self.product.complete(request, cx).await,
        }
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.product.set_level(request, cx).await
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.fixtures.get_task(&request)
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.fixtures.update_task(request)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.fixtures.cancel_task(&request)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        cx: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.product.on_custom_request(request, cx).await
    }
}
