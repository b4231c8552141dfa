//! Addresses of resources: `unity://object/obj:12/component/member?type=UnityEngine.Light&name=color`.

use crate::fault::{ExplorerError, ExplorerResult};

/// A parsed address: its path without slashes around it, and what follows the question mark.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ResourceAddress {
    pub(crate) segments: Vec<String>,
    pub(crate) query: QueryParams,
}

/// Parameters in their order; names count without regard to case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct QueryParams(Vec<(String, String)>);

impl ResourceAddress {
    pub(crate) fn parse(uri: &str) -> ExplorerResult<ResourceAddress> {
        let wrong = || {
            ExplorerError::invalid_argument(format!("'{uri}' is not an address"))
                .hint("addresses begin with unity://; list_resources names them")
        };
        let scheme = uri.get(..8).filter(|scheme| scheme.eq_ignore_ascii_case("unity://"));
        let rest = &uri[scheme.ok_or_else(wrong)?.len()..];
        let rest = rest.split('#').next().unwrap_or_default();
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        Ok(ResourceAddress {
            segments: segments.map(percent_decode).collect(),
            query: QueryParams::parse(query),
        })
    }
}

impl QueryParams {
    /// Without the question mark.
    pub(crate) fn parse(text: &str) -> QueryParams {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let split = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        QueryParams(
            split.map(|(name, value)| (percent_decode(name), percent_decode(value))).collect(),
        )
    }

    /// The last of that name; nothing if it is blank.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let mut found = self.0.iter().rev().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.as_str()).filter(|value| !value.trim().is_empty())
    }
}

/// `%20` is a space; what is no such code stays as it is, and so does `+`.
pub(crate) fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| bytes.get(at + 1..at + 3)).flatten();
        match code.and_then(hex) {
            Some(byte) => {
                plain.push(byte);
                at += 3;
            }
            None => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

fn hex(digits: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok()?;
    let both = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    both.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_segments_and_parameters() {
        let cases: [(&str, &[&str]); 6] = [
            ("unity://status", &["status"]),
            ("unity://status/", &["status"]),
            ("UNITY://scene/scn:0/objects?limit=2", &["scene", "scn:0", "objects"]),
            ("unity://object/obj%3A12/components", &["object", "obj:12", "components"]),
            ("unity://", &[]),
            ("unity://a%", &["a%"]),
        ];
        for (uri, segments) in cases {
            assert_eq!(ResourceAddress::parse(uri).unwrap().segments, segments, "{uri}");
        }
        for wrong in ["", "status", "http://status", "unity:/x", "ünity://x"] {
            assert!(ResourceAddress::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parameters_are_decoded() {
        let query =
            QueryParams::parse("Name=a%20b%2Bc+d&limit=3&empty=&path=%2Fx&limit=4&bad=%zz%c3%a4");
        let texts = ["name", "limit", "empty", "path", "bad", "none"].map(|name| query.text(name));
        assert_eq!(texts, [Some("a b+c+d"), Some("4"), None, Some("/x"), Some("%zzä"), None]);
    }
}
