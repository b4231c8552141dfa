//! Addresses of resources: `unity://object/obj:12/component/member?type=UnityEngine.Light&name=color`.

use percent_encoding::percent_decode_str;

use crate::error::{ExplorerError, ExplorerResult};

/// A parsed address: its path without slashes around it, and its query.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ResourceAddress {
    pub(crate) segments: Vec<String>,
    pub(crate) query: QueryParams,
}

/// Parameters in their order; names match in either case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct QueryParams(Vec<(String, String)>);

impl ResourceAddress {
    pub(crate) fn parse(uri: &str) -> ExplorerResult<ResourceAddress> {
        let invalid = || {
            ExplorerError::invalid_argument(format!("'{uri}' is not an address"))
                .hint("addresses begin with unity://; list_resources lists them")
        };
        let scheme = uri.get(..8).filter(|scheme| scheme.eq_ignore_ascii_case("unity://"));
        let rest = &uri[scheme.ok_or_else(invalid)?.len()..];
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
        let decoded = split.map(|(name, value)| (percent_decode(name), percent_decode(value)));
        QueryParams(decoded.collect())
    }

    /// The last parameter of that name; `None` if it is blank.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let mut found = self.0.iter().rev().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.as_str()).filter(|value| !value.trim().is_empty())
    }
}

/// A `%` that begins no code stays as it is, and so does `+`.
fn percent_decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
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
