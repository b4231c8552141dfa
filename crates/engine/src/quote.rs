//! Quotes client text in messages: short, and on one line.

use std::fmt::{self, Display, Write};

/// Longer text is shortened in the middle.
const MAX_CHARS: usize = 80;
const HEAD_CHARS: usize = 48;
const TAIL_CHARS: usize = 24;

/// Longer messages are shortened in the middle: a few quotes and their sentence fit.
const MAX_MESSAGE_BYTES: usize = 1_200;

/// Displays a client's text in single quotes, limited to 80 characters.
#[derive(Debug, Clone, Copy)]
pub struct QuotedText<'a>(pub &'a str);

impl Display for QuotedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('\'')?;
        f.write_str(&shorten(self.0))?;
        f.write_char('\'')
    }
}

/// Returns at most 80 characters of a client's text, without control characters.
pub fn shorten(text: &str) -> String {
    cut_middle(text, MAX_CHARS, HEAD_CHARS, TAIL_CHARS)
}

/// Bounds a whole message, for messages that quote a client more than once or in unforeseen ways.
pub fn bound_message(message: &str) -> String {
    match message.len() <= MAX_MESSAGE_BYTES {
        true => message.to_owned(),
        false => {
            cut_middle(message, MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES / 2, MAX_MESSAGE_BYTES / 4)
        }
    }
}

fn cut_middle(text: &str, most: usize, head: usize, tail: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return escape_controls(text.chars());
    }
    let begin = escape_controls(text.chars().take(head));
    let end = escape_controls(text.chars().skip(length - tail));
    format!("{begin}…{end} ({length} characters)")
}

fn escape_controls(text: impl Iterator<Item = char>) -> String {
    let mut shown = String::new();
    for c in text {
        match c.is_control() && c != '\n' {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_and_a_short_one_is_whole() {
        assert_eq!(QuotedText("Player/Hand").to_string(), "'Player/Hand'");
        assert_eq!(shorten(&"ä".repeat(80)), "ä".repeat(80));
        let cut = shorten(&format!("{}z", "a".repeat(99_999)));
        assert!(cut.starts_with("aaaa") && cut.ends_with("az (100000 characters)"), "{cut}");
        assert!(cut.chars().count() <= 100, "{cut}");
        assert!(bound_message(&"b c ".repeat(9_000)).len() < 1_300);
    }

    #[test]
    fn control_characters_are_shown_as_what_they_are() {
        assert_eq!(shorten("a\u{1b}[31mb"), "a\\u{1b}[31mb");
    }
}
