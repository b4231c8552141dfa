//! Name patterns: case-insensitive, `*` matches any text.

/// Matches part of a text, or all of it if the pattern contains `*`.
pub(crate) struct NamePattern {
    /// The parts between the stars, in lower case.
    pieces: Vec<String>,
}

impl NamePattern {
    /// A pattern for the whole text.
    pub(crate) fn whole(text: &str) -> NamePattern {
        NamePattern { pieces: text.to_lowercase().split('*').map(str::to_owned).collect() }
    }

    /// A pattern for a part of the text, or for the whole text if it contains a `*`.
    pub(crate) fn part(text: &str) -> NamePattern {
        if text.contains('*') {
            NamePattern::whole(text)
        } else {
            NamePattern::whole(&format!("*{text}*"))
        }
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let [first, middle @ .., last] = self.pieces.as_slice() else {
            return self.pieces.first().is_none_or(|only| *only == text);
        };
        let Some(mut rest) = text.strip_prefix(first.as_str()) else {
            return false;
        };
        // The first place for each piece leaves the most room for the others.
        for piece in middle {
            match rest.find(piece.as_str()) {
                Some(at) => rest = &rest[at + piece.len()..],
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, text, expected) in [
            ("light", "Light", true),
            ("light", "Lighthouse", false),
            ("light*", "Lighthouse", true),
            ("*house", "Lighthouse", true),
            ("l*t*e", "Lighthouse", true),
            ("*a*a*", "a", false),
            ("a*a", "a", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("pier/*/lid", "Pier/Crate (1)/Lid", true),
        ] {
            assert_eq!(NamePattern::whole(pattern).matches(text), expected, "{pattern} on {text}");
        }
        assert!(NamePattern::part("HOUSE").matches("Lighthouses"));
        assert!(!NamePattern::part("house*").matches("Lighthouse"));
    }
}
