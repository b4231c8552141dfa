//! One HTTP port for all tongues: the connections, their limits, and who may come in. Which path
//! answers to what is the router's business.

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

use crate::Limits;
use crate::jsonrpc::{self, INVALID_REQUEST};
use connection::Connections;

/// How long to wait when the system has no connection to give, for instance no file left for it.
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);

/// Among the extensions of every request: tells a long answer that the server is about to end.
#[derive(Debug, Clone)]
pub struct Stopping(watch::Receiver<bool>);

impl Stopping {
    pub async fn wait(&mut self) {
        // A server that is gone has stopped too.
        let _ = self.0.wait_for(|stopping| *stopping).await;
    }
}

/// Serves until `shutdown` is done, and then until what is in flight is answered, or the grace is
/// over. The guard stands before every route of the router and before its fallback.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    guard: AccessGuard,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let (stop, stopping) = watch::channel(false);
    let stopping = Stopping(stopping);
    let router = router
        .layer(Extension(stopping.clone()))
        .layer(middleware::from_fn_with_state(Arc::new(guard), guard::check));
    let places = Arc::new(Semaphore::new(limits.max_connections));
    let connections = Connections::new(router, limits, stopping);
    let mut shutdown = pin!(shutdown);
    loop {
        let stream = tokio::select! {
            stream = accept(&listener) => stream,
            () = &mut shutdown => break,
        };
        match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => connections.open(stream, place),
            Err(_) => overload::refuse_connection(stream, limits.max_connections),
        }
    }
    drop(listener);
    let _ = stop.send(true);
    let all = u32::try_from(limits.max_connections).unwrap_or(u32::MAX);
    if timeout(limits.shutdown_grace, places.acquire_many(all)).await.is_err() {
        tracing::info!("connections that were still open are closed");
    }
    Ok(())
}

/// One client's failure to connect is no reason to stop serving the others.
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

/// What a tongue answered; a message that wants no answer is accepted.
pub fn answer_response(answer: Option<String>) -> Response {
    match answer {
        Some(answer) => json(StatusCode::OK, answer),
        None => StatusCode::ACCEPTED.into_response(),
    }
}

/// What concerns no tongue is answered as plain JSON-RPC.
pub fn error_response(status: StatusCode, reason: &str) -> Response {
    json(status, error_body(reason))
}

fn error_body(reason: &str) -> String {
    let error =
        jsonrpc::JsonRpcError { code: INVALID_REQUEST, message: reason.to_owned(), data: None };
    jsonrpc::failure(None, &error)
}
