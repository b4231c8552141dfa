//! Numbers as they are spelled.

/// A number's text; what it means is worked out when it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number<'t>(&'t str);

/// How a word that could be a number is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    Int,
    Float,
    NotANumber,
}

impl<'t> Number<'t> {
    pub(super) fn new(text: &'t str) -> Number<'t> {
        Number(text)
    }

    pub fn text(self) -> &'t str {
        self.0
    }

    /// `None` for what 64 bits do not hold, and for fractions.
    pub fn integer(self) -> Option<i64> {
        self.0.parse().ok()
    }

    pub fn float(self) -> f64 {
        match self.0 {
            "inf" => f64::INFINITY,
            "-inf" | "inf_neg" => f64::NEG_INFINITY,
            // An exponent without digits is none: `1e` is 1.
            text => text.trim_end_matches(['e', 'E', '+', '-']).parse().unwrap_or(f64::NAN),
        }
    }
}

/// Godot wants a digit first: `.5`, `+5` and `0x5` are no numbers.
pub(super) fn spelling(word: &[u8]) -> Spelling {
    match word {
        b"inf" | b"-inf" | b"inf_neg" | b"nan" => return Spelling::Float,
        _ => {}
    }
    let mut at = usize::from(word.first() == Some(&b'-'));
    let first = at;
    at = digits(word, at);
    if at == first {
        return Spelling::NotANumber;
    }
    if at == word.len() {
        return Spelling::Int;
    }
    if word[at] == b'.' {
        at = digits(word, at + 1);
    }
    if matches!(word.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(word.get(at), Some(b'+' | b'-')));
        at = digits(word, at);
    }
    if at == word.len() { Spelling::Float } else { Spelling::NotANumber }
}

fn digits(word: &[u8], at: usize) -> usize {
    let mut at = at;
    while word.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}
