//! Raw values, read on demand: the shortcuts that readers of scenes and settings take.

use std::borrow::Cow;

use super::variant::{Kind, Quoted, Variant, walk};

/// The text of `"…"`, also when it is a StringName or a NodePath (`&"…"`, `^"…"`, `@"…"`).
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.trim_start_matches(['&', '^', '@']).strip_prefix('"')?.strip_suffix('"')?;
    Some(Quoted::new(inner).plain())
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
    match named(raw, "ExtResource")?.kind() {
        Kind::ExtResource(id) => Some(id.plain()),
        _ => None,
    }
}

pub(super) fn sub_resource(raw: &str) -> Option<Cow<'_, str>> {
    match named(raw, "SubResource")?.kind() {
        Kind::SubResource(id) => Some(id.plain()),
        _ => None,
    }
}

/// An id as attributes write it: quoted since Godot 4, a bare number before.
pub(super) fn id(raw: &str) -> Cow<'_, str> {
    let raw = raw.trim();
    string(raw).unwrap_or(Cow::Borrowed(raw))
}

/// Every string in an array, packed or not; other items are passed over.
pub(super) fn strings(raw: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    collect(raw, |variant| {
        if let Kind::String(text) | Kind::StringName(text) = variant.kind() {
            found.push(text.plain());
        }
    });
    found
}

/// A resource that a value names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Named<'t> {
    External(Cow<'t, str>),
    Inner(Cow<'t, str>),
}

/// Every `ExtResource(…)` and `SubResource(…)` in a value, however deep; what only looks like one
/// inside a string is text.
pub(super) fn resources(raw: &str) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    if memchr::memmem::find(raw.as_bytes(), b"Resource(").is_some() {
        collect(raw, |variant| match variant.kind() {
            Kind::ExtResource(id) => found.push(Named::External(id.plain())),
            Kind::SubResource(id) => found.push(Named::Inner(id.plain())),
            _ => {}
        });
    }
    found
}

/// Every `NodePath(…)` in a value, however deep.
pub(super) fn node_paths(raw: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    if memchr::memmem::find(raw.as_bytes(), b"NodePath(").is_some() {
        collect(raw, |variant| {
            if let Kind::NodePath(path) = variant.kind() {
                found.push(path.plain());
            }
        });
    }
    found
}

fn named<'t>(raw: &'t str, name: &str) -> Option<Variant<'t>> {
    raw.starts_with(name).then(|| Variant::parse(raw).ok()).flatten()
}

/// A value that is malformed holds nothing.
fn collect<'t>(raw: &'t str, mut visit: impl FnMut(Variant<'t>)) {
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
        let external = |id: &'static str| Named::External(id.into());
        let expected = [external("a"), external("2"), external("b"), Named::Inner("c".into())];
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
