//! Decodes a scalar: from its spelling in the file to the text it stands for.

use std::borrow::Cow;

pub(super) fn decode(raw: &str) -> Cow<'_, str> {
    if let Some(inner) = inside(raw, '\'') {
        return single_quoted(inner);
    }
    if let Some(inner) = inside(raw, '"') {
        return Cow::Owned(double_quoted(inner));
    }
    if raw.contains('\n') {
        return Cow::Owned(fold(raw, LineEscapes::No));
    }
    Cow::Borrowed(raw)
}

fn inside(raw: &str, quote: char) -> Option<&str> {
    raw.strip_prefix(quote)?.strip_suffix(quote)
}

fn single_quoted(inner: &str) -> Cow<'_, str> {
    if !inner.contains(['\n', '\'']) {
        return Cow::Borrowed(inner);
    }
    Cow::Owned(fold(inner, LineEscapes::No).replace("''", "'"))
}

fn double_quoted(inner: &str) -> String {
    if inner.contains('\n') { unescape(&fold(inner, LineEscapes::Yes)) } else { unescape(inner) }
}

/// Whether a `\` at the end of a line joins it to the next one without a space.
#[derive(Clone, Copy, PartialEq)]
enum LineEscapes {
    Yes,
    No,
}

/// A single line break becomes a space, each empty line becomes a newline.
fn fold(raw: &str, escapes: LineEscapes) -> String {
    let mut lines = raw.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let mut folded = lines.next().unwrap_or_default().to_owned();
    let mut newlines = 0;
    let mut lines = lines.peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_start_matches(' ');
        if line.is_empty() && lines.peek().is_some() {
            newlines += 1;
            continue;
        }
        join(&mut folded, std::mem::take(&mut newlines), escapes);
        folded.push_str(line);
    }
    folded
}

fn join(folded: &mut String, newlines: usize, escapes: LineEscapes) {
    if escapes == LineEscapes::Yes && ends_in_escape(folded) {
        folded.pop();
        return;
    }
    folded.truncate(folded.trim_end_matches(' ').len());
    match newlines {
        0 => folded.push(' '),
        _ => folded.extend(std::iter::repeat_n('\n', newlines)),
    }
}

fn ends_in_escape(text: &str) -> bool {
    let backslashes = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
    backslashes % 2 == 1
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match chars.next() {
            Some('x') => plain.push(code_point(&mut chars, 2)),
            Some('u') => plain.push(unicode(&mut chars)),
            Some('U') => plain.push(code_point(&mut chars, 8)),
            Some(c) => plain.push(unescape_named(c)),
            None => {}
        }
    }
    plain
}

fn unescape_named(c: char) -> char {
    match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        'e' => '\x1b',
        'f' => '\x0c',
        'v' => '\x0b',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        other => other,
    }
}

fn hex(chars: &mut std::str::Chars<'_>, digits: usize) -> Option<u32> {
    let text = chars.as_str().get(..digits)?;
    let code = u32::from_str_radix(text, 16).ok()?;
    *chars = chars.as_str()[digits..].chars();
    Some(code)
}

fn code_point(chars: &mut std::str::Chars<'_>, digits: usize) -> char {
    hex(chars, digits).and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Unity writes UTF-16 units, so characters beyond U+FFFF come as two escapes.
fn unicode(chars: &mut std::str::Chars<'_>) -> char {
    let Some(first) = hex(chars, 4) else {
        return char::REPLACEMENT_CHARACTER;
    };
    if let Some(c) = char::from_u32(first) {
        return c;
    }
    let mut ahead = chars.clone();
    let second = match (ahead.next(), ahead.next()) {
        (Some('\\'), Some('u')) => hex(&mut ahead, 4),
        _ => None,
    };
    let pair = second.and_then(|second| surrogates(first, second));
    if pair.is_some() {
        *chars = ahead;
    }
    pair.unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn surrogates(first: u32, second: u32) -> Option<char> {
    let units = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    char::decode_utf16(units).next()?.ok()
}
