//! Text matches in a project's files.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextMatches {
    /// A part of all matches, sorted by path and line.
    pub matches: Vec<TextMatch>,
    /// The total number of matches.
    pub total: usize,
}

/// A line that matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextMatch {
    /// Path of the file
    pub path: String,
    /// Line number, starting at 1
    pub line: usize,
    /// The line; a long one is shortened to 200 characters around its first match
    pub text: String,
}
