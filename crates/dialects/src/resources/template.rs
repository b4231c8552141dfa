//! URI templates (RFC 6570), both ways: `{x}` for a segment, `{+x}` for the rest, `{?x,y}` for a
//! query. Whatever [`Template::expand`] makes, [`Template::matches`] takes apart again.

/// What a URI says for each variable that it names.
pub(crate) type TemplateValues<'a> = Vec<(&'a str, String)>;

#[derive(Debug, Clone, Copy)]
pub(crate) struct UriTemplate<'a> {
    before: &'a str,
    variables: TemplateVariables<'a>,
}

/// One expression, at the end: all that the table of resources needs.
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

    /// The values that make this URI; of a query those it has, in the order of the template.
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

    /// The URI for these values; variables without one are left out of a query.
    pub(crate) fn expand(&self, value: impl Fn(&str) -> Option<String>) -> Option<String> {
        let inner = match self.variables {
            TemplateVariables::None => String::new(),
            TemplateVariables::Segment(name) => percent_encode(&value(name)?, ""),
            // `?`, `#`, `[` and `]` are encoded too: a path must not end where a query could begin.
            TemplateVariables::Rest(name) => percent_encode(&value(name)?, "/:@!$&'()*+,;="),
            TemplateVariables::Query(_) => {
                let pair = |name| Some(format!("{name}={}", percent_encode(&value(name)?, "")));
                let pairs: Vec<String> = self.names().filter_map(pair).collect();
                if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
            }
        };
        Some(format!("{}{inner}", self.before))
    }
}

fn percent_encode(text: &str, also: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        if plain || also.as_bytes().contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// A `%` that begins no pair of digits stands for itself; so does what a client forgot to encode.
fn percent_decode(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let pair =
            (byte == b'%').then(|| Some([*bytes.get(at + 1)?, *bytes.get(at + 2)?])).flatten();
        let value = pair.and_then(|[high, low]| {
            let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|d| u8::try_from(d).ok());
            Some(digit(high)? * 16 + digit(low)?)
        });
        out.push(value.unwrap_or(byte));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).ok()
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
