//! What browsers are told of who may read answers. Who may ask is the guard's business.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

const HEADERS: [(HeaderName, &str); 4] = [
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (header::ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type, Authorization"),
    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, OPTIONS"),
    (header::ACCESS_CONTROL_MAX_AGE, "86400"),
];

/// The response with the headers that let pages read it.
pub fn cors(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// What a browser is told that asks before it sends something.
pub(super) fn preflight() -> Response {
    cors(StatusCode::NO_CONTENT.into_response())
}
