//! A WebSocket: one message a frame, text or binary; the answer is a text frame.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

use super::Stopping;
use crate::{ClientIdentity, Limits, PushSender, Service, nesting};

pub(super) fn serve(
    upgrade: WebSocketUpgrade,
    service: Arc<dyn Service>,
    limits: Limits,
    client: ClientIdentity,
    stopping: Option<Stopping>,
) -> Response {
    let bytes = limits.max_message_bytes;
    upgrade.max_message_size(bytes).max_frame_size(bytes).on_upgrade(move |socket| {
        run_connection(socket, service, limits, client.with_new_connection(), stopping)
    })
}

/// One task owns the socket: it reads, and writes what the answering tasks hand it. When the client
/// goes, so do the tasks, and with them the calls. When the server stops, no more is read, and the
/// socket closes after the last answer.
async fn run_connection(
    mut socket: WebSocket,
    service: Arc<dyn Service>,
    limits: Limits,
    client: ClientIdentity,
    stopping: Option<Stopping>,
) {
    let (sender, mut answers) = mpsc::channel::<String>(limits.max_in_flight);
    let (say, mut said) = PushSender::new();
    service.opened(say);
    let places = Arc::new(Semaphore::new(limits.max_in_flight));
    let mut tasks = JoinSet::new();
    let mut stop = std::pin::pin!(stopped(stopping));
    let mut open = true;
    while open || !tasks.is_empty() {
        tokio::select! {
            Some(message) = said.recv() => {
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
            received = socket.recv(), if open && places.available_permits() > 0 => {
                let message = match received {
                    Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
                    Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(error)) => return close_with_error(socket, &*service, limits, &error).await,
                };
                let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
                let (service, sender) = (Arc::clone(&service), sender.clone());
                tasks.spawn(async move {
                    if let Some(answer) = answer(&*service, &message, client, limits).await {
                        // Nobody listens when the connection is gone, and then nobody misses it.
                        let _ = sender.send(answer).await;
                    }
                    drop(place);
                });
            }
        }
    }
    // The last task may have ended before its answer was taken.
    while let Ok(answer) = answers.try_recv() {
        let _ = socket.send(Message::text(answer)).await;
    }
    close(socket, close_code::AWAY, "the server stops").await;
}

async fn stopped(stopping: Option<Stopping>) {
    match stopping {
        Some(mut stopping) => stopping.wait().await,
        None => std::future::pending().await,
    }
}

async fn answer(
    service: &dyn Service,
    message: &[u8],
    client: ClientIdentity,
    limits: Limits,
) -> Option<String> {
    if nesting::is_deeper(message, limits.max_depth) {
        return Some(service.too_deep(limits.max_depth));
    }
    service.answer(message, client).await
}

/// After a frame that cannot be read there is no next one: say why, and close.
async fn close_with_error(
    mut socket: WebSocket,
    service: &dyn Service,
    limits: Limits,
    error: &axum::Error,
) {
    tracing::debug!(%error, "a WebSocket is closed");
    if error.to_string().contains("too long") {
        let _ = socket.send(Message::text(service.too_long(limits.max_message_bytes))).await;
        close(socket, close_code::SIZE, "message too long").await;
    } else {
        close(socket, close_code::PROTOCOL, "protocol error").await;
    }
}

async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}
