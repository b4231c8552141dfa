//! A query for text in files; its pattern is validated before any file is opened.

use memchr::memmem;
use regex::bytes::{Regex, RegexBuilder};
use thiserror::Error;

use crate::Glob;

#[derive(Debug, Clone)]
pub struct TextQuery {
    pub pattern: TextPattern,
    /// The paths to search; `None` means all.
    pub paths: Option<Glob>,
    /// The number of matches to skip, and the number to return after that.
    pub skip: usize,
    pub take: usize,
}

#[derive(Debug, Clone)]
pub struct TextPattern(PatternMatcher);

#[derive(Debug, Clone)]
enum PatternMatcher {
    Literal(Box<memmem::Finder<'static>>),
    Regex(Regex),
}

/// Why a pattern is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PatternError(String);

impl TextPattern {
    pub fn literal(text: &str, case_sensitive: bool) -> Result<TextPattern, PatternError> {
        if text.is_empty() {
            return Err(PatternError("there is nothing to look for".to_owned()));
        }
        if case_sensitive {
            let finder = memmem::Finder::new(text).into_owned();
            return Ok(TextPattern(PatternMatcher::Literal(Box::new(finder))));
        }
        TextPattern::regex(&regex::escape(text), false)
    }

    /// `^` and `$` match the ends of a line.
    pub fn regex(pattern: &str, case_sensitive: bool) -> Result<TextPattern, PatternError> {
        if pattern.is_empty() {
            return Err(PatternError("there is nothing to look for".to_owned()));
        }
        let regex = RegexBuilder::new(pattern)
            .case_insensitive(!case_sensitive)
            .multi_line(true)
            .crlf(true)
            .build();
        regex
            .map(|regex| TextPattern(PatternMatcher::Regex(regex)))
            .map_err(|error| PatternError(brief(&error)))
    }

    /// Returns the first match at or after `from`, as a byte range.
    pub fn find_at(&self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        match &self.0 {
            PatternMatcher::Literal(finder) => {
                let at = from + finder.find(text.get(from..)?)?;
                Some((at, at + finder.needle().len()))
            }
            PatternMatcher::Regex(regex) if from <= text.len() => {
                regex.find_at(text, from).map(|found| (found.start(), found.end()))
            }
            PatternMatcher::Regex(_) => None,
        }
    }
}

/// The last line of a syntax error contains the reason; the others draw an arrow.
fn brief(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default().trim();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_find_what_they_say() {
        let text = "one\r\nTwo (2)\r\n";
        let find = |pattern: Result<TextPattern, PatternError>| {
            pattern.unwrap().find_at(text.as_bytes(), 0).map(|(start, end)| &text[start..end])
        };
        assert_eq!(find(TextPattern::literal("two (2)", false)), Some("Two (2)"));
        assert_eq!(find(TextPattern::literal("two (2)", true)), None);
        assert_eq!(find(TextPattern::literal("Two", true)), Some("Two"));
        assert_eq!(find(TextPattern::regex(r"^t\w+", false)), Some("Two"));
        assert_eq!(find(TextPattern::regex(r"\)$", true)), Some(")"));
    }

    #[test]
    fn a_bad_pattern_says_why() {
        let why = |pattern| TextPattern::regex(pattern, true).unwrap_err().to_string();
        assert_eq!(why("a("), "unclosed group");
        assert_eq!(why(""), "there is nothing to look for");
        assert!(why("(a{1000}){1000}").contains("size limit"), "{}", why("(a{1000}){1000}"));
    }
}
