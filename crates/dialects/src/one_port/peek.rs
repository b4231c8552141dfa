//! A first look at a body: enough to detect its dialect, without building values of it.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// What is known of a body. All fields are empty for one that is not a JSON object.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RequestPeek<'a> {
    pub method: Option<Cow<'a, str>>,
    pub names_tool: bool,
    pub has_version: bool,
    pub has_client: bool,
}

#[derive(Deserialize)]
struct PeekBody<'a> {
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct PeekParams<'a> {
    tool: Option<IgnoredAny>,
    #[serde(rename = "clientInfo")]
    client_info: Option<IgnoredAny>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct PeekMeta {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct PeekMethod<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> RequestPeek<'a> {
    pub fn parse(body: &'a [u8]) -> RequestPeek<'a> {
        if body.trim_ascii_start().first() != Some(&b'{') {
            return RequestPeek::default();
        }
        let Ok(body) = serde_json::from_slice::<PeekBody<'_>>(body) else {
            return RequestPeek::default();
        };
        let method = body.method.and_then(|method| serde_json::from_str(method.get()).ok());
        let params: PeekParams<'_> = parse_object(body.params);
        let meta: PeekMeta = parse_object(params.meta);
        RequestPeek {
            method: method.map(|PeekMethod(method)| method),
            names_tool: params.tool.is_some(),
            has_version: meta.version.is_some(),
            has_client: params.client_info.is_some(),
        }
    }
}

/// Only an object: serde reads an array as the fields of a struct in their order.
fn parse_object<'a, T: Default + Deserialize<'a>>(raw: Option<&'a RawValue>) -> T {
    let object = raw.map(RawValue::get).filter(|text| text.starts_with('{'));
    object.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, method: Option<&str>, flags: [bool; 3]) {
        let peek = RequestPeek::parse(body.as_bytes());
        assert_eq!(peek.method.as_deref(), method, "{body}");
        assert_eq!([peek.names_tool, peek.has_version, peek.has_client], flags, "{body}");
    }

    #[test]
    fn a_body_is_known_at_first_sight() {
        let none = [false; 3];
        check(r#"{"method":"ping"}"#, Some("ping"), none);
        check(r#" {"method":"tools\/call","params":{"name":"x"}}"#, Some("tools/call"), none);
        check(r#"{"method":"m","params":{"tool":"x"}}"#, Some("m"), [true, false, false]);
        check(
            r#"{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            None,
            [false, true, false],
        );
        check(r#"{"method":"m","params":{"clientInfo":{}}}"#, Some("m"), [false, false, true]);
        check(r#"{"method":"m","params":{"_meta":{"progressToken":1}}}"#, Some("m"), none);
        for odd in ["", "{", "[]", "3", r#"["ping",{"tool":1}]"#, r#"{"method":3}"#, r#"{"id":1}"#]
        {
            check(odd, None, none);
        }
        check(r#"{"method":"m","params":["x","y",{}]}"#, Some("m"), none);
        check(r#"{"method":"m","params":{"_meta":["x"]}}"#, Some("m"), none);
    }
}
