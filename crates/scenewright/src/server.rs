//! The routes of the HTTP port, and which protocol serves each.

mod explorer;
mod shared;

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{any, get};
use scenewright_catalogue::{EngineAccess, Session};
use scenewright_dialects::editormcp::EditorMcp;
use scenewright_dialects::godoty::Godoty;
use scenewright_dialects::unity_http::UnityHttp;
use scenewright_explorer::{Explorer, ExplorerSetup};
use scenewright_wire::{WireLimits, http};

use shared::SharedRoutes;

/// The path of the EditorMCP envelope alone.
pub(crate) const EDITOR_PATH: &str = "/editor";

/// Each protocol with its path and how to use it there.
pub(crate) const PROTOCOLS: [(&str, &str, &str); 4] = [
    ("MCP", "/mcp", "Streamable HTTP"),
    ("Unity MCP over HTTP", "/", "POST; GET /health"),
    ("EditorMCP", EDITOR_PATH, "POST or WebSocket"),
    ("Unity Explorer", "/message", "POST; GET /read; events at GET /"),
];

/// The MCP server: a request in, its response out.
pub(crate) type Mcp = Arc<dyn Fn(Request) -> McpResponse + Send + Sync>;
pub(crate) type McpResponse = Pin<Box<dyn Future<Output = Response> + Send>>;

pub(crate) fn router(
    engine: &EngineAccess,
    mcp: Mcp,
    setup: ExplorerSetup,
    limits: WireLimits,
) -> io::Result<Router> {
    let session = engine.session();
    let explorer = Explorer::new(engine, setup);
    let unity = Arc::new(UnityHttp::new(session.clone())?);
    let editor = Arc::new(EditorMcp::new(session.clone()));
    let health = get(health).fallback(|| async { not_allowed("GET") });
    let read = get(explorer::read).fallback(|| async { not_allowed("GET") });
    let read = read.with_state(explorer.clone());
    let shared =
        SharedRoutes { unity: Arc::clone(&unity), editor: editor.clone(), explorer, mcp, limits };
    let shared = any(shared::message).with_state(Arc::new(shared));
    Ok(Router::new()
        .route(EDITOR_PATH, http::messages(editor, limits))
        .route("/health", health.with_state(unity))
        .route("/read", read)
        .route("/", shared.clone())
        .route("/mcp", shared.clone())
        .route("/message", shared)
        .fallback(|| async {
            http::error_response(StatusCode::NOT_FOUND, &format!("unknown path; {}", directions()))
        }))
}

/// The port of the Godoty protocol: one path, one protocol.
pub(crate) fn godoty(session: Session, allow_dangerous: bool, limits: WireLimits) -> Router {
    let godoty = Arc::new(Godoty::new(session, allow_dangerous));
    Router::new().route("/", http::messages(godoty, limits)).fallback(|| async {
        http::error_response(
            StatusCode::NOT_FOUND,
            "the Godoty protocol is served at / (WebSocket)",
        )
    })
}

async fn health(State(unity): State<Arc<UnityHttp>>) -> Response {
    http::json(StatusCode::OK, unity.health().await)
}

fn not_allowed(allowed: &'static str) -> Response {
    let reason = format!("this path accepts only {allowed}; {}", directions());
    let mut response = http::error_response(StatusCode::METHOD_NOT_ALLOWED, &reason);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

fn directions() -> String {
    let protocols = PROTOCOLS.map(|(name, path, how)| format!("{name} at {path} ({how})"));
    format!("this server serves {}", protocols.join(", "))
}
