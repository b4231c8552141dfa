//! Diagnostics: additional information about an answer.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize, Serializer};

/// A sentence with its kind. Only the sentence is serialised.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Diagnostic {
    pub kind: DiagnosticKind,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiagnosticKind {
    /// Files that were not read; [`Answer::coverage`](crate::Answer::coverage) contains them as
    /// data.
    Unread,
    /// A change that was interrupted earlier, and how it was recovered.
    Recovery,
    /// The answer is that of an earlier call with the same request id.
    Repeat,
    /// A report by the engine or the operation.
    Reported,
}

impl Diagnostic {
    pub fn new(kind: DiagnosticKind, message: impl Into<String>) -> Diagnostic {
        Diagnostic { kind, message: message.into() }
    }
}

impl From<String> for Diagnostic {
    fn from(message: String) -> Diagnostic {
        Diagnostic::new(DiagnosticKind::Reported, message)
    }
}

impl From<Diagnostic> for String {
    fn from(diagnostic: Diagnostic) -> String {
        diagnostic.message
    }
}

impl Deref for Diagnostic {
    type Target = str;

    fn deref(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.message)
    }
}
