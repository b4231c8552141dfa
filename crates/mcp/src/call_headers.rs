//! The headers of a `tools/call` that needs nothing of the SDK. Requests with other headers, or with wrong
//! ones, are left to it.

use axum::http::{HeaderMap, HeaderName, header};
use rmcp::model::ProtocolVersion;

use crate::direct::{CallEra, PlainCall};

const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Repeats an argument of a tool that declares it; none of ours does.
const PARAM_PREFIX: &str = "mcp-param-";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallHeaders<'a> {
    Handshake {
        session: &'a str,
    },
    /// Since 2026-07-28 the headers repeat what is called.
    Modern {
        tool: &'a str,
    },
}

impl CallHeaders<'_> {
    /// `None` if the SDK must check them.
    pub(crate) fn read(headers: &HeaderMap) -> Option<CallHeaders<'_>> {
        let accept = single(headers, &header::ACCEPT)?;
        let accepts_both =
            accept.contains("application/json") && accept.contains("text/event-stream");
        let is_json = single(headers, &header::CONTENT_TYPE)?.starts_with("application/json");
        let is_resumed = headers.contains_key(LAST_EVENT_ID);
        if !accepts_both || !is_json || is_resumed {
            return None;
        }
        let version = match headers.contains_key(&PROTOCOL_VERSION) {
            true => Some(single(headers, &PROTOCOL_VERSION)?),
            false => None,
        };
        let modern = ProtocolVersion::V_2026_07_28;
        match version {
            Some(version) if version == modern.as_str() => read_modern(headers),
            Some(version) if !is_known(version) => None,
            _ => Some(CallHeaders::Handshake { session: single(headers, &SESSION_ID)? }),
        }
    }

    pub(crate) fn match_call(&self, call: &PlainCall<'_>) -> bool {
        match self {
            CallHeaders::Handshake { .. } => call.era == CallEra::Handshake,
            CallHeaders::Modern { tool } => call.era == CallEra::Modern && *tool == call.name,
        }
    }
}

fn read_modern(headers: &HeaderMap) -> Option<CallHeaders<'_>> {
    let has_params = headers.keys().any(|name| name.as_str().starts_with(PARAM_PREFIX));
    let is_plain = !has_params
        && !headers.contains_key(SESSION_ID)
        && single(headers, &METHOD)? == "tools/call";
    let tool = single(headers, &NAME)?;
    is_plain.then_some(CallHeaders::Modern { tool })
}

fn is_known(version: &str) -> bool {
    ProtocolVersion::KNOWN_VERSIONS.iter().any(|known| known.as_str() == version)
}

/// `None` also if a header is repeated.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    type Pairs = &'static [(&'static str, &'static str)];

    const BASE: Pairs = &[
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json; charset=utf-8"),
    ];

    fn headers(base: Pairs, more: Pairs) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in base.iter().chain(more) {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn regular_headers_are_read_and_others_are_left() {
        let session = Some(CallHeaders::Handshake { session: "s" });
        let modern = Some(CallHeaders::Modern { tool: "t" });
        let cases: [(Pairs, Option<CallHeaders<'_>>); 14] = [
            (&[("mcp-session-id", "s")], session),
            (&[("mcp-session-id", "s"), ("mcp-protocol-version", "2025-06-18")], session),
            (&[("mcp-session-id", "s"), ("mcp-session-id", "s")], None),
            (&[("mcp-session-id", "s"), ("mcp-protocol-version", "2025-01-01")], None),
            (&[("mcp-session-id", "s"), ("last-event-id", "1")], None),
            (&[("mcp-session-id", "s"), ("accept", "application/json")], None),
            (&[], None),
            (&[("mcp-protocol-version", "2025-06-18")], None),
            (
                &[
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "tools/call"),
                    ("mcp-name", "t"),
                ],
                modern,
            ),
            (
                &[
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "tools/list"),
                    ("mcp-name", "t"),
                ],
                None,
            ),
            (&[("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call")], None),
            (&[("mcp-protocol-version", "2026-07-28"), ("mcp-name", "t")], None),
            (
                &[
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "tools/call"),
                    ("mcp-name", "t"),
                    ("mcp-param-x", "1"),
                ],
                None,
            ),
            (
                &[
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "tools/call"),
                    ("mcp-name", "t"),
                    ("mcp-session-id", "s"),
                ],
                None,
            ),
        ];
        for (more, expected) in cases {
            assert_eq!(CallHeaders::read(&headers(BASE, more)), expected, "{more:?}");
        }
        let session: Pairs = &[("mcp-session-id", "s")];
        for base in [
            &[("accept", "application/json"), ("content-type", "application/json")],
            &[("accept", "*/*"), ("content-type", "application/json")],
            &[("accept", "application/json, text/event-stream"), ("content-type", "text/plain")],
        ] as [Pairs; 3]
        {
            assert_eq!(CallHeaders::read(&headers(base, session)), None, "{base:?}");
        }
    }
}
