//! The Explorer's replies as HTTP responses.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderValue, StatusCode, Version, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::poll_fn;
use scenewright_catalogue::Caller;
use scenewright_explorer::{EventStream, Explorer, ExplorerReply};
use scenewright_wire::ClientIdentity;
use scenewright_wire::http::{self, HttpBodyError, HttpConnection, ShutdownSignal};

use super::shared::SharedRoutes;

/// `GET /read?uri=unity://…`.
pub(super) async fn read(State(explorer): State<Explorer>, request: Request) -> Response {
    let caller = caller(request.extensions());
    let reply = explorer.read(request.uri().query().unwrap_or_default(), caller).await;
    into_response(reply, request.extensions())
}

/// The caller of a request of this interface.
pub(super) fn caller(extensions: &Extensions) -> Caller {
    let client = extensions.get().copied().unwrap_or(ClientIdentity::TRUSTED);
    scenewright_dialects::caller("Explorer", client)
}

/// A body that was rejected, as an error of this interface where it defines one.
pub(super) fn rejection(rejected: HttpBodyError, shared: &SharedRoutes) -> Response {
    let SharedRoutes { limits, explorer, unity, .. } = shared;
    match rejected {
        HttpBodyError::TooLong => {
            http::json(StatusCode::PAYLOAD_TOO_LARGE, explorer.too_long(limits.max_message_bytes))
        }
        HttpBodyError::TooDeep => {
            http::json(StatusCode::BAD_REQUEST, explorer.too_deep(limits.max_depth))
        }
        HttpBodyError::NotJson | HttpBodyError::TooSlow => rejected.response(&**unity, limits),
    }
}

pub(super) fn into_response(reply: ExplorerReply, extensions: &Extensions) -> Response {
    http::cors(match reply {
        ExplorerReply::Json { status, body } => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            http::json(status, body)
        }
        ExplorerReply::Nothing => StatusCode::ACCEPTED.into_response(),
        ExplorerReply::Stream(events) => {
            let body = lines(events, extensions, |event| format!("{event}\n"));
            let headers =
                [(header::CONTENT_TYPE, "application/json"), (header::CONNECTION, "close")];
            (headers, body).into_response()
        }
    })
}

/// Events for browsers. The body ends with the connection instead of being chunked, as in HTTP/1.0.
pub(super) async fn events(explorer: &Explorer, extensions: &Extensions) -> Response {
    let events = match explorer.listen().await {
        ExplorerReply::Stream(events) => events,
        refused => return into_response(refused, extensions),
    };
    let body = lines(events, extensions, |event| format!("data: {event}\n\n"));
    let mut response = ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response();
    let fresh = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, fresh);
    *response.version_mut() = Version::HTTP_10;
    http::cors(response)
}

/// The events as they occur, until the client disconnects, the stream ends or the server stops. Streams have
/// their own limit and do not count as connections.
fn lines(
    mut events: EventStream,
    extensions: &Extensions,
    form: impl Fn(&str) -> String + Send + 'static,
) -> Body {
    if let Some(connection) = extensions.get::<HttpConnection>() {
        connection.release_permit();
    }
    let stopping = extensions.get::<ShutdownSignal>().cloned();
    let next = poll_fn(move |cx| {
        let form = &form;
        let chunk = |event: Arc<str>| Ok::<_, Infallible>(Bytes::from(form(&event)));
        events.poll_next(cx).map(|event| event.map(chunk))
    });
    let stopped = async move {
        match stopping {
            Some(mut stopping) => stopping.wait().await,
            None => std::future::pending().await,
        }
    };
    Body::from_stream(next.take_until(Box::pin(stopped)))
}
