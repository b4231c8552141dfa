//! The Explorer's replies as HTTP.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, Version, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::poll_fn;
use scenewright_explorer::{Events, Explorer, Reply};
use scenewright_wire::http::{self, Stopping};

/// `GET /read?uri=unity://…`.
pub(super) async fn read(State(explorer): State<Explorer>, request: Request) -> Response {
    let stopping = request.extensions().get::<Stopping>().cloned();
    replied(explorer.read(request.uri().query().unwrap_or_default()).await, stopping)
}

pub(super) fn replied(reply: Reply, stopping: Option<Stopping>) -> Response {
    http::cors(match reply {
        Reply::Json { status, body } => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            http::json(status, body)
        }
        Reply::Nothing => StatusCode::ACCEPTED.into_response(),
        Reply::Stream(events) => {
            let body = lines(events, stopping, |event| format!("{event}\n"));
            ([(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
    })
}

/// Events for browsers. They end with the connection and not in chunks, as answers of HTTP/1.0 do.
pub(super) async fn events(explorer: &Explorer, stopping: Option<Stopping>) -> Response {
    let events = explorer.listen().await;
    let body = lines(events, stopping, |event| format!("data: {event}\n\n"));
    let mut response = ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response();
    let fresh = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, fresh);
    *response.version_mut() = Version::HTTP_10;
    http::cors(response)
}

/// The events as they come, until the client goes, the stream ends or the server stops.
fn lines(
    mut events: Events,
    stopping: Option<Stopping>,
    form: impl Fn(&str) -> String + Send + 'static,
) -> Body {
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
