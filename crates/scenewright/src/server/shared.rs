//! The paths that several protocols share: a body is read once and handed to the protocol that it belongs to.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum::response::Response;
use futures_util::StreamExt;
use scenewright_dialects::editormcp::EditorMcp;
use scenewright_dialects::one_port::{self, AcceptedTypes, Dialect, RequestPeek, RequestTraits};
use scenewright_dialects::unity_http::UnityHttp;
use scenewright_explorer::Explorer;
use scenewright_wire::http::{self, ShutdownSignal};
use scenewright_wire::{ClientIdentity, Service, WireLimits};

use super::{Mcp, explorer, not_allowed};

/// The request that opens a stream of notifications in MCP 2026-07-28; earlier revisions use `GET`.
const LISTEN_METHOD: &str = "subscriptions/listen";

pub(super) struct SharedRoutes {
    pub unity: Arc<UnityHttp>,
    pub editor: Arc<EditorMcp>,
    pub explorer: Explorer,
    pub mcp: Mcp,
    pub limits: WireLimits,
}

pub(super) async fn message(State(shared): State<Arc<SharedRoutes>>, request: Request) -> Response {
    // Web pages may read every answer at the Explorer's own path.
    let is_explorers = request.uri().path() == "/message";
    let response = answer(shared, request).await;
    if is_explorers { http::cors(response) } else { response }
}

async fn answer(shared: Arc<SharedRoutes>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    // The MCP crate knows what a caller may do, but not the wire's types.
    let client = parts.extensions.get().copied().unwrap_or(ClientIdentity::TRUSTED);
    parts.extensions.insert(scenewright_dialects::caller("MCP", client).access);
    if parts.method == Method::POST {
        return match http::receive(&parts.headers, body, &shared.limits).await {
            Ok(message) => shared.answer_post(parts, message).await,
            Err(rejected) if parts.uri.path() == "/message" => {
                explorer::rejection(rejected, &shared)
            }
            Err(rejected) => rejected.response(&*shared.unity, &shared.limits),
        };
    }
    let stopping = parts.extensions.get::<ShutdownSignal>().cloned();
    let streams = parts.method == Method::GET && parts.uri.path() != "/message";
    match request_dialect(&parts, b"") {
        Dialect::Mcp => until(stopping, (shared.mcp)(Request::from_parts(parts, body)).await),
        Dialect::Explorer if streams && accepted(&parts).stream => {
            explorer::events(&shared.explorer, &parts.extensions).await
        }
        _ => not_allowed("POST"),
    }
}

impl SharedRoutes {
    async fn answer_post(&self, parts: Parts, message: Bytes) -> Response {
        let client = parts.extensions.get().copied().unwrap_or(ClientIdentity::TRUSTED);
        let service: &dyn Service = match request_dialect(&parts, &message) {
            Dialect::Mcp => {
                let listens = parts.headers.get("mcp-method").is_some_and(|m| m == LISTEN_METHOD);
                let stopping =
                    parts.extensions.get::<ShutdownSignal>().filter(|_| listens).cloned();
                let request = Request::from_parts(parts, Body::from(message));
                return until(stopping, (self.mcp)(request).await);
            }
            Dialect::EditorMcp => &*self.editor,
            Dialect::UnityHttp => &*self.unity,
            Dialect::Explorer => {
                let caller = explorer::caller(&parts.extensions);
                let reply = self.explorer.answer(&message, caller).await;
                return explorer::into_response(reply, &parts.extensions);
            }
        };
        http::answer_response(service.answer(&message, client).await)
    }
}

/// Ends a stream of notifications when the server stops: it would never end by itself.
fn until(stopping: Option<ShutdownSignal>, response: Response) -> Response {
    let Some(mut stopping) = stopping else { return response };
    response.map(|body| {
        let stopped = async move { stopping.wait().await };
        Body::from_stream(body.into_data_stream().take_until(Box::pin(stopped)))
    })
}

fn request_dialect(parts: &Parts, body: &[u8]) -> Dialect {
    let Parts { method, uri, headers, .. } = parts;
    let glance = RequestPeek::parse(body);
    let accepted = accepted(parts);
    one_port::detect(&RequestTraits {
        http: method.as_str(),
        path: uri.path(),
        mcp_headers: headers.keys().any(|name| one_port::is_mcp_header(name.as_str())),
        accepts_both: accepted.json && accepted.stream,
        accepts_stream: accepted.stream,
        method: glance.method.as_deref(),
        names_tool: glance.names_tool,
        has_version: glance.has_version,
        has_client: glance.has_client,
    })
}

fn accepted(parts: &Parts) -> AcceptedTypes {
    let values = parts.headers.get_all(header::ACCEPT).iter();
    one_port::parse_accept(values.filter_map(|value| value.to_str().ok()))
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::path::Path;

    use axum::body::to_bytes;
    use axum::http::StatusCode;
    use axum::response::IntoResponse;
    use scenewright_explorer::ExplorerSetup;

    use super::*;
    use crate::cli::SessionArgs;
    use crate::project;

    /// MCP as the others see it: it says what it was given.
    fn echo() -> Mcp {
        Arc::new(|request: Request| {
            Box::pin(async move {
                let (parts, body) = request.into_parts();
                let body = to_bytes(body, 1000).await.unwrap();
                let body = String::from_utf8_lossy(&body).into_owned();
                format!("{} {} {body}", parts.method, parts.uri).into_response()
            })
        })
    }

    async fn ask(shared: &Arc<SharedRoutes>, request: Request) -> (StatusCode, String) {
        let response = message(State(Arc::clone(shared)), request).await;
        let status = response.status();
        let body = to_bytes(response.into_body(), 100_000).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn mcp_gets_its_requests_whole() {
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/unity");
        let found = project::find(Some(&sample)).unwrap();
        let engine = project::engine_access(&found, &SessionArgs::default()).unwrap();
        let session = engine.session();
        let address = SocketAddr::from(([127, 0, 0, 1], 8080));
        let setup = ExplorerSetup { folder: None, address, mirror: true, max_streams: 8 };
        let shared = SharedRoutes {
            unity: Arc::new(UnityHttp::new(session.clone()).unwrap()),
            editor: Arc::new(EditorMcp::new(session.clone())),
            explorer: Explorer::new(&engine, setup),
            mcp: echo(),
            limits: WireLimits::default(),
        };
        let request = |method: &str, header: &str, body: &'static str| {
            let request = axum::http::Request::builder().method(method).uri("/mcp");
            request.header(header, "x").body(Body::from(body)).unwrap()
        };
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let served = Arc::new(shared);
        for (method, header, body, expected) in [
            ("POST", "Mcp-Session-Id", ping, format!("POST /mcp {ping}")),
            ("POST", "Mcp-Session-Id", "{", "POST /mcp {".to_owned()),
            ("GET", "X-None", "", "GET /mcp ".to_owned()),
            ("DELETE", "Mcp-Session-Id", "", "DELETE /mcp ".to_owned()),
            ("POST", "X-None", ping, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned()),
        ] {
            let answer = ask(&served, request(method, header, body)).await;
            assert_eq!(answer, (StatusCode::OK, expected));
        }
    }
}
