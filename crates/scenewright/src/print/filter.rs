//! Escapes what must not be printed as it is.

use std::borrow::Cow;
use std::fmt::Write;

use scenewright_catalogue::{is_hazardous, is_plain_ascii};

/// Lines for people. GitHub interprets lines that begin with `::`, and `##[` anywhere, as commands.
pub(super) fn lines(text: &str) -> String {
    let each = text.split('\n').map(|line| {
        let line = letters(line).replace("##[", "\\u{23}#[");
        let plain = anstream::adapter::strip_str(&line).to_string();
        match plain.trim_start().starts_with("::") {
            true => line.replacen("::", "\\u{3a}:", 1),
            false => line,
        }
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Escapes everything but our own colours, line breaks and tabs.
pub(super) fn letters(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_hazardous) {
        shown.push_str(&rest[..at]);
        rest = &rest[at..];
        let colour = colour(rest);
        let letter = rest.chars().next().unwrap_or_default();
        match letter {
            '\u{1b}' if colour > 0 => shown.push_str(&rest[..colour]),
            '\n' | '\t' => shown.push(letter),
            _ => shown.extend(letter.escape_default()),
        }
        rest = &rest[colour.max(letter.len_utf8())..];
    }
    shown.push_str(rest);
    shown
}

/// The length of the colour sequence at the beginning of the text; 0 if there is none.
fn colour(text: &str) -> usize {
    let Some(codes) = text.strip_prefix("\u{1b}[") else { return 0 };
    let length = codes.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
    match length {
        Some(length) if codes[length..].starts_with('m') => 2 + length + 1,
        _ => 0,
    }
}

/// In JSON these characters occur only in strings, where they can be escaped.
pub(super) fn json(text: &str) -> Cow<'_, str> {
    if is_plain_ascii(text) && !text.contains("##[") {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => shown.push(letter),
            _ if is_hazardous(letter) => {
                // Writing to a string cannot fail; none of these is beyond 16 bits.
                let _ = write!(shown, "\\u{:04x}", u32::from(letter));
            }
            _ => shown.push(letter),
        }
    }
    Cow::Owned(shown.replace("##[", "#\\u0023["))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_sequences_pass() {
        let ours = crate::print::bold("name");
        assert_eq!(letters(&ours), ours);
        assert_eq!(letters("a\tb\nc"), "a\tb\nc");
        assert_eq!(
            letters("\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1m\r\u{202e}"),
            r"\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1m\r\u{202e}"
        );
    }

    #[test]
    fn no_line_is_a_command_of_a_build_server() {
        let bold = crate::print::bold("::error::x");
        for line in ["::error::x", "   ::stop-commands::x", bold.as_str()] {
            let shown = lines(&format!("a::b\n{line}"));
            let shown = anstream::adapter::strip_str(&shown).to_string();
            assert!(shown.starts_with("a::b\n") && !shown.contains("\n::"), "{shown}");
            assert!(!shown.lines().any(|line| line.trim_start().starts_with("::")), "{shown}");
        }
        assert_eq!(lines("x ##[error]y"), r"x \u{23}#[error]y");
    }

    #[test]
    fn json_stays_the_same_document() {
        let value = serde_json::json!({ "a": "\u{9b}\u{2028}\u{7f}\u{1b}\n##[x]", "b": [1] });
        for text in [value.to_string(), format!("{value:#}")] {
            let shown = json(&text);
            assert!(!shown.contains(|c| c != '\n' && is_hazardous(c)) && !shown.contains("##["));
            assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
        }
    }
}
