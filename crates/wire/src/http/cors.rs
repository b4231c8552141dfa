//! CORS headers: they let pages read answers. Which pages may send requests is decided by the guard.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

const HEADERS: [(HeaderName, &str); 4] = [
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (header::ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type, Authorization"),
    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, OPTIONS"),
    (header::ACCESS_CONTROL_MAX_AGE, "86400"),
];

/// Adds the headers that let pages read the response.
pub fn cors(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The answer to a preflight request.
pub(super) fn preflight() -> Response {
    cors(StatusCode::NO_CONTENT.into_response())
}
