//! A WebSocket: one message per frame, text or binary; the answer is a text frame.

use std::error::Error;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::{self, error::CapacityError};

use super::ShutdownSignal;
use crate::{ClientIdentity, PushSender, Service, WireLimits, nesting};

pub(super) fn serve(
    upgrade: WebSocketUpgrade,
    service: Arc<dyn Service>,
    limits: WireLimits,
    client: ClientIdentity,
    stopping: Option<ShutdownSignal>,
) -> Response {
    let bytes = limits.max_message_bytes;
    upgrade.max_message_size(bytes).max_frame_size(bytes).on_upgrade(move |socket| {
        run_connection(socket, service, limits, client.with_new_connection(), stopping)
    })
}

/// One task owns the socket: it reads messages and writes the answers of the tasks that it starts. When the
/// client disconnects, the tasks are dropped and their calls cancelled. When the server shuts down,
/// nothing more is read, and the socket closes after the last answer.
async fn run_connection(
    mut socket: WebSocket,
    service: Arc<dyn Service>,
    limits: WireLimits,
    client: ClientIdentity,
    stopping: Option<ShutdownSignal>,
) {
    let (sender, mut answers) = mpsc::channel::<String>(limits.max_in_flight);
    let (push_sender, mut pushed) = PushSender::new();
    service.opened(push_sender);
    let permits = Arc::new(Semaphore::new(limits.max_in_flight));
    let mut tasks = JoinSet::new();
    let mut stop = std::pin::pin!(stopped(stopping));
    let mut open = true;
    while open || !tasks.is_empty() {
        tokio::select! {
            Some(message) = pushed.recv() => {
                if socket.send(Message::text(message)).await.is_err() {
                    return;
                }
            }
            Some(answer) = answers.recv() => {
                if socket.send(Message::text(answer)).await.is_err() {
                    return;
                }
            }
            Some(_) = tasks.join_next() => {}
            () = &mut stop, if open => open = false,
            received = socket.recv(), if open && permits.available_permits() > 0 => {
                let message = match received {
                    Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
                    Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(error)) => return close_with_error(socket, &*service, limits, &error).await,
                };
                let Ok(permit) = Arc::clone(&permits).try_acquire_owned() else { continue };
                let (service, sender) = (Arc::clone(&service), sender.clone());
                tasks.spawn(async move {
                    if let Some(answer) = answer(&*service, &message, client, limits).await {
                        // Fails only when the connection is closed.
                        let _ = sender.send(answer).await;
                    }
                    drop(permit);
                });
            }
        }
    }
    // The last task may have ended before its answer was received.
    while let Ok(answer) = answers.try_recv() {
        let _ = socket.send(Message::text(answer)).await;
    }
    close(socket, close_code::AWAY, "the server is shutting down").await;
}

async fn stopped(stopping: Option<ShutdownSignal>) {
    match stopping {
        Some(mut stopping) => stopping.wait().await,
        None => std::future::pending().await,
    }
}

async fn answer(
    service: &dyn Service,
    message: &[u8],
    client: ClientIdentity,
    limits: WireLimits,
) -> Option<String> {
    if nesting::is_deeper(message, limits.max_depth) {
        return Some(service.too_deep(limits.max_depth));
    }
    service.answer(message, client).await
}

/// No frame can be read after a broken one: sends the reason and closes.
async fn close_with_error(
    mut socket: WebSocket,
    service: &dyn Service,
    limits: WireLimits,
    error: &axum::Error,
) {
    tracing::debug!(%error, "a WebSocket is closed");
    if is_too_long(error) {
        let _ = socket.send(Message::text(service.too_long(limits.max_message_bytes))).await;
        close(socket, close_code::SIZE, "message too long").await;
    } else {
        close(socket, close_code::PROTOCOL, "protocol error").await;
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref());
    matches!(source, Some(tungstenite::Error::Capacity(CapacityError::MessageTooLong { .. })))
}

async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}
