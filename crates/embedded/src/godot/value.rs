//! Raw values, read on demand: only the kinds that a reader of projects needs.

use std::borrow::Cow;

/// The text of `"…"`, also when it is a StringName or a NodePath (`&"…"`, `^"…"`, `@"…"`).
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.trim_start_matches(['&', '^', '@']).strip_prefix('"')?.strip_suffix('"')?;
    Some(if inner.contains('\\') { Cow::Owned(unescape(inner)) } else { Cow::Borrowed(inner) })
}

pub(super) fn boolean(raw: &str) -> Option<bool> {
    match raw {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// A whole number, also between quotes: `index="2"`.
pub(super) fn integer(raw: &str) -> Option<i64> {
    raw.trim_matches('"').parse().ok()
}

/// The id in `ExtResource("1_abc")`, or in Godot 3's `ExtResource( 1 )`.
pub(super) fn ext_resource(raw: &str) -> Option<Cow<'_, str>> {
    call(raw, "ExtResource").map(id)
}

pub(super) fn sub_resource(raw: &str) -> Option<Cow<'_, str>> {
    call(raw, "SubResource").map(id)
}

/// An id as attributes and calls write it: quoted since Godot 4, a bare number before.
pub(super) fn id(raw: &str) -> Cow<'_, str> {
    let raw = raw.trim();
    string(raw).unwrap_or(Cow::Borrowed(raw))
}

/// Every string in an array, packed or not; other items are passed over.
pub(super) fn strings(raw: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    let mut rest = raw;
    while let Some(start) = rest.find('"') {
        let quoted = &rest[start..];
        let length = string_length(quoted);
        found.extend(string(&quoted[..length]));
        rest = &quoted[length..];
    }
    found
}

/// The id of every `ExtResource(…)` in a value, however deep; what only looks like one inside a
/// string is text.
pub(super) fn ext_resources(raw: &str) -> Vec<Cow<'_, str>> {
    const CALL: &str = "ExtResource(";
    let mut found = Vec::new();
    let mut rest = raw;
    while let Some(start) = rest.find(['"', 'E']) {
        rest = &rest[start..];
        let argument = rest.strip_prefix(CALL).and_then(|after| {
            let end = after.find(')')?;
            Some(&after[..end])
        });
        let length = match argument {
            Some(argument) => {
                found.push(id(argument));
                CALL.len() + argument.len()
            }
            None if rest.starts_with('"') => string_length(rest),
            None => 1,
        };
        rest = &rest[length..];
    }
    found
}

fn call<'t>(raw: &'t str, name: &str) -> Option<&'t str> {
    raw.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

/// The bytes of the string that `quoted` begins with, its quotes included.
fn string_length(quoted: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in quoted.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    quoted.len()
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('r') => plain.push('\r'),
            Some('b') => plain.push('\u{8}'),
            Some('f') => plain.push('\u{c}'),
            Some('u') => plain.push(code_point(&mut chars, 4)),
            Some('U') => plain.push(code_point(&mut chars, 6)),
            Some(other) => plain.push(other),
            None => {}
        }
    }
    plain
}

fn code_point(chars: &mut std::str::Chars<'_>, digits: usize) -> char {
    let text = chars.as_str();
    let Some(hex) = text.get(..digits) else {
        return char::REPLACEMENT_CHARACTER;
    };
    *chars = text[digits..].chars();
    u32::from_str_radix(hex, 16)
        .ok()
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_unescaped() {
        for (raw, expected) in [
            (r#""plain""#, Some("plain")),
            (r#"&"name""#, Some("name")),
            (r#""a\"b\\c\nd""#, Some("a\"b\\c\nd")),
            (r#""\u00e9\U01f6a2\u12""#, Some("é🚢\u{fffd}12")),
            ("12", None),
            ("\"", None),
        ] {
            assert_eq!(string(raw).as_deref(), expected, "{raw}");
        }
    }

    #[test]
    fn resource_ids_are_read_in_the_spelling_of_each_version() {
        assert_eq!(ext_resource("ExtResource(\"1_abc\")").unwrap(), "1_abc");
        assert_eq!(ext_resource("ExtResource( 12 )").unwrap(), "12");
        assert_eq!(sub_resource("SubResource(\"Shape_1\")").unwrap(), "Shape_1");
        assert_eq!(ext_resource("SubResource(\"Shape_1\")"), None);
    }

    #[test]
    fn every_reference_in_a_value_is_found() {
        let raw = r#"{ "ExtResource(\"no\")": [ExtResource("a"), Env, ExtResource( 2 )] }"#;
        assert_eq!(ext_resources(raw), ["a", "2"]);
        assert!(ext_resources("ExtResource(").is_empty());
    }

    #[test]
    fn arrays_give_their_strings() {
        let raw = r#"PackedStringArray("4.4", "GL \"x\"")"#;
        assert_eq!(strings(raw), ["4.4", "GL \"x\""]);
        assert_eq!(strings("[\"open"), Vec::<String>::new());
    }
}
