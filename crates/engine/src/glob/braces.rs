//! `{one,two}`: a pattern with braces as the patterns that it stands for.

use super::GlobError;
use super::name::class_length;

/// How many patterns one may stand for.
pub(super) const MAX_ALTERNATIVES: usize = 256;

/// Braces inside braces, and pairs of them in all: a pattern is read again for each.
const MAX_BRACE_DEPTH: usize = 16;
const MAX_EXPANSION_STEPS: usize = 4 * MAX_ALTERNATIVES;

/// Every pattern that this one stands for, without braces.
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
    /// From `{` to behind `}`.
    start: usize,
    end: usize,
    options: Vec<&'p str>,
}

/// The first braces that no others are around.
fn first(pattern: &str) -> Result<Option<Braces<'_>>, GlobError> {
    let (mut at, mut depth, mut start, mut option) = (0, 0, 0, 0);
    let mut options = Vec::new();
    // All that is looked for is ASCII, which no other character has a byte of.
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
