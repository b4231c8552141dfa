//! Reads a request body and checks its content type, size, duration and nesting before it is parsed.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use tokio::time::timeout;

use super::{error_response, json};
use crate::{Service, WireLimits, nesting};

/// Why a body was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpBodyError {
    /// A web page sent a content type other than JSON, which browsers allow without a preflight request.
    NotJson,
    TooLong,
    TooSlow,
    TooDeep,
}

/// Returns a body that may be parsed.
pub async fn receive(
    headers: &HeaderMap,
    body: Body,
    limits: &WireLimits,
) -> Result<Bytes, HttpBodyError> {
    if headers.contains_key(header::ORIGIN) && !is_json(headers) {
        return Err(HttpBodyError::NotJson);
    }
    let body = timeout(limits.receive_timeout, to_bytes(body, limits.max_message_bytes))
        .await
        .map_err(|_| HttpBodyError::TooSlow)?
        .map_err(|_| HttpBodyError::TooLong)?;
    if nesting::is_deeper(&body, limits.max_depth) { Err(HttpBodyError::TooDeep) } else { Ok(body) }
}

/// Only web pages must name the content type: programs may omit it, or send the default of `curl`.
fn is_json(headers: &HeaderMap) -> bool {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = given.and_then(|given| given.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

impl HttpBodyError {
    /// The error response, in the form of the dialect where it defines one.
    pub fn response(self, service: &dyn Service, limits: &WireLimits) -> Response {
        match self {
            HttpBodyError::NotJson => error_response(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a web page must send Content-Type: application/json",
            ),
            HttpBodyError::TooLong => {
                json(StatusCode::PAYLOAD_TOO_LARGE, service.too_long(limits.max_message_bytes))
            }
            HttpBodyError::TooSlow => {
                error_response(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time")
            }
            HttpBodyError::TooDeep => {
                json(StatusCode::BAD_REQUEST, service.too_deep(limits.max_depth))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&'static str, &str)], body: &str, expected: Option<HttpBodyError>) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        let limits = WireLimits { max_message_bytes: 10, max_depth: 2, ..WireLimits::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let received = runtime.block_on(receive(&map, Body::from(body.to_owned()), &limits));
        assert_eq!(received.err(), expected, "{headers:?} {body}");
    }

    #[test]
    fn only_web_pages_have_to_name_the_content_type() {
        let page = ("origin", "http://localhost:3000");
        for json in ["application/json", "Application/JSON; charset=utf-8"] {
            check(&[page, ("content-type", json)], "{}", None);
        }
        for other in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""] {
            check(&[page, ("content-type", other)], "{}", Some(HttpBodyError::NotJson));
            check(&[("content-type", other)], "{}", None);
        }
        check(&[page], "{}", Some(HttpBodyError::NotJson));
        check(&[], "{}", None);
    }

    #[test]
    fn bodies_are_bounded() {
        check(&[], "0123456789", None);
        check(&[], "01234567890", Some(HttpBodyError::TooLong));
        check(&[], "[[]]", None);
        check(&[], "[[[", Some(HttpBodyError::TooDeep));
    }
}
