//! Tables of character classes for Godot's text, and the two searches that take most of the time.

use memchr::memchr2;

/// White space and control characters.
pub(crate) const BLANK: u8 = 1;
/// Characters of numbers, names and constants; all characters beyond ASCII belong to names.
pub(crate) const WORD: u8 = 2;
/// Characters of the tag and the keys of a header.
pub(super) const NAME: u8 = 4;
/// Characters that end the key of a property.
pub(super) const KEY_END: u8 = 8;
/// Characters with a meaning inside of brackets; rare in long arrays of numbers.
pub(super) const STOP: u8 = 16;

pub(crate) fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut index = 0;
    while index < 256 {
        classes[index] = class(index as u8);
        index += 1;
    }
    classes
};

const fn class(byte: u8) -> u8 {
    let mut class = 0;
    if byte <= b' ' {
        class |= BLANK;
    }
    if byte.is_ascii_alphanumeric()
        || byte >= 0x80
        || matches!(byte, b'_' | b'.' | b'+' | b'-' | b'#')
    {
        class |= WORD;
    }
    if byte > b' ' && !matches!(byte, b'=' | b']' | b'"') {
        class |= NAME;
    }
    if matches!(byte, b'=' | b'\n' | b';') {
        class |= KEY_END;
    }
    if is_stop(byte) {
        class |= STOP;
    }
    class
}

/// Without a table and branches, so that the compiler can vectorise it: `(` and `)` differ in one bit, as do
/// `[` and `{`, `]` and `}`.
const fn is_stop(byte: u8) -> bool {
    (byte == b'"')
        | (byte & 0xfe == b'(')
        | (byte | 0x20 == b'{')
        | (byte | 0x20 == b'}')
        | (byte == b';')
        | (byte == b'\n')
}

/// The first byte from `at` on with a meaning inside of brackets, or the end.
pub(super) fn skip_to_stop(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    let near = bytes.len().min(at + 16);
    while at < near {
        if is(bytes[at], STOP) {
            return at;
        }
        at += 1;
    }
    while let Some(chunk) = bytes.get(at..at + 32)
        && !chunk.iter().fold(false, |found, &byte| found | is_stop(byte))
    {
        at += 32;
    }
    while at < bytes.len() && !is(bytes[at], STOP) {
        at += 1;
    }
    at
}

/// The position after the string whose opening quote is at `start`; `None` if it is not closed.
pub(crate) fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    // Most strings are short names, for which a wide search would cost more than it saves.
    let near = bytes.len().min(at + 24);
    while at < near {
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => break,
            _ => at += 1,
        }
    }
    loop {
        let rest = bytes.get(at..)?;
        let length = memchr2(b'"', b'\\', rest)?;
        at += length + 1;
        if rest[length] == b'"' {
            return Some(at);
        }
        at += 1;
    }
}
