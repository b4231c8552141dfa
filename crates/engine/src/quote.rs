//! Text that came from a client, as a message may repeat it: short, and on one line.

use std::fmt::{self, Display, Write};

/// Longer text is cut in its middle.
const MAX_CHARS: usize = 80;
const HEAD: usize = 48;
const TAIL: usize = 24;

/// Longer messages are cut in their middle: a few quotes and their sentence fit.
const MAX_MESSAGE: usize = 1_200;

/// Displays a client's text in single quotes, at most 80 characters of it.
#[derive(Debug, Clone, Copy)]
pub struct Quoted<'a>(pub &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('\'')?;
        f.write_str(&shortened(self.0))?;
        f.write_char('\'')
    }
}

/// At most 80 characters of a client's text, without control characters.
pub fn shortened(text: &str) -> String {
    cut(text, MAX_CHARS, HEAD, TAIL)
}

/// A whole message, bounded: what quotes a client more than once, or in ways nobody thought of.
pub fn bounded(message: &str) -> String {
    match message.len() <= MAX_MESSAGE {
        true => message.to_owned(),
        false => cut(message, MAX_MESSAGE, MAX_MESSAGE / 2, MAX_MESSAGE / 4),
    }
}

fn cut(text: &str, most: usize, head: usize, tail: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return escaped(text.chars());
    }
    let begin = escaped(text.chars().take(head));
    let end = escaped(text.chars().skip(length - tail));
    format!("{begin}…{end} ({length} characters)")
}

fn escaped(text: impl Iterator<Item = char>) -> String {
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
        assert_eq!(Quoted("Player/Hand").to_string(), "'Player/Hand'");
        assert_eq!(shortened(&"ä".repeat(80)), "ä".repeat(80));
        let cut = shortened(&format!("{}z", "a".repeat(99_999)));
        assert!(cut.starts_with("aaaa") && cut.ends_with("az (100000 characters)"), "{cut}");
        assert!(cut.chars().count() <= 100, "{cut}");
        assert!(bounded(&"b c ".repeat(9_000)).len() < 1_300);
    }

    #[test]
    fn control_characters_are_shown_as_what_they_are() {
        assert_eq!(shortened("a\u{1b}[31mb"), "a\\u{1b}[31mb");
    }
}
