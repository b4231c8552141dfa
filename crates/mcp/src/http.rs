//! MCP over Streamable HTTP, both eras at one path.

use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use rmcp::ServerHandler;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::call_headers::CallHeaders;
use crate::client_session::sessionless_owner;
use crate::direct::{DirectCalls, PlainCall};
use crate::envelope::{ExaminedMessage, RequestError, examine};
use crate::handler::McpServer;
use crate::http_sessions::HttpSessions;
use crate::in_flight::InFlightRequest;
use crate::line_transport::id_in_use;

/// A session must survive hours between two calls.
const SESSION_KEEP_ALIVE: Duration = Duration::from_secs(24 * 3600);

/// The limits of one HTTP port.
#[derive(Debug, Clone, Copy)]
pub struct McpHttpLimits {
    pub max_message_bytes: usize,
    /// How many sessions clients of the handshake revisions may have.
    pub max_sessions: usize,
}

/// Answers requests that were already admitted: the caller checks Host, Origin and token.
#[derive(Clone)]
pub struct McpHttp<H = McpServer> {
    service: StreamableHttpService<H, LocalSessionManager>,
    sessions: Arc<HttpSessions>,
    /// Answers what the SDK need not see.
    direct: Option<DirectCalls>,
    max_message_bytes: usize,
}

impl McpHttp {
    pub fn new(server: McpServer, limits: McpHttpLimits) -> McpHttp {
        let direct = Some(DirectCalls::new(&server, &sessionless_owner()));
        let http = McpHttp::with_handlers(move || server.for_http_client(), limits);
        McpHttp { direct, ..http }
    }
}

impl<H: ServerHandler> McpHttp<H> {
    /// Serves any handler of the SDK, to which every request is passed; `handler` makes one per client. A
    /// test server wraps [`McpServer`] this way.
    pub fn with_handlers(
        handler: impl Fn() -> H + Send + Sync + 'static,
        limits: McpHttpLimits,
    ) -> McpHttp<H> {
        let manager = Arc::new(session_manager());
        let config = StreamableHttpServerConfig::default()
            .with_json_response(true)
            .with_max_request_body_bytes(limits.max_message_bytes)
            .disable_allowed_hosts();
        let sessions = Arc::new(HttpSessions::new(Arc::clone(&manager), limits.max_sessions));
        let service = StreamableHttpService::new(move || Ok(handler()), manager, config);
        McpHttp { service, sessions, direct: None, max_message_bytes: limits.max_message_bytes }
    }

    /// The SDK's sessions of this port.
    pub fn session_manager(&self) -> Arc<LocalSessionManager> {
        Arc::clone(self.sessions.manager())
    }

    pub async fn answer(&self, request: Request) -> Response {
        match session_id(request.headers()) {
            Some(id) => self.sessions.record_use(id),
            None if begins_session(&request) && !self.sessions.has_room().await => {
                return too_many_sessions(self.sessions.limit());
            }
            None => {}
        }
        match *request.method() {
            Method::POST => self.answer_post(request).await,
            _ => self.handle(request).await,
        }
    }

    /// Answers requests itself that the SDK would drop, or not answer with JSON-RPC.
    async fn answer_post(&self, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let Ok(message) = to_bytes(body, self.max_message_bytes).await else {
            let reason = format!("the message is longer than {} bytes", self.max_message_bytes);
            return error_response(
                StatusCode::PAYLOAD_TOO_LARGE,
                &RequestError::invalid(None, reason),
            );
        };
        if let Some(answer) = self.answer_directly(&parts, &message).await {
            return ([(header::CONTENT_TYPE, "application/json")], answer).into_response();
        }
        let examined = examine(&message).and_then(|examined| check_readable(examined, &message));
        let pending = match (&examined, session_id(&parts.headers)) {
            (Err(refusal), _) => return error_response(StatusCode::BAD_REQUEST, refusal),
            (Ok(ExaminedMessage::Request(id)), Some(session))
                if self.sessions.has(session).await =>
            {
                let Some(pending) = self.sessions.in_flight.begin(session, id) else {
                    let refusal = RequestError::invalid(Some(id), id_in_use(id));
                    return error_response(StatusCode::BAD_REQUEST, &refusal);
                };
                Some(pending)
            }
            _ => None,
        };
        let id = match examined {
            Ok(ExaminedMessage::Request(id)) => Some(id.to_owned()),
            _ => None,
        };
        let response = self.handle(Request::from_parts(parts, Body::from(message))).await;
        let response = to_json_rpc_error(response, id.as_deref()).await;
        match pending {
            Some(pending) => response.map(|body| until_answered(body, pending)),
            None => response,
        }
    }

