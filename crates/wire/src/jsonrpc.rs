//! JSON-RPC 2.0 framing. Each dialect decides which forms of a message it accepts.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

pub const PARSE_ERROR: i32 = -32700;
pub const INVALID_REQUEST: i32 = -32600;
pub const METHOD_NOT_FOUND: i32 = -32601;
pub const INVALID_PARAMS: i32 = -32602;
pub const INTERNAL_ERROR: i32 = -32603;

/// A well-formed message.
#[derive(Debug)]
pub enum JsonRpcMessage {
    Request(JsonRpcRequest),
    /// A request that expects no answer.
    Notification {
        method: String,
    },
    /// Several requests in an array.
    Batch,
}

#[derive(Debug)]
pub struct JsonRpcRequest {
    /// A string or a number, exactly as it was written.
    pub id: Box<RawValue>,
    pub method: String,
    pub params: Option<Value>,
}

/// A message that is not JSON-RPC.
#[derive(Debug)]
pub struct MalformedMessageError {
    pub code: i32,
    pub reason: String,
    /// The request's id, if it could be read.
    pub id: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct RawMessage {
    jsonrpc: Option<Value>,
    #[serde(default)]
    id: Option<Box<RawValue>>,
    method: Option<Value>,
    params: Option<Value>,
}

pub fn parse(message: &[u8]) -> Result<JsonRpcMessage, MalformedMessageError> {
    let malformed = |code, reason: String, id| MalformedMessageError { code, reason, id };
    let first = message.iter().find(|byte| !byte.is_ascii_whitespace());
    if first != Some(&b'{') {
        let invalid = |reason: &str| malformed(INVALID_REQUEST, reason.to_owned(), None);
        return match serde_json::from_slice::<serde::de::IgnoredAny>(message) {
            Err(error) => Err(malformed(PARSE_ERROR, error.to_string(), None)),
            Ok(_) if first == Some(&b'[') => Ok(JsonRpcMessage::Batch),
            Ok(_) => Err(invalid("a request must be an object")),
        };
    }
    let envelope: RawMessage =
        serde_json::from_slice(message).map_err(|error| unreadable(&error))?;
    envelope.check()
}

/// A request of a client that need not be strict: `jsonrpc` may be absent, the method may be anything,
/// and the parameters are not parsed yet.
#[derive(Debug, Deserialize)]
pub struct LenientRequest<'a> {
    /// See [`is_valid_id`].
    #[serde(borrow)]
    pub id: Option<&'a RawValue>,
    pub method: Option<Value>,
    #[serde(borrow)]
    pub params: Option<&'a RawValue>,
}

#[derive(Debug)]
pub enum LenientMessage<'a> {
    Request(LenientRequest<'a>),
    /// It begins as an array; whether it is one is not checked.
    Batch,
}

/// Parses a message whose envelope the dialect itself checks.
pub fn parse_lenient(message: &[u8]) -> Result<LenientMessage<'_>, MalformedMessageError> {
    if message.trim_ascii_start().first() == Some(&b'[') {
        return Ok(LenientMessage::Batch);
    }
    let request = serde_json::from_slice(message).map_err(|error| unreadable(&error))?;
    Ok(LenientMessage::Request(request))
}

fn unreadable(error: &serde_json::Error) -> MalformedMessageError {
    let code = if error.classify() == Category::Data { INVALID_REQUEST } else { PARSE_ERROR };
    MalformedMessageError { code, reason: error.to_string(), id: None }
}

impl RawMessage {
    fn check(self) -> Result<JsonRpcMessage, MalformedMessageError> {
        let RawMessage { jsonrpc, id, method, params } = self;
        let (id, odd_id) = match id {
            Some(id) if is_valid_id(&id) => (Some(id), false),
            Some(_) => (None, true),
            None => (None, false),
        };
        let invalid = |reason: &str, id| {
            Err(MalformedMessageError { code: INVALID_REQUEST, reason: reason.to_owned(), id })
        };
        if odd_id {
            return invalid("id must be a string or a number", None);
        }
        if jsonrpc != Some(Value::from("2.0")) {
            return invalid("jsonrpc must be \"2.0\"", id);
        }
        let Some(Value::String(method)) = method else {
            return invalid("method must be a string", id);
        };
        Ok(match id {
            Some(id) => JsonRpcMessage::Request(JsonRpcRequest { id, method, params }),
            None => JsonRpcMessage::Notification { method },
        })
    }
}

