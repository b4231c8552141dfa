//! Quoted text with escapes.

use std::borrow::Cow;
use std::str::Chars;

/// The text between two quotes, with escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EscapedText<'t>(&'t str);

impl<'t> EscapedText<'t> {
    pub fn new(inner: &'t str) -> EscapedText<'t> {
        EscapedText(inner)
    }

    /// The text without its quotes, with escapes.
    pub fn raw(self) -> &'t str {
        self.0
    }

    /// The text without escapes. Half a surrogate pair and an incomplete escape become U+FFFD.
    pub fn unescape(self) -> Cow<'t, str> {
        if memchr::memchr(b'\\', self.0.as_bytes()).is_none() {
            return Cow::Borrowed(self.0);
        }
        let mut plain = String::with_capacity(self.0.len());
        let mut chars = self.0.chars();
        while let Some(c) = chars.next() {
            if c != '\\' {
                plain.push(c);
            } else if let Some(c) = escape(&mut chars) {
                plain.push(c);
            }
        }
        Cow::Owned(plain)
    }
}

/// The character of an escape after its backslash; an unknown escape is the character itself.
fn escape(chars: &mut Chars<'_>) -> Option<char> {
    Some(match chars.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => utf16_escape(chars),
        'U' => code_point(hexadecimal(chars, 6)),
        other => other,
    })
}

/// `\uXXXX`, or a surrogate pair of two of them.
fn utf16_escape(chars: &mut Chars<'_>) -> char {
    let first = hexadecimal(chars, 4);
    let Some(high @ 0xd800..=0xdbff) = first else {
        return code_point(first);
    };
    let mut ahead = chars.clone();
    let escaped = ahead.next() == Some('\\') && ahead.next() == Some('u');
    match escaped.then(|| hexadecimal(&mut ahead, 4)).flatten() {
        Some(low @ 0xdc00..=0xdfff) => {
            *chars = ahead;
            code_point(Some(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)))
        }
        _ => char::REPLACEMENT_CHARACTER,
    }
}

fn code_point(number: Option<u32>) -> char {
    number.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Consumes the digits only if all of them are present.
fn hexadecimal(chars: &mut Chars<'_>, digits: usize) -> Option<u32> {
    let text = chars.as_str();
    let hex = text.get(..digits).filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    *chars = text[digits..].chars();
    u32::from_str_radix(hex, 16).ok()
}
