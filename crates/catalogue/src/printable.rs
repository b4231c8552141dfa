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

/// Whether it is ASCII without control characters other than line breaks. For long texts: it looks at many
/// bytes at once.
pub fn is_plain_ascii(text: &str) -> bool {
    const CHUNK: usize = 256;
    let is_plain = |byte: &u8| *byte == b'\n' || matches!(byte, b' '..=b'~');
    let mut chunks = text.as_bytes().chunks(CHUNK);
    chunks.all(|chunk| chunk.iter().fold(true, |plain, byte| plain & is_plain(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_ascii_has_line_breaks_and_no_other_control_characters() {
        for (text, expected) in [("", true), ("a\nb ~", true), ("a\tb", false), ("\u{7f}", false)] {
            assert_eq!(is_plain_ascii(text), expected, "{text:?}");
            assert_eq!(is_plain_ascii(&format!("{}{text}", "x".repeat(1000))), expected);
        }
        assert!(!is_plain_ascii("ä"));
    }

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
