//! One path segment: literal characters, `*`, `?` and `[classes]`.

use std::iter::Peekable;
use std::str::Chars;

use super::{GlobError, match_wildcards};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GlobNamePattern(Vec<GlobToken>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum GlobToken {
    /// In lower case.
    Letter(char),
    Any,
    Star,
    Class {
        is_negated: bool,
        /// First and last character, as written.
        ranges: Vec<(char, char)>,
    },
}

impl GlobNamePattern {
    pub(super) fn new(pattern: &str) -> Result<GlobNamePattern, GlobError> {
        let mut tokens = Vec::new();
        let mut letters = pattern.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '*' => tokens.push(GlobToken::Star),
                '?' => tokens.push(GlobToken::Any),
                '[' => tokens.push(class(&mut letters)?),
                '\\' => {
                    let itself = letters.next().ok_or(GlobError::LoneBackslash)?;
                    tokens.extend(itself.to_lowercase().map(GlobToken::Letter));
                }
                letter => tokens.extend(letter.to_lowercase().map(GlobToken::Letter)),
            }
        }
        Ok(GlobNamePattern(tokens))
    }

    pub(super) fn exact(name: &str) -> GlobNamePattern {
        GlobNamePattern(name.to_lowercase().chars().map(GlobToken::Letter).collect())
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name.to_lowercase().chars().collect();
        match_wildcards(&self.0, &name, |token| *token == GlobToken::Star, GlobToken::matches)
    }
}

impl GlobToken {
    fn matches(&self, letter: &char) -> bool {
        match self {
            GlobToken::Letter(own) => own == letter,
            GlobToken::Any | GlobToken::Star => true,
            GlobToken::Class { is_negated, ranges } => {
                let upper = letter.to_uppercase().next().unwrap_or(*letter);
                let holds = |letter: char| {
                    ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter))
                };
                (holds(*letter) || holds(upper)) != *is_negated
            }
        }
    }
}

/// Parses a class after its `[`.
fn class(letters: &mut Peekable<Chars<'_>>) -> Result<GlobToken, GlobError> {
    let is_negated = letters.next_if(|letter| matches!(letter, '!' | '^')).is_some();
    let mut ranges = Vec::new();
    loop {
        let first = match letters.next() {
            Some(']') if !ranges.is_empty() => return Ok(GlobToken::Class { is_negated, ranges }),
            letter => one(letter, letters)?,
        };
        // A `-` at the end stands for itself.
        let mut ahead = letters.clone();
        let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|next| next != ']');
        let last = match is_range {
            true => {
                letters.next();
                let letter = letters.next();
                one(letter, letters)?
            }
            false => first,
        };
        if last < first {
            return Err(GlobError::BadRange { first, last });
        }
        ranges.push((first, last));
    }
}

fn one(letter: Option<char>, rest: &mut Peekable<Chars<'_>>) -> Result<char, GlobError> {
    match letter {
        Some('\\') => rest.next().ok_or(GlobError::OpenClass),
        Some(letter) => Ok(letter),
        None => Err(GlobError::OpenClass),
    }
}

/// The length of a class from `[` to just after `]`, in bytes; `None` if it is not closed within
/// the segment.
pub(super) fn class_length(text: &str) -> Option<usize> {
    let mut letters = text.char_indices().skip(1).peekable();
    letters.next_if(|(_, letter)| matches!(letter, '!' | '^'));
    let mut is_first = true;
    while let Some((at, letter)) = letters.next() {
        match letter {
            ']' if !is_first => return Some(at + 1),
            '/' => return None,
            '\\' => {
                letters.next()?;
            }
            _ => {}
        }
        is_first = false;
    }
    None
}
