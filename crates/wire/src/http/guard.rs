//! Access control: one layer before every route. A web page in the user's browser can reach the loopback
//! interface too, so Host (DNS rebinding) and Origin (foreign pages) are checked. An admitted request has
//! a [`ClientIdentity`] in its extensions, which says whether it had the token.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use super::token::{ServerToken, Subprotocol, TokenPlaces, TokenUse};
use super::{cors, error_response};
use crate::ClientIdentity;

#[derive(Debug, Clone, Default)]
pub struct AccessGuard {
    /// Allowed host names in addition to the loopback ones.
    pub hosts: Vec<String>,
    /// Allowed origins in addition to the loopback ones: `https://tools.example`.
    pub origins: Vec<String>,
    pub token: Option<ServerToken>,
    /// Where this port accepts the token.
    pub token_places: TokenPlaces,
}

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AccessError {
    NoHost,
    ForeignHost,
    ForeignOrigin,
    NoToken,
    WrongToken,
}

pub(super) async fn check(
    State(guard): State<Arc<AccessGuard>>,
    mut request: Request,
    next: Next,
) -> Response {
    let is_preflight = request.method() == Method::OPTIONS;
    let host = guard.check_host(request.headers(), request.uri().host());
    if is_preflight && host.is_ok() {
        return cors::preflight();
    }
    match host.and_then(|()| guard.check_client(request.headers(), request.uri())) {
        Ok(client) => {
            request.extensions_mut().insert(client);
            if let Some(protocol) = guard.subprotocol(request.headers()) {
                request.extensions_mut().insert(protocol);
            }
            next.run(request).await
        }
        Err(refused) => {
            let (status, reason) = refused.status_and_reason();
            tracing::warn!(%status, reason, "refused a request");
            refused.response()
        }
    }
}

impl AccessGuard {
    /// The only check of a preflight request: it does nothing, and browsers send no token with it.
    fn check_host(&self, headers: &HeaderMap, target: Option<&str>) -> Result<(), AccessError> {
        if !headers.contains_key(header::HOST) {
            return Err(AccessError::NoHost);
        }
        let mut hosts = header_values(headers, header::HOST).map(without_port).chain(target);
        if hosts.all(|host| self.allows_host(host)) {
            Ok(())
        } else {
            Err(AccessError::ForeignHost)
        }
    }

    fn check_client(&self, headers: &HeaderMap, uri: &Uri) -> Result<ClientIdentity, AccessError> {
        if !header_values(headers, header::ORIGIN).all(|origin| self.allows_origin(origin)) {
            return Err(AccessError::ForeignOrigin);
        }
        let Some(token) = &self.token else { return Ok(ClientIdentity::TRUSTED) };
        match self.token_places.verify(token, headers, uri) {
            Some(true) => Ok(ClientIdentity::TRUSTED),
            Some(false) => Err(AccessError::WrongToken),
            None if token.needed_for == TokenUse::Writes => {
                Ok(ClientIdentity { trusted: false, ..ClientIdentity::TRUSTED })
            }
            None => Err(AccessError::NoToken),
        }
    }

    fn subprotocol(&self, headers: &HeaderMap) -> Option<Subprotocol> {
        self.token_places.subprotocol(self.token.as_ref()?, headers)
    }

    fn allows_host(&self, host: &str) -> bool {
        is_loopback(host) || self.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
    }

    fn allows_origin(&self, origin: &str) -> bool {
        is_loopback_origin(origin)
            || self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }
}

impl AccessError {
    fn status_and_reason(self) -> (StatusCode, &'static str) {
        match self {
            AccessError::NoHost => {
                (StatusCode::BAD_REQUEST, "every request needs a Host header (HTTP/1.1)")
            }
            AccessError::ForeignHost => (
                StatusCode::FORBIDDEN,
                "this Host is not allowed; start the server with --allow-host to add it",
            ),
            AccessError::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                "this Origin is not allowed; start the server with --allow-origin to add it",
            ),
            AccessError::NoToken => (
                StatusCode::UNAUTHORIZED,
                "send the server's token as 'Authorization: Bearer TOKEN'",
            ),
            AccessError::WrongToken => (
                StatusCode::UNAUTHORIZED,
                "this is not the server's token; it is printed when the server starts",
            ),
        }
    }

    fn response(self) -> Response {
        let (status, reason) = self.status_and_reason();
        let mut response = error_response(status, reason);
        let challenge = match self {
            AccessError::NoToken => "Bearer realm=\"scenewright\"",
            AccessError::WrongToken => "Bearer realm=\"scenewright\", error=\"invalid_token\"",
            _ => return response,
        };
        let challenge = HeaderValue::from_static(challenge);
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        response
    }
}

