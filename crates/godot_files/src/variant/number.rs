//! The text of numbers.

/// The text of a number, parsed on use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberText<'t>(&'t str);

/// Whether a word is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberSpelling {
    Int,
    Float,
    NotANumber,
}

impl<'t> NumberText<'t> {
    pub(super) fn new(text: &'t str) -> NumberText<'t> {
        NumberText(text)
    }

    pub fn text(self) -> &'t str {
        self.0
    }

    /// `None` for integers beyond 64 bits, and for fractions.
    pub fn integer(self) -> Option<i64> {
        self.0.parse().ok()
    }

    pub fn float(self) -> f64 {
        match self.0 {
            "inf" => f64::INFINITY,
            "-inf" | "inf_neg" => f64::NEG_INFINITY,
            // An exponent without digits is ignored: `1e` is 1.
            text => text.trim_end_matches(['e', 'E', '+', '-']).parse().unwrap_or(f64::NAN),
        }
    }
}

/// Numbers begin with a digit: `.5`, `+5` and `0x5` are not numbers.
pub(super) fn spelling(word: &[u8]) -> NumberSpelling {
    match word {
        b"inf" | b"-inf" | b"inf_neg" | b"nan" => NumberSpelling::Float,
        [] => NumberSpelling::NotANumber,
        _ if number_end(word, 0) < word.len() => NumberSpelling::NotANumber,
        _ if word.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) => NumberSpelling::Float,
        _ => NumberSpelling::Int,
    }
}

/// The end of the number at `start`; `start` if there is none.
#[inline]
pub(super) fn number_end(bytes: &[u8], start: usize) -> usize {
    let first = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut at = digits_end(bytes, first);
    if at == first {
        return start;
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits_end(bytes, at + 1);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = digits_end(bytes, at);
    }
    at
}

#[inline]
fn digits_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}
