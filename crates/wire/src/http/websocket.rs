//! A WebSocket: one message a frame, text or binary; the answer is a text frame.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

use crate::{Limits, Service};

pub(super) fn serve(
    upgrade: WebSocketUpgrade,
    service: Arc<dyn Service>,
    limits: Limits,
) -> Response {
    let bytes = limits.message_bytes;
    upgrade
        .max_message_size(bytes)
        .max_frame_size(bytes)
        .on_upgrade(move |socket| talk(socket, service, limits))
}

/// One task owns the socket: it reads, and writes what the answering tasks hand it. When the client
/// goes, so do the tasks, and with them the calls.
async fn talk(mut socket: WebSocket, service: Arc<dyn Service>, limits: Limits) {
    let (sender, mut answers) = mpsc::channel::<String>(limits.at_once);
    let places = Arc::new(Semaphore::new(limits.at_once));
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            Some(answer) = answers.recv() => {
                if socket.send(Message::text(answer)).await.is_err() {
                    return;
                }
            }
            Some(_) = tasks.join_next() => {}
            received = socket.recv(), if places.available_permits() > 0 => {
                let message = match received {
                    Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
                    Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(error)) => return give_up(socket, &*service, limits, &error).await,
                };
                let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
                let (service, sender) = (Arc::clone(&service), sender.clone());
                tasks.spawn(async move {
                    // Nobody listens when the connection is gone, and then nobody misses the answer.
                    let _ = sender.send(service.answer(&message).await).await;
                    drop(place);
                });
            }
        }
    }
}

/// After a frame that cannot be read there is no next one: say why, and close.
async fn give_up(
    mut socket: WebSocket,
    service: &dyn Service,
    limits: Limits,
    error: &axum::Error,
) {
    tracing::debug!(%error, "a WebSocket is closed");
    let too_long = error.to_string().contains("too long");
    let (code, reason) = if too_long {
        let _ = socket.send(Message::text(service.too_long(limits.message_bytes))).await;
        (close_code::SIZE, "message too long")
    } else {
        (close_code::PROTOCOL, "protocol error")
    };
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}