/// All values of a header: it may be repeated.
pub(super) fn header_values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?"))
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

    fn judged(
        guard: &AccessGuard,
        headers: &[(&'static str, &str)],
        uri: &'static str,
    ) -> Result<ClientIdentity, AccessError> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let uri = Uri::from_static(uri);
        guard.check_host(&map, uri.host()).and_then(|()| guard.check_client(&map, &uri))
    }

    fn check(guard: &AccessGuard, headers: &[(&'static str, &str)], expected: u16) {
        let refused = judged(guard, headers, "/").err();
        let status = refused.map_or(200, |refused| refused.status_and_reason().0.as_u16());
        assert_eq!(status, expected, "{headers:?}");
    }

    #[test]
    fn only_loopback_comes_in_by_default() {
        let guard = AccessGuard::default();
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
    fn nothing_comes_in_without_a_host() {
        check(&AccessGuard::default(), &[], 400);
        check(&AccessGuard::default(), &[("origin", "http://localhost")], 400);
        let absolute = judged(&AccessGuard::default(), &[], "http://localhost/mcp");
        assert_eq!(absolute, Err(AccessError::NoHost));
    }

    #[test]
    fn one_foreign_name_among_several_is_enough() {
        let guard = AccessGuard::default();
        check(&guard, &[("host", "localhost"), ("host", "evil.example")], 403);
        let origins = [("origin", "http://localhost"), ("origin", "http://evil.example")];
        check(&guard, &[("host", "localhost"), origins[0], origins[1]], 403);
        let target = judged(&guard, &[("host", "localhost")], "http://evil.example/");
        assert_eq!(target, Err(AccessError::ForeignHost));
    }

    #[test]
    fn what_the_user_allows_comes_in() {
        let guard = AccessGuard {
            hosts: vec!["box.lan".to_owned()],
            origins: vec!["https://tools.example".to_owned()],
            ..AccessGuard::default()
        };
        check(&guard, &[("host", "box.lan:8080"), ("origin", "https://tools.example")], 200);
        check(&guard, &[("host", "box.lan:8080"), ("origin", "https://tools.example.evil")], 403);
    }

    const WRONG: [&str; 8] = [
        "Bearer secre",
        "Bearer secrett",
        "Bearer  secret x",
        "secret",
        "bearer",
        "Basic c2VjcmV0",
        "Bearer",
        "",
    ];

    fn guarded(needed_for: TokenUse) -> AccessGuard {
        let token = Some(ServerToken { secret: "secret".to_owned(), needed_for });
        AccessGuard { token, ..AccessGuard::default() }
    }

    #[test]
    fn a_token_for_everything_is_asked_for() {
        let guard = guarded(TokenUse::Everything);
        for scheme in ["Bearer secret", "bearer secret", "BEARER secret"] {
            check(&guard, &[("host", "localhost"), ("authorization", scheme)], 200);
        }
        for wrong in WRONG {
            check(&guard, &[("host", "localhost"), ("authorization", wrong)], 401);
        }
        check(&guard, &[("host", "localhost")], 401);
    }

    #[test]
    fn without_the_token_for_writes_a_client_comes_in_untrusted() {
        let guard = guarded(TokenUse::Writes);
        let trusted = |headers: &[(&'static str, &str)], uri| {
            let mut all = vec![("host", "localhost")];
            all.extend(headers);
            judged(&guard, &all, uri).map(|client| client.trusted)
        };
        assert_eq!(trusted(&[], "/"), Ok(false));
        assert_eq!(trusted(&[("authorization", "bearer secret")], "/"), Ok(true));
        for wrong in WRONG {
            assert_eq!(trusted(&[("authorization", wrong)], "/"), Err(AccessError::WrongToken));
        }
        // On a port for WebSockets of browsers, and nowhere else, also in the URL.
        assert_eq!(trusted(&[], "/?token=secret"), Ok(false));
        let protocol = ("sec-websocket-protocol", "godoty.secret");
        assert_eq!(trusted(&[protocol], "/"), Ok(false));
    }

    #[test]
    fn on_the_godoty_port_the_token_comes_as_the_plugin_takes_it() {
        let places = TokenPlaces::HeaderUrlAndProtocol { protocol_prefix: "godoty." };
        let guard = AccessGuard { token_places: places, ..guarded(TokenUse::Writes) };
        type Headers = &'static [(&'static str, &'static str)];
        let cases: [(Headers, &'static str, Result<bool, AccessError>); 8] = [
            (&[], "/", Ok(false)),
            (&[], "/?token=secret", Ok(true)),
            (&[], "/?a=b&token=secret", Ok(true)),
            (&[], "/?token=wrong", Err(AccessError::WrongToken)),
            (&[("sec-websocket-protocol", "chat, godoty.secret")], "/", Ok(true)),
            (&[("sec-websocket-protocol", "godoty.wrong")], "/", Err(AccessError::WrongToken)),
            (&[("sec-websocket-protocol", "chat")], "/", Ok(false)),
            (&[("authorization", "Bearer secret")], "/", Ok(true)),
        ];
        for (headers, uri, expected) in cases {
            let mut all = vec![("host", "localhost")];
            all.extend(headers);
            let trusted = judged(&guard, &all, uri).map(|client| client.trusted);
            assert_eq!(trusted, expected, "{headers:?} {uri}");
        }
    }
}
