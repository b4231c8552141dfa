//! One HTTP port for all tongues. A path belongs to a tongue: `POST` sends it one message, and a
//! WebSocket at the same path sends it many.

mod guard;
mod websocket;

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::time::timeout;

pub use guard::Guard;

use crate::jsonrpc::{self, INVALID_REQUEST};
use crate::{Limits, Service};

/// A tongue and the path it answers at.
pub struct Endpoint {
    pub path: &'static str,
    pub service: Arc<dyn Service>,
}

#[derive(Clone)]
struct Tongue {
    service: Arc<dyn Service>,
    limits: Limits,
}

/// Serves until `shutdown` is done, and then until what is in flight is answered.
pub async fn serve(
    listener: TcpListener,
    endpoints: Vec<Endpoint>,
    guard: Guard,
    limits: Limits,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let paths: Vec<&str> = endpoints.iter().map(|endpoint| endpoint.path).collect();
    let nothing_here = format!("nothing answers here; this server answers at {}", paths.join(", "));
    let mut router = axum::Router::new()
        .fallback(move || async move { refusal(StatusCode::NOT_FOUND, &nothing_here) });
    for Endpoint { path, service } in endpoints {
        router = router.route(path, any(message).with_state(Tongue { service, limits }));
    }
    let router = router.layer(middleware::from_fn_with_state(Arc::new(guard), guard::check));
    // Without this, small answers wait 40 ms for the client's acknowledgement.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
        }
    });
    axum::serve(listener, router).with_graceful_shutdown(shutdown).await
}

async fn message(State(tongue): State<Tongue>, request: Request) -> Response {
    if *request.method() == Method::POST {
        return posted(&tongue, request.into_body()).await;
    }
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &tongue).await {
        Ok(upgrade) => websocket::serve(upgrade, tongue.service, tongue.limits),
        Err(_) => {
            let reason = "send a JSON document with POST, or open a WebSocket";
            let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, reason);
            response
                .headers_mut()
                .insert(header::ALLOW, header::HeaderValue::from_static("POST, GET"));
            response
        }
    }
}

async fn posted(tongue: &Tongue, body: Body) -> Response {
    let Tongue { service, limits } = tongue;
    match timeout(limits.receive, to_bytes(body, limits.message_bytes)).await {
        Ok(Ok(body)) => json(StatusCode::OK, service.answer(&body).await),
        Ok(Err(_)) => json(StatusCode::PAYLOAD_TOO_LARGE, service.too_long(limits.message_bytes)),
        Err(_) => refusal(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time"),
    }
}

fn json(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// What concerns no tongue is answered as plain JSON-RPC.
fn refusal(status: StatusCode, reason: &str) -> Response {
    let error = jsonrpc::Error { code: INVALID_REQUEST, message: reason.to_owned(), data: None };
    json(status, jsonrpc::failure(None, &error))
}
