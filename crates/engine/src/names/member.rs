//! Finds members by the names that files, inspectors and APIs use.

use super::similar::rank_similar;

/// Returns the key that a client refers to: the stored name, or else the only key that differs just
/// in case, spaces, underscores and Unity's `m_`: `localPosition` and "Local Position" are
/// `m_LocalPosition`.
pub fn member_key<'k>(keys: impl Iterator<Item = &'k str> + Clone, asked: &str) -> Option<&'k str> {
    if let Some(key) = keys.clone().find(|key| *key == asked) {
        return Some(key);
    }
    let wanted = plain_name(asked);
    let mut same = keys.filter(|key| plain_name(key) == wanted);
    let first = same.next()?;
    same.all(|other| other == first).then_some(first)
}

/// The name without the characters in which the ways of writing it differ.
pub fn plain_name(name: &str) -> String {
    let bare = name.strip_prefix("m_").unwrap_or(name);
    bare.chars().filter(|c| !matches!(c, ' ' | '_')).flat_map(char::to_lowercase).collect()
}

/// The names most similar to one that does not exist, best first: `positon` is similar to
/// `m_LocalPosition`, because it misspells one of its words.
pub fn similar_members<'k>(asked: &str, keys: impl Iterator<Item = &'k str>) -> Vec<String> {
    let name = asked.split(['.', '[', ':']).next().unwrap_or(asked);
    let wanted = plain_name(name);
    rank_similar(&wanted, keys, |wanted, key| {
        let whole = strsim::jaro_winkler(wanted, &plain_name(key));
        let part =
            words(key).iter().map(|word| strsim::jaro_winkler(wanted, word)).fold(0.0, f64::max);
        // A match of the whole name ranks before a match of one of its parts.
        whole.max(part * 0.97)
    })
}

/// Splits a key into words: `m_LocalPosition` has `local` and `position`.
fn words(key: &str) -> Vec<String> {
    let bare = key.strip_prefix("m_").unwrap_or(key);
    let mut words = vec![String::new()];
    for c in bare.chars() {
        if c.is_uppercase() || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| word.len() > 3);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 6] = [
        "m_LocalPosition",
        "m_LocalScale",
        "near clip plane",
        "_speed",
        "global_position",
        "Speed2",
    ];

    #[test]
    fn a_member_has_many_spellings() {
        for (asked, expected) in [
            ("m_LocalPosition", Some("m_LocalPosition")),
            ("localPosition", Some("m_LocalPosition")),
            ("Local Position", Some("m_LocalPosition")),
            ("LOCALSCALE", Some("m_LocalScale")),
            ("nearClipPlane", Some("near clip plane")),
            ("speed", Some("_speed")),
            ("GlobalPosition", Some("global_position")),
            ("position", None),
            ("", None),
        ] {
            assert_eq!(member_key(KEYS.into_iter(), asked), expected, "{asked}");
        }
        assert_eq!(member_key(["speed", "m_Speed"].into_iter(), "Speed"), None, "which one?");
        assert_eq!(member_key(["speed", "m_Speed"].into_iter(), "speed"), Some("speed"));
    }

    #[test]
    fn a_slip_has_a_suggestion() {
        for (asked, expected) in [
            ("positon", &["m_LocalPosition", "global_position"][..]),
            ("position.x", &["m_LocalPosition", "global_position"]),
            ("m_LocalPositon", &["m_LocalPosition"]),
            ("scale", &["m_LocalScale"]),
            ("zzz", &[]),
        ] {
            let found = similar_members(asked, KEYS.into_iter());
            let first: Vec<&str> =
                found.iter().take(expected.len().max(1)).map(String::as_str).collect();
            let mut sorted = first.clone();
            sorted.sort_unstable();
            let mut wanted = expected.to_vec();
            wanted.sort_unstable();
            assert_eq!(sorted, wanted, "{asked}: {found:?}");
        }
    }
}
