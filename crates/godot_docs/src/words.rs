//! Splits names and sentences into words, and reduces words to stems in lower case.

/// Words without a meaning of their own. They are indexed in names, and not in descriptions. Sorted.
const STOP_WORDS: [&str; 55] = [
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can",
    "do", "does", "for", "from", "get", "has", "have", "how", "i", "if", "in", "into", "is", "it",
    "its", "of", "on", "or", "other", "returns", "set", "so", "such", "than", "that", "the",
    "their", "them", "then", "there", "this", "to", "use", "used", "was", "what", "when", "which",
    "will", "with", "you",
];

pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Calls `found` with each word of a name or sentence, as written: `CharacterBody3D` has
/// `Character`, `Body` and `3D`; `_is_on_floor` has `is`, `on` and `floor`.
pub(crate) fn split_words<'t>(text: &'t str, mut found: impl FnMut(&'t str)) {
    let mut start = None;
    let mut before = LetterKind::Other;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let kind = LetterKind::of_char(c);
        let next = chars.peek().map_or(LetterKind::Other, |(_, next)| LetterKind::of_char(*next));
        if let Some(from) = start
            && (kind == LetterKind::Other || begins_word(before, kind, next))
        {
            found(&text[from..at]);
            start = None;
        }
        if kind != LetterKind::Other && start.is_none() {
            start = Some(at);
        }
        before = kind;
    }
    if let Some(from) = start {
        found(&text[from..]);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum LetterKind {
    Upper,
    Lower,
    Digit,
    Other,
}

impl LetterKind {
    fn of_char(c: char) -> LetterKind {
        match c {
            'a'..='z' => LetterKind::Lower,
            'A'..='Z' => LetterKind::Upper,
            '0'..='9' => LetterKind::Digit,
            _ if c.is_ascii() => LetterKind::Other,
            _ if c.is_uppercase() => LetterKind::Upper,
            _ if c.is_alphanumeric() => LetterKind::Lower,
            _ => LetterKind::Other,
        }
    }
}

/// Whether a character begins a new word after one of the kind `before`. The letter after a number
/// belongs to it (`3D`, `2i`), unless more letters follow (`32Array`).
fn begins_word(before: LetterKind, kind: LetterKind, next: LetterKind) -> bool {
    match (before, kind) {
        (LetterKind::Lower, LetterKind::Upper | LetterKind::Digit)
        | (LetterKind::Upper, LetterKind::Digit) => true,
        (LetterKind::Upper, LetterKind::Upper) => next == LetterKind::Lower,
        (LetterKind::Digit, LetterKind::Upper | LetterKind::Lower) => next == LetterKind::Lower,
        _ => false,
    }
}

/// Writes a word in lower case and without its English ending to `into`. Both sides of a comparison use
/// it, so that it must be consistent rather than linguistically correct.
pub(crate) fn stem_into(word: &str, into: &mut String) {
    into.clear();
    into.extend(word.chars().flat_map(char::to_lowercase));
    if into.is_ascii() {
        cut_ending(into);
    }
}

pub(crate) fn stem(word: &str) -> String {
    let mut stem = String::new();
    stem_into(word, &mut stem);
    stem
}

fn cut_ending(word: &mut String) {
    if word.len() > 3 && word.ends_with('s') && !ends_with_any(word, &["ss", "us", "is"]) {
        word.pop();
        if word.len() > 4 && word.ends_with("ie") {
            word.truncate(word.len() - 2);
            word.push('y');
        } else if ends_with_any(word, &["sse", "xe", "che", "she"]) {
            word.pop();
        }
    }
    for (ending, least) in [("ing", 6), ("ed", 5)] {
        if word.len() >= least && word.ends_with(ending) {
            word.truncate(word.len() - ending.len());
            let bytes = word.as_bytes();
            if let [.., a, b] = bytes
                && a == b
                && !matches!(b, b'l' | b's' | b'z')
            {
                word.pop();
            }
            return;
        }
    }
    if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
}

fn ends_with_any(word: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| word.ends_with(ending))
}

/// A name in lower case without separators: `characterbody3d`.
pub(crate) fn normalize_name(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_parts() {
        for (name, expected) in [
            ("CharacterBody3D", "Character Body 3D"),
            ("_is_on_floor", "is on floor"),
            ("isOnFloor", "is On Floor"),
            ("HTTPRequest", "HTTP Request"),
            ("PackedFloat32Array", "Packed Float 32 Array"),
            ("Vector2i", "Vector 2i"),
            ("NOTIFICATION_WM_CLOSE", "NOTIFICATION WM CLOSE"),
            ("@export_range", "export range"),
            ("operator !=", "operator"),
            ("Größe", "Größe"),
            ("", ""),
        ] {
            let mut parts = Vec::new();
            split_words(name, |part| parts.push(part));
            assert_eq!(parts.join(" "), expected, "{name}");
        }
    }

    #[test]
    fn forms_of_a_word_are_the_same() {
        for forms in [
            &["enter", "enters", "entered", "entering"][..],
            &["move", "moves", "moved", "moving"],
            &["stop", "stops", "stopped", "stopping"],
            &["body", "bodies"],
            &["collision", "collisions", "Collision"],
            &["press", "pressed"],
        ] {
            for form in forms {
                assert_eq!(stem(form), stem(forms[0]), "{form}");
            }
        }
        assert_ne!(stem("layer"), stem("lay"));
    }

    #[test]
    fn the_list_of_stop_words_is_sorted() {
        assert!(STOP_WORDS.is_sorted());
    }
}