/// Whether it is a string or a number. A string with half of a surrogate pair is JSON, but no client could
/// read an answer that repeats it.
pub fn is_valid_id(id: &RawValue) -> bool {
    let id = id.get();
    let is_text = || serde_json::from_str::<String>(id).is_ok();
    !id.starts_with(['{', '[', 't', 'f']) && (!id.starts_with('"') || is_text())
}

/// The `error` member of a response.
#[derive(Debug, Clone, Serialize)]
pub struct JsonRpcError {
    pub code: i32,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

#[derive(Serialize)]
struct JsonRpcResponse<'a, T> {
    jsonrpc: &'static str,
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a JsonRpcError>,
}

pub fn success(id: &RawValue, result: &impl Serialize) -> String {
    to_text(&JsonRpcResponse { jsonrpc: "2.0", id: Some(id), result: Some(result), error: None })
}

/// `id` is `None` if the request's own could not be read; it is then written as `null`.
pub fn failure(id: Option<&RawValue>, error: &JsonRpcError) -> String {
    to_text(&JsonRpcResponse::<()> { jsonrpc: "2.0", id, result: None, error: Some(error) })
}

fn to_text(response: &impl Serialize) -> String {
    serde_json::to_string(response).unwrap_or_else(|error| {
        let error = JsonRpcError { code: INTERNAL_ERROR, message: error.to_string(), data: None };
        serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(message: &str) -> String {
        match parse(message.as_bytes()) {
            Ok(JsonRpcMessage::Request(request)) => {
                format!(
                    "request {} {} {:?}",
                    request.id,
                    request.method,
                    request.params.map(|p| p.to_string())
                )
            }
            Ok(JsonRpcMessage::Notification { method }) => format!("notification {method}"),
            Ok(JsonRpcMessage::Batch) => "batch".to_owned(),
            Err(malformed) => {
                format!("{} id {:?}", malformed.code, malformed.id.map(|id| id.to_string()))
            }
        }
    }

    #[test]
    fn every_form_is_told_apart() {
        let cases = [
            (
                r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{}}"#,
                r#"request "a" m Some("{}")"#,
            ),
            (r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, "request 1 m None"),
            (
                r#" {"jsonrpc":"2.0","id":123456789012345678901234,"method":"m"}"#,
                "request 123456789012345678901234 m None",
            ),
            (r#"{"jsonrpc":"2.0","method":"m"}"#, "notification m"),
            (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "notification m"),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#, "batch"),
            ("[]", "batch"),
            (r#"{"jsonrpc":"1.0","id":7,"method":"m"}"#, r#"-32600 id Some("7")"#),
            (r#"{"id":7,"method":"m"}"#, r#"-32600 id Some("7")"#),
            (r#"{"jsonrpc":"2.0","id":7}"#, r#"-32600 id Some("7")"#),
            (r#"{"jsonrpc":"2.0","id":7,"method":3}"#, r#"-32600 id Some("7")"#),
            (r#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, "-32600 id None"),
            (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}"#, "-32600 id None"),
            (r#"{"jsonrpc":"2.0","id":"\ud800","method":"m"}"#, "-32600 id None"),
            (r#"{"jsonrpc":"2.0","id":1e400,"method":"m"}"#, "request 1e400 m None"),
            ("3", "-32600 id None"),
            ("", "-32700 id None"),
            ("{", "-32700 id None"),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"} x", "-32700 id None"),
            ("[1,", "-32700 id None"),
            ("nonsense", "-32700 id None"),
        ];
        for (message, expected) in cases {
            assert_eq!(outcome(message), expected, "{message}");
        }
        assert!(parse(b"{\"jsonrpc\":\"\xff\"}").is_err_and(|error| error.code == PARSE_ERROR));
        let deep = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{}",
            "[".repeat(100_000)
        );
        assert!(parse(deep.as_bytes()).is_err_and(|error| error.code == PARSE_ERROR));
    }

    #[test]
    fn answers_have_the_order_of_the_specification() {
        let id = RawValue::from_string("\"req-1\"".to_owned()).unwrap();
        assert_eq!(success(&id, &true), r#"{"jsonrpc":"2.0","id":"req-1","result":true}"#);
        let error = JsonRpcError { code: PARSE_ERROR, message: "no".to_owned(), data: None };
        assert_eq!(
            failure(None, &error),
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#
        );
    }
}
