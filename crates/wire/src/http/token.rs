//! The server's token: what it is required for, and where clients may send it.

use axum::http::{HeaderMap, Uri, header};
use subtle::ConstantTimeEq;

use super::guard::header_values;

/// `Debug` never prints the secret.
#[derive(Clone)]
pub struct ServerToken {
    pub secret: String,
    pub needed_for: TokenUse,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenUse {
    Everything,
    /// A request without the token may only read.
    Writes,
}

impl std::fmt::Debug for ServerToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Token").field("needed_for", &self.needed_for).finish_non_exhaustive()
    }
}

/// Where a port accepts the token.
#[derive(Debug, Clone, Copy, Default)]
pub enum TokenPlaces {
    /// `Authorization: Bearer TOKEN`.
    #[default]
    Header,
    /// Also `?token=TOKEN`, and a WebSocket subprotocol of this prefix and the token, as a web page cannot
    /// set the header of a WebSocket.
    HeaderUrlAndProtocol { protocol_prefix: &'static str },
}

impl TokenPlaces {
    /// Whether the request has the server's token; `None` if it has none.
    pub(super) fn verify(
        self,
        token: &ServerToken,
        headers: &HeaderMap,
        uri: &Uri,
    ) -> Option<bool> {
        let mut shown: Vec<&str> =
            header_values(headers, header::AUTHORIZATION).map(bearer).collect();
        if let TokenPlaces::HeaderUrlAndProtocol { protocol_prefix } = self {
            let query = uri.query().unwrap_or_default().split('&');
            shown.extend(query.filter_map(|part| part.strip_prefix("token=")));
            let tokens = protocols(headers).filter_map(|it| it.strip_prefix(protocol_prefix));
            shown.extend(tokens);
        }
        (!shown.is_empty()).then(|| shown.iter().any(|shown| token.matches(shown)))
    }

    /// The subprotocol with the token: the server must name the one that it selects.
    pub(super) fn subprotocol(
        self,
        token: &ServerToken,
        headers: &HeaderMap,
    ) -> Option<Subprotocol> {
        let TokenPlaces::HeaderUrlAndProtocol { protocol_prefix } = self else { return None };
        let shows =
            |it: &&str| it.strip_prefix(protocol_prefix).is_some_and(|it| token.matches(it));
        protocols(headers).find(shows).map(|protocol| Subprotocol(protocol.to_owned()))
    }
}

/// In the extensions of a request: the subprotocol that a WebSocket is opened with.
#[derive(Clone)]
pub(super) struct Subprotocol(pub String);

impl ServerToken {
    /// In constant time.
    fn matches(&self, shown: &str) -> bool {
        shown.as_bytes().ct_eq(self.secret.as_bytes()).into()
    }
}

/// The token of a bearer header; empty, which is never valid, for other schemes.
fn bearer(value: &str) -> &str {
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => "",
    }
}

/// The subprotocols that a WebSocket client offers.
pub(super) fn protocols(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    header_values(headers, header::SEC_WEBSOCKET_PROTOCOL)
        .flat_map(|value| value.split(','))
        .map(str::trim)
}
