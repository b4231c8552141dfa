//! Who may come in: one layer before every route. A web page in the user's browser can reach
//! loopback too, so that Host (DNS rebinding) and Origin (foreign pages) are checked.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use subtle::ConstantTimeEq;

use super::{cors, refusal};

#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// Host names beside the loopback ones.
    pub hosts: Vec<String>,
    /// Origins beside the loopback ones: `https://tools.example`.
    pub origins: Vec<String>,
    /// Asked of every request as `Authorization: Bearer …`.
    pub token: Option<String>,
}

pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let asks_first = request.method() == Method::OPTIONS;
    if asks_first && guard.serves_host(request.headers(), request.uri().host()) {
        return cors::preflight();
    }
    match guard.verdict(request.headers(), request.uri().host()) {
        Ok(()) => next.run(request).await,
        Err((status, reason)) => {
            tracing::warn!(%status, reason, "a request was refused");
            refusal(status, reason)
        }
    }
}

impl Guard {
    fn verdict(
        &self,
        headers: &HeaderMap,
        target: Option<&str>,
    ) -> Result<(), (StatusCode, &'static str)> {
        let forbidden = |reason| Err((StatusCode::FORBIDDEN, reason));
        if !self.serves_host(headers, target) {
            return forbidden(
                "this Host is not served here; start the server with --allow-host to add it",
            );
        }
        if !texts(headers, header::ORIGIN).all(|origin| self.trusts(origin)) {
            return forbidden(
                "this Origin may not call; start the server with --allow-origin to add it",
            );
        }
        if let Some(token) = &self.token
            && !texts(headers, header::AUTHORIZATION).any(|given| bears(given, token))
        {
            return Err((
                StatusCode::UNAUTHORIZED,
                "send the server's token as 'Authorization: Bearer TOKEN'",
            ));
        }
        Ok(())
    }

    /// All that is asked of a request that only asks what it may send: it does nothing, and browsers
    /// send no token with it.
    fn serves_host(&self, headers: &HeaderMap, target: Option<&str>) -> bool {
        texts(headers, header::HOST).map(without_port).chain(target).all(|host| self.serves(host))
    }

    fn serves(&self, host: &str) -> bool {
        is_loopback(host) || self.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
    }

    fn trusts(&self, origin: &str) -> bool {
        is_loopback_origin(origin)
            || self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }
}

/// A header may come more than once, and each of them counts.
fn texts(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?"))
}

fn bears(given: &str, token: &str) -> bool {
    given
        .strip_prefix("Bearer ")
        .is_some_and(|given| given.as_bytes().ct_eq(token.as_bytes()).into())
}

fn is_loopback_origin(origin: &str) -> bool {
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some_and(|host| is_loopback(without_port(host)))
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') && port.bytes().all(|b| b.is_ascii_digit()) => {
            name
        }
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(guard: &Guard, headers: &[(&'static str, &str)], expected: u16) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let status = guard.verdict(&map, None).err().map_or(200, |(status, _)| status.as_u16());
        assert_eq!(status, expected, "{headers:?}");
    }

    #[test]
    fn only_loopback_comes_in_by_default() {
        let guard = Guard::default();
        for host in
            ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "LOCALHOST:80"]
        {
            check(&guard, &[("host", host)], 200);
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "192.168.0.1",
            "::",
            "",
        ] {
            check(&guard, &[("host", host)], 403);
        }
        for origin in ["http://localhost:3000", "http://127.0.0.1", "https://[::1]:1"] {
            check(&guard, &[("host", "localhost"), ("origin", origin)], 200);
        }
        for origin in
            ["http://evil.example", "null", "file://", "http://localhost.evil.example", "localhost"]
        {
            check(&guard, &[("host", "localhost"), ("origin", origin)], 403);
        }
    }

    #[test]
    fn one_foreign_name_among_several_is_enough() {
        let guard = Guard::default();
        check(&guard, &[("host", "localhost"), ("host", "evil.example")], 403);
        check(&guard, &[("origin", "http://localhost"), ("origin", "http://evil.example")], 403);
        let headers = HeaderMap::from_iter([(header::HOST, "localhost".parse().unwrap())]);
        assert!(guard.verdict(&headers, Some("evil.example")).is_err());
    }

    #[test]
    fn what_the_user_allows_comes_in() {
        let guard = Guard {
            hosts: vec!["box.lan".to_owned()],
            origins: vec!["https://tools.example".to_owned()],
            token: None,
        };
        check(&guard, &[("host", "box.lan:8080"), ("origin", "https://tools.example")], 200);
        check(&guard, &[("host", "box.lan:8080"), ("origin", "https://tools.example.evil")], 403);
    }

    #[test]
    fn a_token_is_asked_for() {
        let guard = Guard { token: Some("secret".to_owned()), ..Guard::default() };
        check(&guard, &[("host", "localhost"), ("authorization", "Bearer secret")], 200);
        for wrong in ["Bearer secre", "Bearer secrett", "secret", "bearer", ""] {
            check(&guard, &[("host", "localhost"), ("authorization", wrong)], 401);
        }
        check(&guard, &[("host", "localhost")], 401);
    }
}
