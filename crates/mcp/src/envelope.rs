//! Examines a message before the SDK sees it: the SDK drops messages that it cannot parse, and treats a
//! request with an unsupported id as a notification.
//!
//! Invariant: every line and every request is passed to the SDK or answered (here and in `line_transport.rs`).

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::json;
use serde_json::value::RawValue;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;

/// A message for the SDK.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ExaminedMessage<'a> {
    /// With its id exactly as it was written.
    Request(&'a str),
    /// It expects no answer.
    Other,
}

/// Why a message was refused.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RequestError {
    /// As it was written, if it could be read.
    id: Option<String>,
    code: i32,
    message: String,
}

#[derive(Deserialize)]
struct MessageEnvelope<'a> {
    #[serde(borrow, default, deserialize_with = "given")]
    id: Option<&'a RawValue>,
    method: Option<IgnoredAny>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

impl RequestError {
    pub(crate) fn invalid(id: Option<&str>, message: impl Into<String>) -> RequestError {
        RequestError { id: id.map(str::to_owned), code: INVALID_REQUEST, message: message.into() }
    }

    /// An id is returned exactly as it was written. Since 2026-07-28 an unknown one is omitted.
    pub(crate) fn text(&self) -> String {
        let error = json!({ "code": self.code, "message": self.message });
        match &self.id {
            Some(id) => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#),
            None => format!(r#"{{"jsonrpc":"2.0","error":{error}}}"#),
        }
    }
}

pub(crate) fn examine(message: &[u8]) -> Result<ExaminedMessage<'_>, RequestError> {
    if message.trim_ascii_start().first() == Some(&b'[') {
        return Err(RequestError::invalid(
            None,
            "Batches are not supported: send each request separately",
        ));
    }
    let MessageEnvelope { id, method, result, error } = parse_envelope(message)?;
    match (id.map(RawValue::get), method) {
        (Some(id), Some(_)) if is_id(id) => Ok(ExaminedMessage::Request(id)),
        (Some(id), Some(_)) => {
            let known = (!id.starts_with(['{', '[', 't', 'f', 'n', '"'])).then_some(id);
            Err(RequestError::invalid(known, "id must be a string or an integer of 64 bits"))
        }
        (None, Some(_)) => Ok(ExaminedMessage::Other),
        (_, None) if result.is_some() || error.is_some() => Ok(ExaminedMessage::Other),
        (id, None) => Err(RequestError::invalid(
            id.filter(|id| is_id(id)),
            "Neither a request nor a response",
        )),
    }
}

/// An `Option` alone would read `null` as absent.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

fn parse_envelope(message: &[u8]) -> Result<MessageEnvelope<'_>, RequestError> {
    serde_json::from_slice(message).map_err(|error| {
        let (code, what) = match error.classify() {
            Category::Data => (INVALID_REQUEST, "Invalid request"),
            _ => (PARSE_ERROR, "Parse error"),
        };
        RequestError { id: None, code, message: format!("{what}: {error}") }
    })
}

/// A string with half of a surrogate pair is valid JSON, but clients cannot parse an answer with it.
fn is_id(id: &str) -> bool {
    match id.starts_with('"') {
        true => serde_json::from_str::<String>(id).is_ok(),
        false => id.parse::<i64>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(message: &str) -> String {
        match examine(message.as_bytes()) {
            Ok(ExaminedMessage::Request(id)) => format!("request {id}"),
            Ok(ExaminedMessage::Other) => "other".to_owned(),
            Err(RequestError { id, code, .. }) => format!("{code} {}", id.unwrap_or_default()),
        }
    }

    #[test]
    fn every_form_is_recognised() {
        let digits = "9".repeat(400);
        let with_id = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        for (message, expected) in [
            (with_id("1"), "request 1".to_owned()),
            (with_id("-9223372036854775808"), "request -9223372036854775808".to_owned()),
            (with_id(r#""a\nb""#), r#"request "a\nb""#.to_owned()),
            (with_id("1.5"), "-32600 1.5".to_owned()),
            (with_id("1e400"), "-32600 1e400".to_owned()),
            (with_id("9223372036854775808"), "-32600 9223372036854775808".to_owned()),
            (with_id(&digits), format!("-32600 {digits}")),
            (with_id(r#""\ud800""#), "-32600 ".to_owned()),
            (with_id("{}"), "-32600 ".to_owned()),
            (with_id("true"), "-32600 ".to_owned()),
            (with_id("1").replace('}', ",\"id\":2}"), "-32600 ".to_owned()),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
                "other".to_owned(),
            ),
            (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned(), "other".to_owned()),
            (r#"{"jsonrpc":"2.0","id":1}"#.to_owned(), "-32600 1".to_owned()),
            ("{}".to_owned(), "-32600 ".to_owned()),
            ("[]".to_owned(), "-32600 ".to_owned()),
            ("3".to_owned(), "-32600 ".to_owned()),
            ("{".to_owned(), "-32700 ".to_owned()),
            ("nonsense".to_owned(), "-32700 ".to_owned()),
            (format!("{{\"a\":{}{}}}", "[".repeat(130), "]".repeat(130)), "-32600 ".to_owned()),
        ] {
            assert_eq!(outcome(&message), expected, "{message}");
        }
        assert_eq!(outcome(&with_id("null")), "-32600 ");
        assert!(examine(b"{\"id\":\"\xff\",\"method\":\"m\"}").is_err());
    }

    #[test]
    fn an_id_is_returned_as_it_was_written() {
        let refusal = RequestError::invalid(Some("1e400"), "no");
        let expected = r#"{"jsonrpc":"2.0","id":1e400,"error":{"code":-32600,"message":"no"}}"#;
        assert_eq!(refusal.text(), expected);
    }
}
