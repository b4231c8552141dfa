//! `{one,two}`: expands a pattern with braces into patterns without.

use super::GlobError;
use super::name::class_length;

/// The largest number of patterns that one pattern may expand to.
pub(super) const MAX_ALTERNATIVES: usize = 256;

/// Limits nested braces, and pairs of braces in total: the pattern is parsed again for each.
const MAX_BRACE_DEPTH: usize = 16;
const MAX_EXPANSION_STEPS: usize = 4 * MAX_ALTERNATIVES;

/// Returns every expansion of the pattern.
pub(super) fn expand(pattern: &str) -> Result<Vec<String>, GlobError> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    let mut steps = 0;
    while let Some(pattern) = open.pop() {
        steps += 1;
        let Some(braces) = first(&pattern)? else {
            done.push(pattern);
            continue;
        };
        let (before, after) = (&pattern[..braces.start], &pattern[braces.end..]);
        for option in braces.options.iter().rev() {
            open.push(format!("{before}{option}{after}"));
        }
        if done.len() + open.len() > MAX_ALTERNATIVES || steps > MAX_EXPANSION_STEPS {
            return Err(GlobError::TooManyAlternatives { limit: MAX_ALTERNATIVES });
        }
    }
    Ok(done)
}

struct Braces<'p> {
    /// From `{` to just after `}`.
    start: usize,
    end: usize,
    options: Vec<&'p str>,
}

/// Returns the first outermost pair of braces.
fn first(pattern: &str) -> Result<Option<Braces<'_>>, GlobError> {
    let (mut at, mut depth, mut start, mut option) = (0, 0, 0, 0);
    let mut options = Vec::new();
    // All delimiters are ASCII, and no byte of a multi-byte character is.
    while let Some(byte) = pattern.as_bytes().get(at) {
        match byte {
            b'\\' if at + 1 == pattern.len() => return Err(GlobError::LoneBackslash),
            b'\\' => at += 1,
            b'[' => at += class_length(&pattern[at..]).ok_or(GlobError::OpenClass)? - 1,
            b'{' if depth == MAX_BRACE_DEPTH => {
                return Err(GlobError::TooManyAlternatives { limit: MAX_ALTERNATIVES });
            }
            b'{' => {
                if depth == 0 {
                    (start, option) = (at, at + 1);
                }
                depth += 1;
            }
            b',' if depth == 1 => {
                options.push(&pattern[option..at]);
                option = at + 1;
            }
            b'}' if depth == 1 => {
                options.push(&pattern[option..at]);
                return Ok(Some(Braces { start, end: at + 1, options }));
            }
            b'}' if depth > 0 => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    if depth > 0 { Err(GlobError::OpenBrace) } else { Ok(None) }
}
