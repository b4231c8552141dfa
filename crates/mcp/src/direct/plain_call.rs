//! A `tools/call` that asks for nothing but its answer.

use std::borrow::Cow;

use rmcp::model::{ProtocolVersion, RequestMetaObject};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Keys of the protocol itself in `_meta`.
const PROTOCOL_PREFIX: &str = "io.modelcontextprotocol/";
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// What a client has agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallEra {
    /// A session that began with a handshake.
    Handshake,
    /// Since 2026-07-28 every request names its revision.
    Modern,
}

#[derive(Debug)]
pub(crate) struct PlainCall<'a> {
    /// As it was written.
    pub(crate) id: &'a RawValue,
    pub(crate) name: Cow<'a, str>,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) era: CallEra,
}

/// Anything else in a message is for the SDK to read or to refuse.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallMessage<'a> {
    #[serde(rename = "jsonrpc")]
    _version: JsonRpcVersion,
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(rename = "method")]
    _method: CallMethod,
    #[serde(borrow)]
    params: CallParams<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallParams<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    arguments: Option<Map<String, Value>>,
    #[serde(rename = "_meta")]
    meta: Option<RequestMetaObject>,
}

#[derive(Deserialize)]
enum JsonRpcVersion {
    #[serde(rename = "2.0")]
    V2,
}

#[derive(Deserialize)]
enum CallMethod {
    #[serde(rename = "tools/call")]
    ToolsCall,
}

impl PlainCall<'_> {
    pub(crate) fn parse(message: &[u8]) -> Option<PlainCall<'_>> {
        let CallMessage { id, params, .. } = serde_json::from_slice(message).ok()?;
        let CallParams { name, arguments, meta } = params;
        let era = meta.as_ref().map_or(Some(CallEra::Handshake), era)?;
        let call = PlainCall { id, name, arguments: arguments.unwrap_or_default(), era };
        is_canonical(id.get()).then_some(call)
    }
}

/// `None` if the client wants more than an answer, or its metadata is for the SDK to refuse.
fn era(meta: &RequestMetaObject) -> Option<CallEra> {
    if meta.contains_key("progressToken") || meta.contains_key(LOG_LEVEL) {
        return None;
    }
    match meta.protocol_version() {
        Some(version) => {
            let modern = ProtocolVersion::V_2026_07_28;
            let is_complete = meta.missing_required_keys(&modern).is_empty();
            (version == modern && is_complete).then_some(CallEra::Modern)
        }
        None => {
            let is_foreign = meta.keys().all(|key| !key.starts_with(PROTOCOL_PREFIX));
            is_foreign.then_some(CallEra::Handshake)
        }
    }
}

/// Whether the SDK would write the id in the same way: a number, or a text without escapes.
fn is_canonical(id: &str) -> bool {
    match id.as_bytes() {
        [b'"', text @ .., b'"'] => !text.contains(&b'\\'),
        [b'-', b'0', ..] => false,
        _ => id.parse::<i64>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(message: &str) -> Option<(String, String, CallEra)> {
        let call = PlainCall::parse(message.as_bytes())?;
        Some((call.id.get().to_owned(), call.name.into_owned(), call.era))
    }

    #[test]
    fn only_plain_calls_are_taken() {
        let message = |id: &str, params: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
        };
        let with_meta = |meta: &str| message("1", &format!(r#"{{"name":"a","_meta":{meta}}}"#));
        let modern = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
        let capable = r#""io.modelcontextprotocol/clientCapabilities":{}"#;
        for plain in [
            (message("1", r#"{"name":"a"}"#), "1", CallEra::Handshake),
            (message("-7", r#"{"name":"\u0061","arguments":null}"#), "-7", CallEra::Handshake),
            (
                message("\"x\"", r#"{"arguments":{"b":[1]},"name":"a"}"#),
                "\"x\"",
                CallEra::Handshake,
            ),
            (with_meta(r#"{"vendor/key":1}"#), "1", CallEra::Handshake),
            (with_meta(&format!("{{{modern},{capable}}}")), "1", CallEra::Modern),
        ] {
            let (message, id, era) = plain;
            let expected = Some((id.to_owned(), "a".to_owned(), era));
            assert_eq!(parsed(&message), expected, "{message}");
        }
        let call = message("1", r#"{"name":"a"}"#);
        for other in [
            call.replace("tools/call", "tools/list"),
            call.replace("2.0", "1.0"),
            call.replace("\"id\":1,", ""),
            call.replace("\"id\":1,", "\"id\":1,\"id\":2,"),
            call.replace("\"id\":1,", "\"id\":1,\"more\":2,"),
            message("1.5", r#"{"name":"a"}"#),
            message("-0", r#"{"name":"a"}"#),
            message("null", r#"{"name":"a"}"#),
            message(r#""\n""#, r#"{"name":"a"}"#),
            message("99999999999999999999", r#"{"name":"a"}"#),
            message("1", r#"{"name":"a","arguments":[]}"#),
            message("1", r#"{"name":"a","task":{}}"#),
            message("1", r#"{"name":1}"#),
            with_meta(r#"{"progressToken":1}"#),
            with_meta(&format!("{{{modern}}}")),
            with_meta(&format!("{{{capable}}}")),
            with_meta(&format!("{{{modern},{capable},\"progressToken\":1}}")),
            with_meta(&format!(
                "{{{modern},{capable},\"io.modelcontextprotocol/logLevel\":\"info\"}}"
            )),
            with_meta(&format!("{{{},{capable}}}", modern.replace("2026", "2027"))),
            format!("[{call}]"),
            "{".to_owned(),
        ] {
            assert_eq!(parsed(&other), None, "{other}");
        }
    }
}
