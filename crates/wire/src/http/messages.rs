//! A path of a single dialect: `POST` sends one message, a WebSocket many.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::Response;
use axum::routing::{MethodRouter, any};

use super::token::Subprotocol;
use super::{answer_response, error_response, receive, websocket};
use crate::{ClientIdentity, Service, WireLimits};

#[derive(Clone)]
struct MessageRoute {
    service: Arc<dyn Service>,
    limits: WireLimits,
}

pub fn messages(service: Arc<dyn Service>, limits: WireLimits) -> MethodRouter {
    any(message).with_state(MessageRoute { service, limits })
}

async fn message(State(route): State<MessageRoute>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let client = parts.extensions.get().copied().unwrap_or(ClientIdentity::TRUSTED);
    if parts.method == Method::POST {
        let MessageRoute { service, limits } = &route;
        return match receive(&parts.headers, body, limits).await {
            Ok(message) => answer_response(service.answer(&message, client).await),
            Err(rejected) => rejected.response(&**service, limits),
        };
    }
    match WebSocketUpgrade::from_request_parts(&mut parts, &route).await {
        Ok(upgrade) => {
            let stopping = parts.extensions.remove();
            let protocol = parts.extensions.remove::<Subprotocol>().map(|it| it.0);
            let upgrade = upgrade.protocols(protocol);
            websocket::serve(upgrade, route.service, route.limits, client, stopping)
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
