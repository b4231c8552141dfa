//! A path that belongs to one tongue: `POST` sends it one message, a WebSocket sends it many.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::Response;
use axum::routing::{MethodRouter, any};

use super::token::Subprotocol;
use super::{answer_response, error_response, receive, websocket};
use crate::{ClientIdentity, Limits, Service};

#[derive(Clone)]
struct MessageRoute {
    service: Arc<dyn Service>,
    limits: Limits,
}

pub fn messages(service: Arc<dyn Service>, limits: Limits) -> MethodRouter {
    any(message).with_state(MessageRoute { service, limits })
}

async fn message(State(tongue): State<MessageRoute>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let client = parts.extensions.get().copied().unwrap_or(ClientIdentity::TRUSTED);
    if parts.method == Method::POST {
        let MessageRoute { service, limits } = &tongue;
        return match receive(&parts.headers, body, limits).await {
            Ok(message) => answer_response(service.answer(&message, client).await),
            Err(rejected) => rejected.response(&**service, limits),
        };
    }
    match WebSocketUpgrade::from_request_parts(&mut parts, &tongue).await {
        Ok(upgrade) => {
            let stopping = parts.extensions.remove();
            let protocol = parts.extensions.remove::<Subprotocol>().map(|it| it.0);
            let upgrade = upgrade.protocols(protocol);
            websocket::serve(upgrade, tongue.service, tongue.limits, client, stopping)
        }
        Err(_) => not_allowed(),
    }
}

fn not_allowed() -> Response {
    let reason = "send a JSON document with POST, or open a WebSocket";
    let mut response = error_response(StatusCode::METHOD_NOT_ALLOWED, reason);
    response.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static("POST, GET"));
    response
}
