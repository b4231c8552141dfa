//! The text format without a project: for round trips, fuzzing and benchmarks.

use crate::SyntaxTree;

/// Why and where a text is not in this format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnityFileError {
    /// Counted from 1.
    pub line: usize,
    pub reason: &'static str,
}

/// A Unity text file, read without losing a byte.
pub struct UnityFile<'a>(SyntaxTree<'a>);

impl<'a> UnityFile<'a> {
    pub fn parse(text: &'a str) -> Result<UnityFile<'a>, UnityFileError> {
        SyntaxTree::parse(text).map(UnityFile).map_err(|error| {
            let before = &text.as_bytes()[..error.offset.min(text.len())];
            let line = 1 + memchr::memchr_iter(b'\n', before).count();
            UnityFileError { line, reason: error.reason }
        })
    }

    pub fn documents(&self) -> usize {
        self.0.documents().count()
    }

    /// The number of entries, items and documents.
    pub fn nodes(&self) -> usize {
        self.0.len()
    }

    /// The text of the file, byte for byte.
    pub fn write(&self) -> String {
        self.0.write()
    }
}