    /// The answer to a call that the SDK need not see.
    async fn answer_directly(&self, parts: &Parts, message: &[u8]) -> Option<String> {
        let direct = self.direct.as_ref()?;
        let headers = CallHeaders::read(&parts.headers)?;
        let call = PlainCall::parse(message)?;
        if !headers.match_call(&call) {
            return None;
        }
        if let CallHeaders::Handshake { session } = headers {
            let is_used = self.sessions.in_flight.is_used(session, call.id.get());
            if is_used || !self.sessions.is_active(session).await {
                return None;
            }
        }
        let access = parts.extensions.get().copied().unwrap_or_default();
        direct.answer(call, access, Instant::now())
    }

    async fn handle(&self, request: Request) -> Response {
        if let Some(id) = session_id(request.headers()) {
            self.sessions.record_passed_on(id);
        }
        // Boxed, as it is large and the layers around it move it.
        Box::pin(self.service.handle(request)).await.map(Body::new)
    }
}

fn session_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("mcp-session-id").and_then(|id| id.to_str().ok())
}

fn error_response(status: StatusCode, refusal: &RequestError) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], refusal.text()).into_response()
}

/// Whether the SDK can parse the message.
fn check_readable<'a>(
    examined: ExaminedMessage<'a>,
    message: &[u8],
) -> Result<ExaminedMessage<'a>, RequestError> {
    match (&examined, serde_json::from_slice::<ClientJsonRpcMessage>(message)) {
        (ExaminedMessage::Request(id), Err(error)) => {
            Err(RequestError::invalid(Some(id), format!("Invalid request: {error}")))
        }
        _ => Ok(examined),
    }
}

/// The longest plain-text error of the SDK that is passed on: a missing header, an unknown session.
const MAX_REASON_BYTES: usize = 4096;

/// Converts plain-text errors of the SDK to JSON-RPC.
async fn to_json_rpc_error(response: Response, id: Option<&str>) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json = kind.is_some_and(|kind| kind.starts_with("application/json"));
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let reason = to_bytes(body, MAX_REASON_BYTES).await.unwrap_or_default();
    let reason = String::from_utf8_lossy(&reason);
    let reason = if reason.is_empty() { status.to_string() } else { reason.into_owned() };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Response::from_parts(parts, Body::from(RequestError::invalid(id, reason).text()))
}

/// Frees the id of a request with its answer, or at the end of the body.
fn until_answered(body: Body, pending: InFlightRequest) -> Body {
    let answer = [pending.answer("result"), pending.answer("error")];
    let mut pending = Some(pending);
    let mut body = body.into_data_stream();
    Body::from_stream(stream::poll_fn(move |cx| {
        let next = body.poll_next_unpin(cx);
        let is_answered = match &next {
            Poll::Ready(None) => true,
            Poll::Ready(Some(Ok(bytes))) => answer
                .iter()
                .any(|answer| bytes.windows(answer.len()).any(|it| it == answer.as_bytes())),
            _ => false,
        };
        if is_answered && let Some(pending) = pending.take() {
            pending.answered();
        }
        next
    }))
}

fn session_manager() -> LocalSessionManager {
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(SESSION_KEEP_ALIVE);
    manager
}

/// Whether a request without a session may begin one. Since 2026-07-28 requests name their method in a
/// header, and the SDK refuses those whose body differs.
fn begins_session(request: &Request) -> bool {
    let method = request.headers().get("mcp-method");
    *request.method() == Method::POST && method.is_none_or(|method| method == "initialize")
}

fn too_many_sessions(limit: usize) -> Response {
    let reason = format!(
        "all {limit} sessions of this server are in use: end one, or start the server with a \
         larger --max-sessions"
    );
    let error = serde_json::json!({ "code": -32000, "message": reason });
    let body = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error });
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::RETRY_AFTER, "60")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, body.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_outlives_a_night() {
        let silence = session_manager().session_config.keep_alive;
        assert!(silence.is_none_or(|silence| silence >= Duration::from_secs(12 * 3600)));
    }

    #[test]
    fn only_what_may_begin_a_session_needs_room_for_one() {
        for (method, named, expected) in [
            ("POST", None, true),
            ("POST", Some("initialize"), true),
            ("POST", Some("tools/call"), false),
            ("GET", None, false),
        ] {
            let request = axum::http::Request::builder().method(method);
            let request = named.into_iter().fold(request, |it, name| it.header("Mcp-Method", name));
            assert_eq!(
                begins_session(&request.body(Body::empty()).unwrap()),
                expected,
                "{named:?}"
            );
        }
    }
}
