//! Where a text occurs in a project.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextMatches {
    /// A part of all matches, by path and line.
    pub matches: Vec<TextMatch>,
    /// How many there are in all.
    pub total: usize,
}

/// A line that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextMatch {
    pub path: String,
    /// Counted from 1.
    pub line: usize,
    /// The line, cut around the match where it is long.
    pub text: String,
}
