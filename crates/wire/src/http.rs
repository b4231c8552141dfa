//! One HTTP port for all dialects: connections, their limits, and access control. The router decides
//! which path answers which dialect.
//!
//! Invariant: Host, Origin and token are checked in one layer before every route (`guard.rs`); an
//! admitted request carries a [`ClientIdentity`](crate::ClientIdentity).
//!
//! Invariant: an open connection holds its permit until its stream is closed, including WebSockets.
//! Event streams release it and have a limit of their own.
//!
//! Invariant: a server that is shutting down ends within its grace period.

mod connection;
mod cors;
mod guard;
mod messages;
mod overload;
mod receive;
mod token;
mod websocket;

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, middleware};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

pub use connection::HttpConnection;
pub use cors::cors;
pub use guard::AccessGuard;
pub use messages::messages;
pub use receive::{HttpBodyError, receive};
pub use token::{ServerToken, TokenPlaces, TokenUse};

use crate::WireLimits;
use crate::jsonrpc::{self, INVALID_REQUEST};
use connection::Connections;

/// How long to wait after a failed `accept`, for instance when there are no file descriptors left.
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);

/// In the extensions of every request: resolves when the server shuts down, for answers that do not end
/// by themselves.
#[derive(Debug, Clone)]
pub struct ShutdownSignal(watch::Receiver<bool>);

impl ShutdownSignal {
    pub async fn wait(&mut self) {
        // A dropped sender means the same.
        let _ = self.0.wait_for(|stopping| *stopping).await;
    }
}

/// Serves until `shutdown` resolves, and then until the requests in flight are answered or the grace
/// period is over. The guard checks every request before the router and its fallback see it.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    guard: AccessGuard,
    limits: WireLimits,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let (stop, stopping) = watch::channel(false);
    let stopping = ShutdownSignal(stopping);
    let router = router
        .layer(Extension(stopping.clone()))
        .layer(middleware::from_fn_with_state(Arc::new(guard), guard::check));
    let permits = Arc::new(Semaphore::new(limits.max_connections));
    let connections = Connections::new(router, limits, stopping);
    let mut shutdown = pin!(shutdown);
    loop {
        let stream = tokio::select! {
            stream = accept(&listener) => stream,
            () = &mut shutdown => break,
        };
        match Arc::clone(&permits).try_acquire_owned() {
            Ok(permit) => connections.open(stream, permit),
            Err(_) => overload::refuse_connection(stream, limits.max_connections),
        }
    }
    drop(listener);
    let _ = stop.send(true);
    let all = u32::try_from(limits.max_connections).unwrap_or(u32::MAX);
    if timeout(limits.shutdown_grace, permits.acquire_many(all)).await.is_err() {
        tracing::info!("closing connections that are still open");
    }
    Ok(())
}

/// Accepts the next connection. A failure affects one client and does not stop the server.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_RETRY_PAUSE).await;
            }
        }
    }
}

pub fn json(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The response for a dialect's answer; a message without an answer is `202 Accepted`.
pub fn answer_response(answer: Option<String>) -> Response {
    match answer {
        Some(answer) => json(StatusCode::OK, answer),
        None => StatusCode::ACCEPTED.into_response(),
    }
}

/// An error that belongs to no dialect, as plain JSON-RPC.
pub fn error_response(status: StatusCode, reason: &str) -> Response {
    json(status, error_body(reason))
}

fn error_body(reason: &str) -> String {
    let error =
        jsonrpc::JsonRpcError { code: INVALID_REQUEST, message: reason.to_owned(), data: None };
    jsonrpc::failure(None, &error)
}
