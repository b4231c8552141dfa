//! Shortcuts for reading raw values.

use std::borrow::Cow;

use super::variant::{EscapedText, Variant, VariantKind, walk};

/// The text of `"…"`, also when it is a StringName or a NodePath (`&"…"`, `^"…"`, `@"…"`).
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.trim_start_matches(['&', '^', '@']).strip_prefix('"')?.strip_suffix('"')?;
    Some(EscapedText::new(inner).unescape())
}

pub(super) fn boolean(raw: &str) -> Option<bool> {
    match raw {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// An integer, also in quotes: `index="2"`.
pub(super) fn integer(raw: &str) -> Option<i64> {
    raw.trim_matches('"').parse().ok()
}

/// The id in `ExtResource("1_abc")`, or in Godot 3's `ExtResource( 1 )`.
pub(super) fn ext_resource(raw: &str) -> Option<Cow<'_, str>> {
    match parse_call(raw, "ExtResource")?.kind() {
        VariantKind::ExtResource(id) => Some(id.unescape()),
        _ => None,
    }
}

pub(super) fn sub_resource(raw: &str) -> Option<Cow<'_, str>> {
    match parse_call(raw, "SubResource")?.kind() {
        VariantKind::SubResource(id) => Some(id.unescape()),
        _ => None,
    }
}

/// The path in `Resource("res://a.tres")`, the default of a variable that a script preloads.
pub(super) fn loaded_resource(raw: &str) -> Option<Cow<'_, str>> {
    match parse_call(raw, "Resource")?.kind() {
        VariantKind::Resource(arguments) => arguments.iter().next().and_then(Variant::as_str),
        _ => None,
    }
}

/// An id in an attribute: quoted since Godot 4, a plain number before.
pub(super) fn id(raw: &str) -> Cow<'_, str> {
    let raw = raw.trim();
    string(raw).unwrap_or(Cow::Borrowed(raw))
}

/// All strings of an array, packed or not; other items are ignored.
pub(super) fn strings(raw: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    visit_all(raw, |variant| {
        if let VariantKind::String(text) | VariantKind::StringName(text) = variant.kind() {
            found.push(text.unescape());
        }
    });
    found
}

/// A resource that a value refers to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum NamedResource<'t> {
    External(Cow<'t, str>),
    Inner(Cow<'t, str>),
}

/// All `ExtResource(…)` and `SubResource(…)` in a value at any depth, but not inside of strings.
pub(super) fn resources(raw: &str) -> Vec<NamedResource<'_>> {
    let mut found = Vec::new();
    if memchr::memmem::find(raw.as_bytes(), b"Resource(").is_some() {
        visit_all(raw, |variant| match variant.kind() {
            VariantKind::ExtResource(id) => found.push(NamedResource::External(id.unescape())),
            VariantKind::SubResource(id) => found.push(NamedResource::Inner(id.unescape())),
            _ => {}
        });
    }
    found
}

/// All `NodePath(…)` in a value at any depth.
pub(super) fn node_paths(raw: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    if memchr::memmem::find(raw.as_bytes(), b"NodePath(").is_some() {
        visit_all(raw, |variant| {
            if let VariantKind::NodePath(path) = variant.kind() {
                found.push(path.unescape());
            }
        });
    }
    found
}

fn parse_call<'t>(raw: &'t str, name: &str) -> Option<Variant<'t>> {
    raw.starts_with(name).then(|| Variant::parse(raw).ok()).flatten()
}

/// A malformed value contains nothing.
fn visit_all<'t>(raw: &'t str, mut visit: impl FnMut(Variant<'t>)) {
    if let Ok(variant) = Variant::parse(raw) {
        walk(variant, &mut visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resource_ids_are_read_in_the_spelling_of_each_version() {
        assert_eq!(ext_resource("ExtResource(\"1_abc\")").unwrap(), "1_abc");
        assert_eq!(ext_resource("ExtResource( 12 )").unwrap(), "12");
        assert_eq!(sub_resource("SubResource(\"Shape_1\")").unwrap(), "Shape_1");
        assert_eq!(ext_resource("SubResource(\"Shape_1\")"), None);
    }

    #[test]
    fn every_reference_in_a_value_is_found() {
        let raw = r#"{ "ExtResource(\"no\")": [ExtResource("a"), null, ExtResource( 2 )],
            1: Array[ExtResource("b")]([]), 2: SubResource("c"), 3: NodePath("../d") }"#;
        let external = |id: &'static str| NamedResource::External(id.into());
        let expected =
            [external("a"), external("2"), external("b"), NamedResource::Inner("c".into())];
        assert_eq!(resources(raw), expected);
        assert_eq!(node_paths(raw), ["../d"]);
        assert!(resources("ExtResource(").is_empty());
    }

    #[test]
    fn arrays_give_their_strings() {
        let raw = r#"PackedStringArray("4.4", "GL \"x\"")"#;
        assert_eq!(strings(raw), ["4.4", "GL \"x\""]);
        assert_eq!(strings("[\"open"), Vec::<String>::new());
    }
}
