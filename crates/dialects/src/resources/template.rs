//! URI templates (RFC 6570), both ways: `{x}` for a segment, `{+x}` for the rest, `{?x,y}` for a
//! query. Whatever [`Template::expand`] makes, [`Template::matches`] takes apart again.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What is encoded in a value: everything but letters, digits and `-._~`.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What is encoded in a path. `?`, `#`, `[` and `]` are: a path must not end where a query could begin.
const PATH: &AsciiSet = &VALUE
    .remove(b'/')
    .remove(b':')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

/// The values of the variables of a URI.
pub(crate) type TemplateValues<'a> = Vec<(&'a str, String)>;

#[derive(Debug, Clone, Copy)]
pub(crate) struct UriTemplate<'a> {
    before: &'a str,
    variables: TemplateVariables<'a>,
}

/// One expression at the end, which is all that the table of resources needs.
#[derive(Debug, Clone, Copy)]
enum TemplateVariables<'a> {
    None,
    Segment(&'a str),
    Rest(&'a str),
    Query(&'a str),
}

impl<'a> UriTemplate<'a> {
    pub(crate) fn new(text: &'a str) -> UriTemplate<'a> {
        let expression = text.strip_suffix('}').and_then(|text| text.split_once('{'));
        let Some((before, inner)) = expression else {
            return UriTemplate { before: text, variables: TemplateVariables::None };
        };
        let variables = match (inner.strip_prefix('+'), inner.strip_prefix('?')) {
            (Some(name), _) => TemplateVariables::Rest(name),
            (_, Some(names)) => TemplateVariables::Query(names),
            _ => TemplateVariables::Segment(inner),
        };
        UriTemplate { before, variables }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        let names = match self.variables {
            TemplateVariables::None => "",
            TemplateVariables::Segment(names)
            | TemplateVariables::Rest(names)
            | TemplateVariables::Query(names) => names,
        };
        names.split(',').filter(|name| !name.is_empty())
    }

    /// The values in a URI; of a query those that are present, in the order of the template.
    pub(crate) fn matches(&self, uri: &str) -> Option<TemplateValues<'a>> {
        let rest = uri.strip_prefix(self.before)?;
        match self.variables {
            TemplateVariables::None => matches!(rest, "" | "/").then(Vec::new),
            TemplateVariables::Segment(_) if rest.contains(['/', '?', '#']) => None,
            TemplateVariables::Segment(name) | TemplateVariables::Rest(name) => {
                let value = percent_decode(rest).filter(|value| !value.is_empty())?;
                Some(vec![(name, value)])
            }
            TemplateVariables::Query(_) => self.query(rest),
        }
    }

    fn query(&self, rest: &str) -> Option<TemplateValues<'a>> {
        // Some clients normalise an empty path to `/`.
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let pairs = if rest.is_empty() { "" } else { rest.strip_prefix('?')? };
        let given = |name: &str| {
            let mut pairs = pairs.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| percent_decode(value))
        };
        let values = self.names().filter_map(|name| given(name).map(|value| Some((name, value?))));
        values.collect()
    }

    /// The URI for these values; a query leaves out variables without a value.
    pub(crate) fn expand(&self, value: impl Fn(&str) -> Option<String>) -> Option<String> {
        let inner = match self.variables {
            TemplateVariables::None => String::new(),
            TemplateVariables::Segment(name) => {
                utf8_percent_encode(&value(name)?, VALUE).to_string()
            }
            TemplateVariables::Rest(name) => utf8_percent_encode(&value(name)?, PATH).to_string(),
            TemplateVariables::Query(_) => {
                let pair =
                    |name| Some(format!("{name}={}", utf8_percent_encode(&value(name)?, VALUE)));
                let pairs: Vec<String> = self.names().filter_map(pair).collect();
                if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
            }
        };
        Some(format!("{}{inner}", self.before))
    }
}

/// A `%` that begins no code stands for itself, and so does what a client forgot to encode. `None` for what
/// is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn expand(template: &str, values: &[(&str, &str)]) -> Option<String> {
        let value = |name: &str| {
            values.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        UriTemplate::new(template).expand(value)
    }

    #[test]
    fn uris_are_taken_apart() {
        type Pairs = &'static [(&'static str, &'static str)];
        let cases: [(&str, &str, Option<Pairs>); 17] = [
            ("project/info", "project/info", Some(&[])),
            ("project/info", "project/info/", Some(&[])),
            ("project/info", "project/infos", None),
            ("tool/{name}", "tool/a_b", Some(&[("name", "a_b")])),
            ("tool/{name}", "tool/a/b", None),
            ("tool/{name}", "tool/", None),
            ("scene/{+path}", "scene/res://a.tscn", Some(&[("path", "res://a.tscn")])),
            ("scene/{+path}", "scene/res%3A%2F%2Fa.tscn", Some(&[("path", "res://a.tscn")])),
            ("scene/{+path}", "scene/A B/%C3%A4?.unity", Some(&[("path", "A B/ä?.unity")])),
            ("scene/{+path}", "scene/50%.unity", Some(&[("path", "50%.unity")])),
            ("scene/{+path}", "scene/%ff.unity", None),
            ("o{?a,b}", "o?b=2&x=3&a=1%2F", Some(&[("a", "1/"), ("b", "2")])),
            ("o{?a,b}", "o/?a=x y+z", Some(&[("a", "x y+z")])),
            ("o{?a,b}", "o", Some(&[])),
            ("o{?a,b}", "o?a=1&a=2", Some(&[("a", "1")])),
            ("o{?a,b}", "o?a=%ff", None),
            ("o{?a,b}", "other?a=1", None),
        ];
        for (template, uri, expected) in cases {
            let expected = expected.map(|values| {
                values.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
            });
            assert_eq!(UriTemplate::new(template).matches(uri), expected, "{template} {uri}");
        }
    }

    #[test]
    fn values_are_put_in_as_the_standard_says() {
        for (template, values, expected) in [
            ("t/{x}", &[("x", "a/b c")][..], Some("t/a%2Fb%20c")),
            ("t/{+x}", &[("x", "res://a b/ä#.tscn")], Some("t/res://a%20b/%C3%A4%23.tscn")),
            ("t{?x,y}", &[("y", "2"), ("x", "a/1")], Some("t?x=a%2F1&y=2")),
            ("t{?x,y}", &[], Some("t")),
            ("t/{x}", &[], None),
        ] {
            assert_eq!(expand(template, values).as_deref(), expected, "{template}");
        }
    }

    proptest! {
        #[test]
        fn what_is_expanded_matches_again(a in ".{1,40}", b in ".{0,40}") {
            for template in ["t/{a}", "t/{+a}", "t{?a,b}"] {
                let uri = expand(template, &[("a", &a), ("b", &b)]).unwrap();
                prop_assert!(uri.is_ascii() && !uri.contains([' ', '#']));
                let mut expected = vec![("a", a.clone())];
                if template.contains('b') {
                    expected.push(("b", b.clone()));
                }
                prop_assert_eq!(UriTemplate::new(template).matches(&uri), Some(expected));
            }
        }

        #[test]
        fn nothing_panics(uri in ".{0,60}") {
            for template in ["", "t/{a}", "{+a}", "{?a,b}"] {
                let _ = UriTemplate::new(template).matches(&uri);
            }
        }
    }
}
