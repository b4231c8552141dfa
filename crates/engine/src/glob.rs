//! Path patterns: `*`, `**`, `?`, `[abc]`, `[!a-z]` and `{one,two}`; `\` escapes the next
//! character. Anything unknown or unclosed is an error, so that a pattern never silently matches
//! nothing because of a typing mistake.

mod braces;
mod name;

use thiserror::Error;

use name::GlobNamePattern;

/// A pattern for project-relative paths. A pattern without `/` matches file names in any folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    /// At least one of them must match.
    alternatives: Vec<Vec<GlobSegment>>,
}

/// A part of a pattern between two slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum GlobSegment {
    /// `**`: any number of folders.
    Folders,
    Name(GlobNamePattern),
}

/// Why a pattern is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GlobError {
    #[error("'[' is not closed; \\[ stands for the character itself")]
    OpenClass,
    #[error("'{{' is not closed; \\{{ stands for the character itself")]
    OpenBrace,
    #[error("'{first}-{last}' is no range of characters")]
    BadRange { first: char, last: char },
    #[error("'\\' at the end has nothing to stand before; \\\\ stands for the character itself")]
    LoneBackslash,
    #[error("its braces make more than {limit} alternatives")]
    TooManyAlternatives { limit: usize },
}

impl Glob {
    pub fn new(pattern: &str) -> Result<Glob, GlobError> {
        let pattern = pattern.strip_prefix("res://").unwrap_or(pattern);
        let alternatives = braces::expand(pattern)?;
        let alternatives = alternatives.iter().map(|alternative| parse_segments(alternative));
        Ok(Glob { alternatives: alternatives.collect::<Result<_, _>>()? })
    }

    /// Matches exactly one path, whatever characters it contains.
    pub fn exact(path: &str) -> Glob {
        let names = path.strip_prefix("res://").unwrap_or(path).split('/');
        let names = names.filter(|name| !name.is_empty() && *name != ".");
        Glob {
            alternatives: vec![
                names.map(|name| GlobSegment::Name(GlobNamePattern::exact(name))).collect(),
            ],
        }
    }

    /// Escapes a text so that every character in a pattern stands for itself.
    pub fn escape(text: &str) -> String {
        let mut escaped = String::with_capacity(text.len());
        for letter in text.chars() {
            if matches!(letter, '*' | '?' | '[' | ']' | '{' | '}' | '\\') {
                escaped.push('\\');
            }
            escaped.push(letter);
        }
        escaped
    }

    /// Ignores case, as file names do on most desktops.
    pub fn matches(&self, path: &str) -> bool {
        let names: Vec<&str> = path.split('/').collect();
        self.alternatives.iter().any(|parts| {
            let is_folders = |part: &GlobSegment| *part == GlobSegment::Folders;
            match_wildcards(parts, &names, is_folders, |part, name| match part {
                GlobSegment::Folders => true,
                GlobSegment::Name(pattern) => pattern.matches(name),
            })
        })
    }
}

fn parse_segments(pattern: &str) -> Result<Vec<GlobSegment>, GlobError> {
    let mut parts: Vec<GlobSegment> = Vec::new();
    if !pattern.contains('/') {
        parts.push(GlobSegment::Folders);
    }
    for part in pattern.split('/').filter(|part| !part.is_empty() && *part != ".") {
        // Two in a row mean the same as one.
        match part {
            "**" if parts.last() == Some(&GlobSegment::Folders) => {}
            "**" => parts.push(GlobSegment::Folders),
            name => parts.push(GlobSegment::Name(GlobNamePattern::new(name)?)),
        }
    }
    Ok(parts)
}

