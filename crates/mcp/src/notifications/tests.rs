//! Both eras over pipes, with the lines a client would send.

use rmcp::model::{
    ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter,
    UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex, split};

use super::*;

struct Server(NotificationHub);

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_resources_subscribe();
        ServerConfig::new(capabilities.build())
    }

    async fn on_initialized(&self, cx: NotificationContext<RoleServer>) {
        self.0.register_session(&cx.peer);
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0
            .subscribe(&cx.peer, &request.uri)
            .map_err(|_| ErrorData::invalid_params("too many", None))
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.unsubscribe(&cx.peer, &request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, cx: SubscriptionContext) -> Result<(), ErrorData> {
        self.0.listen(&cx).await;
        Ok(())
    }
}

struct Wire {
    lines: Lines<BufReader<tokio::io::ReadHalf<DuplexStream>>>,
    out: tokio::io::WriteHalf<DuplexStream>,
}

impl Wire {
    fn open(hub: &NotificationHub) -> Wire {
        let (ours, theirs) = duplex(512);
        let server = Server(hub.clone());
        tokio::spawn(async move {
            if let Ok(running) = server.serve(split(theirs)).await {
                let _ = running.waiting().await;
            }
        });
        let (read, out) = split(ours);
        Wire { lines: BufReader::new(read).lines(), out }
    }

    async fn legacy(hub: &NotificationHub) -> Wire {
        let mut wire = Wire::open(hub);
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } });
        wire.ask("initialize", hello).await;
        wire.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        // Answered after the notification, which has then been seen.
        wire.ask("ping", json!({})).await;
        wire
    }

    async fn modern(hub: &NotificationHub, notifications: Value) -> Wire {
        let mut wire = Wire::open(hub);
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({ "_meta": meta, "notifications": notifications });
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": "subscriptions/listen", "params": params });
        wire.send(request).await;
        assert_eq!(wire.next().await["method"], "notifications/subscriptions/acknowledged");
        wire
    }

    async fn send(&mut self, message: Value) {
        self.out.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).await;
        self.next().await
    }

    async fn next(&mut self) -> Value {
        serde_json::from_str(&self.lines.next_line().await.unwrap().unwrap()).unwrap()
    }

    /// The method, and the resource if it names one.
    async fn heard(&mut self) -> String {
        let message = self.next().await;
        let method = message["method"].as_str().unwrap();
        match message["params"]["uri"].as_str() {
            Some(uri) => format!("{method} {uri}"),
            None => method.to_owned(),
        }
    }
}

/// Until as many clients are known: a notification is not answered.
async fn until(hub: &NotificationHub, count: usize) {
    while hub.clients().len() != count {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_session_hears_of_lists_and_of_what_it_subscribed_to() {
    let hub = NotificationHub::default();
    let mut wire = Wire::legacy(&hub).await;
    until(&hub, 1).await;
    wire.ask("resources/subscribe", json!({ "uri": "test://a" })).await;
    wire.ask("resources/subscribe", json!({ "uri": "test://b" })).await;
    wire.ask("resources/unsubscribe", json!({ "uri": "test://b" })).await;
    hub.resource_updated("test://b");
    hub.resource_updated("test://a");
    assert_eq!(wire.heard().await, "notifications/resources/updated test://a");
    hub.tools_changed();
    assert_eq!(wire.heard().await, "notifications/tools/list_changed");
    hub.prompts_changed();
    assert_eq!(wire.heard().await, "notifications/prompts/list_changed");
    hub.resources_changed();
    assert_eq!(wire.heard().await, "notifications/resources/list_changed");
    assert_eq!(hub.clients().len(), 1, "one session is one client");
}

#[tokio::test]
async fn a_stream_hears_only_what_it_asked_for() {
    let hub = NotificationHub::default();
    let filter = json!({ "promptsListChanged": true, "resourceSubscriptions": ["test://a"] });
    let mut wire = Wire::modern(&hub, filter).await;
    until(&hub, 1).await;
    hub.tools_changed();
    hub.resource_updated("test://b");
    hub.resource_updated("test://a");
    let update = wire.next().await;
    assert_eq!(update["params"]["uri"], "test://a");
    assert_eq!(update["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 7);
    hub.prompts_changed();
    assert_eq!(wire.heard().await, "notifications/prompts/list_changed");
}

#[tokio::test]
async fn a_client_that_does_not_read_delays_nobody_and_finds_each_notice_once() {
    let hub = NotificationHub::default();
    let mut slow = Wire::legacy(&hub).await;
    let mut quick = Wire::legacy(&hub).await;
    until(&hub, 2).await;
    let uris: Vec<String> = (0..40).map(|n| format!("test://{n:03}")).collect();
    for uri in &uris {
        slow.ask("resources/subscribe", json!({ "uri": uri })).await;
    }
    for _ in 0..3 {
        for uri in &uris {
            hub.resource_updated(uri);
        }
        hub.tools_changed();
        assert_eq!(quick.heard().await, "notifications/tools/list_changed");
    }
    // What was on its way already when its equal came may come twice, no more.
    let mut heard = Vec::new();
    while heard.last().is_none_or(|last| last != "notifications/resources/updated test://039") {
        heard.push(slow.heard().await);
    }
    assert!(heard.len() < 60, "{heard:?}");
}

#[tokio::test]
async fn those_who_leave_are_forgotten() {
    let hub = NotificationHub::default();
    let session = Wire::legacy(&hub).await;
    let mut stream = Wire::modern(&hub, json!({ "toolsListChanged": true })).await;
    until(&hub, 2).await;
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 7 } });
    stream.send(cancel).await;
    until(&hub, 1).await;
    drop(session);
    while !hub.clients().is_empty() {
        tokio::task::yield_now().await;
        hub.tools_changed();
    }
}

#[tokio::test]
async fn subscriptions_of_a_session_are_bounded() {
    let hub = NotificationHub::default();
    let mut wire = Wire::legacy(&hub).await;
    for n in 0..MAX_SUBSCRIPTIONS {
        let answer = wire.ask("resources/subscribe", json!({ "uri": format!("test://{n}") })).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
    let again = wire.ask("resources/subscribe", json!({ "uri": "test://0" })).await;
    assert!(again["result"].is_object(), "{again}");
    let one_more = wire.ask("resources/subscribe", json!({ "uri": "test://more" })).await;
    assert_eq!(one_more["error"]["message"], "too many");
}

#[tokio::test]
async fn notices_come_from_any_thread() {
    let hub = NotificationHub::default();
    let mut wire = Wire::legacy(&hub).await;
    until(&hub, 1).await;
    std::thread::spawn(move || hub.tools_changed()).join().unwrap();
    assert_eq!(wire.heard().await, "notifications/tools/list_changed");
}
