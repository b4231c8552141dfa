//! Declarations that could not be parsed.

use std::fmt;

/// A declaration that could not be parsed; the declarations around it were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdSyntaxError {
    /// Counted from 1.
    pub line: u32,
    pub kind: GdSyntaxErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GdSyntaxErrorKind {
    UnclosedBracket,
    UnclosedString,
    UnexpectedIndentation,
    /// `expected` is a description, `found` a quoted token or the end of something.
    Expected {
        expected: String,
        found: String,
    },
}

impl fmt::Display for GdSyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GdSyntaxErrorKind::UnclosedBracket => f.write_str("a bracket is never closed"),
            GdSyntaxErrorKind::UnclosedString => f.write_str("a string is never closed"),
            GdSyntaxErrorKind::UnexpectedIndentation => f.write_str("unexpected indentation"),
            GdSyntaxErrorKind::Expected { expected, found } => {
                write!(f, "expected {expected}, not {found}")
            }
        }
    }
}
