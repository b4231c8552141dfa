//! Paths into values: `position.x`, `points[3]`, `config.speed`.

use crate::variant::{Variant, VariantKind};

/// The part of a path after the name of a property; `None` if the path is of another property.
pub(super) fn rest_after<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with(['.', ':', '/', '['])).then_some(rest)
}

/// The value at a `path` inside of another value; other resources are not followed.
pub(super) fn descend<'t>(variant: Variant<'t>, path: &str) -> Option<Variant<'t>> {
    let (mut at, mut path) = (variant, path);
    while !path.is_empty() {
        let (step, rest) = next_step(path)?;
        at = match step {
            ValuePathStep::Index(index) => item_at(at, index)?,
            ValuePathStep::Name(name) => named_part(at, name)?,
        };
        path = rest;
    }
    Some(at)
}

enum ValuePathStep<'p> {
    Index(usize),
    Name(&'p str),
}

fn next_step(path: &str) -> Option<(ValuePathStep<'_>, &str)> {
    if let Some(path) = path.strip_prefix('[') {
        let (index, rest) = path.split_once(']')?;
        let name = index.strip_prefix('"').and_then(|index| index.strip_suffix('"'));
        let step = match name {
            Some(name) => ValuePathStep::Name(name),
            None => ValuePathStep::Index(index.parse().ok()?),
        };
        return Some((step, rest));
    }
    let path = path.strip_prefix(['.', ':', '/'])?;
    let end = path.find(['.', ':', '/', '[']).unwrap_or(path.len());
    let (name, rest) = path.split_at(end);
    (!name.is_empty()).then_some((ValuePathStep::Name(name), rest))
}

fn item_at(variant: Variant<'_>, index: usize) -> Option<Variant<'_>> {
    match variant.kind() {
        VariantKind::Array { items, .. } | VariantKind::Strings(items) => items.iter().nth(index),
        VariantKind::Numbers(packed, numbers) if packed.width() == 1 => {
            Variant::parse(numbers.iter().nth(index)?.text()).ok()
        }
        VariantKind::Dictionary { entries, .. } => {
            let wanted = i64::try_from(index).ok()?;
            let mut entries = entries.iter();
            entries.find(|(key, _)| key.as_i64() == Some(wanted)).map(|(_, value)| value)
        }
        _ => None,
    }
}

fn named_part<'t>(variant: Variant<'t>, name: &str) -> Option<Variant<'t>> {
    match variant.kind() {
        VariantKind::Math(math, numbers) => {
            let at =
                math.component_names().iter().position(|part| part.eq_ignore_ascii_case(name))?;
            Variant::parse(numbers.iter().nth(at)?.text()).ok()
        }
        VariantKind::Dictionary { entries, .. } | VariantKind::Object { entries, .. } => {
            let mut entries = entries.iter();
            entries.find(|(key, _)| key.as_str().as_deref() == Some(name)).map(|(_, value)| value)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_on_behind_a_name() {
        assert_eq!(rest_after("position.x", "position"), Some(".x"));
        assert_eq!(rest_after("position", "position"), Some(""));
        assert_eq!(rest_after("positions", "position"), None);
        assert_eq!(rest_after("theme_override_colors/a.r", "theme_override_colors/a"), Some(".r"));
    }

    #[test]
    fn paths_lead_into_values() {
        let text = r#"{ "a": [1, Vector3(4, 5, 6)], &"b": { 7: Color(1, 0.5, 0, 1) } }"#;
        let value = Variant::parse(text).unwrap();
        for (path, expected) in [
            ("", Some(text)),
            (".a[0]", Some("1")),
            (".a[1].z", Some("6")),
            ("[\"a\"][1].y", Some("5")),
            (".b[7].g", Some("0.5")),
            (".a[2]", None),
            (".a.x", None),
            (".", None),
            ("[x]", None),
        ] {
            assert_eq!(descend(value, path).map(Variant::text), expected, "{path}");
        }
        let packed = Variant::parse("PackedInt32Array(3, 4)").unwrap();
        assert_eq!(descend(packed, "[1]").map(Variant::text), Some("4"));
    }
}
