//! Text from projects and clients on one line of a log or a terminal.
//!
//! Invariant: no line of a log or a terminal contains control characters from outside.

use std::borrow::Cow;

/// Escapes everything that could end the line, move the cursor, change colours or change the
/// writing direction: `\n`, `\u{1b}`, `\u{202e}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hazardous) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match is_hazardous(letter) {
            true => shown.extend(letter.escape_default()),
            false => shown.push(letter),
        }
    }
    Cow::Owned(shown)
}

/// Control characters of both ranges, line and paragraph separators, and characters that change the
/// writing direction.
pub fn is_hazardous(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_forge_a_line_is_escaped() {
        for (text, expected) in [
            ("Lampe 12 \\ ä → 灯 🙂", "Lampe 12 \\ ä → 灯 🙂"),
            ("a\nb\r\nc\td", r"a\nb\r\nc\td"),
            ("\u{1b}[31mred\u{1b}]0;title\u{7}", r"\u{1b}[31mred\u{1b}]0;title\u{7}"),
            ("\u{9b}2J\u{7f}\0", r"\u{9b}2J\u{7f}\u{0}"),
            (
                "a\u{2028}b\u{2029}\u{202e}c\u{2066}\u{200f}",
                r"a\u{2028}b\u{2029}\u{202e}c\u{2066}\u{200f}",
            ),
        ] {
            assert_eq!(printable(text), expected);
        }
    }
}
