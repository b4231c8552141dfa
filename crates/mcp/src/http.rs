//! MCP over Streamable HTTP, both eras at one path.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::envelope::{Message, Refusal, examine};
use crate::handler::Server;
use crate::in_flight::Pending;
use crate::lines::in_use;
use crate::sessions::Sessions;

/// A person may think for hours between two calls, and the session must still be there.
const SILENCE: Duration = Duration::from_secs(24 * 3600);

/// What a port allows.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub message_bytes: usize,
    /// How many clients of the handshake revisions may have a session.
    pub sessions: usize,
}

/// Answers requests that somebody else has let in: Host, Origin and token are checked before.
#[derive(Clone)]
pub struct Http {
    service: StreamableHttpService<Server, LocalSessionManager>,
    sessions: Arc<Sessions>,
    message_bytes: usize,
}

impl Http {
    pub fn new(server: Server, limits: Limits) -> Http {
        let manager = Arc::new(manager());
        if let Some(fixtures) = &server.inner.fixtures {
            fixtures.set_sessions(Arc::clone(&manager));
        }
        let config = StreamableHttpServerConfig::default()
            .with_json_response(true)
            .with_max_request_body_bytes(limits.message_bytes)
            .disable_allowed_hosts();
        let sessions = Arc::new(Sessions::new(Arc::clone(&manager), limits.sessions));
        let service =
            StreamableHttpService::new(move || Ok(server.for_http_client()), manager, config);
        Http { service, sessions, message_bytes: limits.message_bytes }
    }

    pub async fn answer(&self, request: Request) -> Response {
        match session_id(request.headers()) {
            Some(id) => self.sessions.seen(id),
            None if begins_session(&request) && !self.sessions.has_room().await => {
                return full(self.sessions.limit());
            }
            None => {}
        }
        match *request.method() {
            Method::POST => self.posted(request).await,
            _ => self.handle(request).await,
        }
    }

    /// What the SDK would drop, or answer with something else than JSON-RPC, is answered here.
    async fn posted(&self, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let Ok(message) = to_bytes(body, self.message_bytes).await else {
            let reason = format!("the message is longer than {} bytes", self.message_bytes);
            return refused(StatusCode::PAYLOAD_TOO_LARGE, &Refusal::invalid(None, reason));
        };
        let examined = examine(&message).and_then(|examined| readable(examined, &message));
        let pending = match (&examined, session_id(&parts.headers)) {
            (Err(refusal), _) => return refused(StatusCode::BAD_REQUEST, refusal),
            (Ok(Message::Request(id)), Some(session)) if self.sessions.has(session).await => {
                let Some(pending) = self.sessions.in_flight.begin(session, id) else {
                    let refusal = Refusal::invalid(Some(id), in_use(id));
                    return refused(StatusCode::BAD_REQUEST, &refusal);
                };
                Some(pending)
            }
            _ => None,
        };
        let id = match examined {
            Ok(Message::Request(id)) => Some(id.to_owned()),
            _ => None,
        };
        let response = self.handle(Request::from_parts(parts, Body::from(message))).await;
        let response = in_json(response, id.as_deref()).await;
        match pending {
            Some(pending) => response.map(|body| until_answered(body, pending)),
            None => response,
        }
    }

    async fn handle(&self, request: Request) -> Response {
        // Boxed: it is large, and the layers around it move it about.
        Box::pin(self.service.handle(request)).await.map(Body::new)
    }
}

fn session_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("mcp-session-id").and_then(|id| id.to_str().ok())
}

fn refused(status: StatusCode, refusal: &Refusal) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], refusal.text()).into_response()
}

/// Whether the SDK will find a message in it.
fn readable<'a>(examined: Message<'a>, message: &[u8]) -> Result<Message<'a>, Refusal> {
    match (&examined, serde_json::from_slice::<ClientJsonRpcMessage>(message)) {
        (Message::Request(id), Err(error)) => {
            Err(Refusal::invalid(Some(id), format!("Invalid request: {error}")))
        }
        _ => Ok(examined),
    }
}

/// What the SDK says in plain text: a header that is missing, a session that is gone.
const LONGEST_REASON: usize = 4096;

/// The SDK's refusals of a head, as JSON-RPC.
async fn in_json(response: Response, id: Option<&str>) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json = kind.is_some_and(|kind| kind.starts_with("application/json"));
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let reason = to_bytes(body, LONGEST_REASON).await.unwrap_or_default();
    let reason = String::from_utf8_lossy(&reason);
    let reason = if reason.is_empty() { status.to_string() } else { reason.into_owned() };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Response::from_parts(parts, Body::from(Refusal::invalid(id, reason).text()))
}

/// The id of a request is free again with its answer, or at the end of the body.
fn until_answered(body: Body, pending: Pending) -> Body {
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

fn manager() -> LocalSessionManager {
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(SILENCE);
    manager
}

/// Whether a request without a session may ask for one. Since 2026-07-28 requests name their method
/// in the head, and the SDK refuses those whose body says otherwise.
fn begins_session(request: &Request) -> bool {
    let method = request.headers().get("mcp-method");
    *request.method() == Method::POST && method.is_none_or(|method| method == "initialize")
}

fn full(limit: usize) -> Response {
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
        let silence = manager().session_config.keep_alive;
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