/// Matches with a single backtracking point, the last star, so that the cost is at most quadratic.
fn match_wildcards<P, T>(
    pattern: &[P],
    text: &[T],
    is_star: impl Fn(&P) -> bool,
    matches: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut place) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while place < text.len() {
        match pattern.get(at) {
            Some(part) if is_star(part) => {
                back = Some((at, place));
                at += 1;
            }
            Some(part) if matches(part, &text[place]) => {
                at += 1;
                place += 1;
            }
            _ => match &mut back {
                Some((star, from)) => {
                    *from += 1;
                    (at, place) = (*star + 1, *from);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(is_star)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_paths() {
        for (pattern, path, expected) in [
            ("*.cs", "Assets/Scripts/Player.cs", true),
            ("*.cs", "Assets/Scripts/Player.cs.meta", false),
            ("*.CS", "Assets/Player.cs", true),
            ("Assets/*.cs", "Assets/Scripts/Player.cs", false),
            ("Assets/**/*.cs", "Assets/Scripts/Player.cs", true),
            ("Assets/**/*.cs", "Assets/Player.cs", true),
            ("Assets/**", "Assets/a/b/c", true),
            ("**/Editor/**", "Assets/x/Editor/y/z.cs", true),
            ("**/Editor/**", "Assets/x/Editors/y/z.cs", false),
            ("res://props/?antern.tscn", "props/lantern.tscn", true),
            ("*.{unity,prefab}", "Assets/Main.unity", true),
            ("*.{unity,prefab}", "Assets/a/Crate.prefab", true),
            ("*.{unity,prefab}", "Assets/Crate.mat", false),
            ("{Assets,Packages/{a,b}}/*.cs", "Packages/b/x.cs", true),
            ("{Assets,Packages/{a,b}}/*.cs", "Packages/c/x.cs", false),
            ("a{,b}.txt", "a.txt", true),
            ("a{,b}.txt", "ab.txt", true),
            ("[MS]*", "Assets/main.unity", true),
            ("[MS]*", "Assets/Sign.prefab", true),
            ("[MS]*", "Assets/Tree.prefab", false),
            ("[!MS]*", "Assets/Tree.prefab", true),
            ("[^m]*", "Assets/Main.unity", false),
            ("level[0-9a-c].tscn", "levels/level7.tscn", true),
            ("level[0-9a-c].tscn", "levels/levelB.tscn", true),
            ("level[0-9a-c].tscn", "levels/leveld.tscn", false),
            ("[]x]", "]", true),
            ("[]x]", "y", false),
            ("[a-]", "-", true),
            ("[{]a", "{a", true),
            (r"Assets/\[old\]#1/*", "Assets/[old]#1/a.txt", true),
            (r"Assets/\[old\]#1/*", "Assets/o#1/a.txt", false),
            (r"\{a,b\}.txt", "{a,b}.txt", true),
            ("a}b]", "a}b]", true),
            (r"\*", "*", true),
            (r"\*", "a", false),
            ("a*b*c", "a__b__b__c", true),
            ("a*b*c", "a__c__b", false),
            ("", "a/b", true),
        ] {
            let glob = Glob::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            assert_eq!(glob.matches(path), expected, "{pattern} on {path}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        let many = "{a,b}".repeat(20);
        let nested = "{".repeat(100_000);
        for (pattern, expected) in [
            ("[abc", GlobError::OpenClass),
            ("[]", GlobError::OpenClass),
            ("a[!", GlobError::OpenClass),
            ("[a/b]", GlobError::OpenClass),
            ("*.{unity,prefab", GlobError::OpenBrace),
            ("{a,{b}", GlobError::OpenBrace),
            (&nested, GlobError::TooManyAlternatives { limit: braces::MAX_ALTERNATIVES }),
            ("[z-a]", GlobError::BadRange { first: 'z', last: 'a' }),
            ("a\\", GlobError::LoneBackslash),
            (&many, GlobError::TooManyAlternatives { limit: braces::MAX_ALTERNATIVES }),
        ] {
            assert_eq!(Glob::new(pattern), Err(expected), "{pattern:.40}");
        }
        assert_eq!(
            GlobError::OpenBrace.to_string(),
            r"'{' is not closed; \{ stands for the character itself"
        );
    }

    #[test]
    fn any_path_can_be_named_exactly() {
        for path in ["Assets/[old]#1/a{b}.txt", "a*b?.cs", r"a\b", "plain.gd"] {
            assert!(Glob::exact(path).matches(path), "{path}");
            assert!(Glob::new(&Glob::escape(path)).unwrap().matches(path), "{path}");
            assert!(!Glob::exact(path).matches(&format!("{path}x")), "{path}");
        }
        assert!(!Glob::exact("a.gd").matches("b/a.gd"));
    }

    #[test]
    fn many_stars_are_no_trap() {
        let pattern = "*a".repeat(200);
        assert!(!Glob::new(&pattern).unwrap().matches(&"ab".repeat(5_000)));
        assert!(!Glob::new(&"**/a/".repeat(200)).unwrap().matches(&"a/".repeat(150)));
    }
}
