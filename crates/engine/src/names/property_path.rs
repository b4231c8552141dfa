//! Godot property paths as clients write them: `position.x`, `position:x`, `Position`,
//! `theme_override_colors/font_color`.

use super::member_key;

/// No property has a longer name, and a hostile path must not be compared at each of its
/// separators.
const MAX_NAME: usize = 256;

/// Splits a path into its property, as Godot spells it, and the rest of the path, which begins with `.` or `[`.
/// `names` are the existing properties. The rest is unchanged otherwise: it may be the name of a property of
/// a resource, with separators of its own.
pub fn split_property_path(path: &str, names: &[&str]) -> Option<(String, String)> {
    let separators = path.rmatch_indices([':', '.', '[', '/']).map(|(at, _)| at);
    let ends = std::iter::once(path.len()).chain(separators);
    let ends: Vec<usize> = ends.filter(|end| *end <= MAX_NAME).collect();
    let parts = |end: usize| path.split_at(end);
    let exact = ends.iter().map(|&end| parts(end)).find(|(name, _)| names.contains(name));
    if let Some((name, rest)) = exact {
        return Some((name.to_owned(), steps(rest)));
    }
    ends.iter().map(|&end| parts(end)).find_map(|(name, rest)| {
        let key = member_key(names.iter().copied(), name).filter(|_| !name.is_empty())?;
        Some((key.to_owned(), steps(rest)))
    })
}

/// `:x` and `/x` become `.x`.
fn steps(rest: &str) -> String {
    match rest.strip_prefix([':', '/']) {
        Some(inside) => format!(".{inside}"),
        None => rest.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_with_a_property() {
        let names = ["position", "global_position", "theme_override_colors/font_color", "shape"];
        for (path, expected) in [
            ("position", Some(("position", ""))),
            ("position.x", Some(("position", ".x"))),
            ("position:x", Some(("position", ".x"))),
            ("Position/x", Some(("position", ".x"))),
            ("Global Position", Some(("global_position", ""))),
            ("GlobalPosition:y", Some(("global_position", ".y"))),
            (
                "theme_override_colors/font_color.r",
                Some(("theme_override_colors/font_color", ".r")),
            ),
            ("shape:data[\"a:b\"]", Some(("shape", ".data[\"a:b\"]"))),
            ("shape:bones/0/name", Some(("shape", ".bones/0/name"))),
            ("positon", None),
            ("", None),
            ("[0]", None),
        ] {
            let found = split_property_path(path, &names);
            let found = found.as_ref().map(|(name, rest)| (name.as_str(), rest.as_str()));
            assert_eq!(found, expected, "{path}");
        }
    }
}
