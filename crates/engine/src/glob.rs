//! Path patterns with `*`, `**` and `?`. Every other character is itself: project paths hold `[`,
//! `]`, `#` and `{`, which other matchers give a meaning.

/// A pattern for project-relative paths. One without `/` is for file names, in any folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    parts: Vec<String>,
}

impl Glob {
    pub fn new(pattern: &str) -> Glob {
        let pattern = pattern.strip_prefix("res://").unwrap_or(pattern);
        let mut parts: Vec<String> = Vec::new();
        if !pattern.contains('/') {
            parts.push("**".to_owned());
        }
        for part in pattern.split('/').filter(|part| !part.is_empty() && *part != ".") {
            // Two in a row say nothing more than one.
            if part != "**" || parts.last().is_none_or(|last| last != "**") {
                parts.push(part.to_owned());
            }
        }
        Glob { parts }
    }

    /// Letters of either case match, as file names do on most desktops.
    pub fn matches(&self, path: &str) -> bool {
        let names: Vec<&str> = path.split('/').collect();
        wild(&self.parts, &names, |part| part == "**", |part, name| name_matches(part, name))
    }
}

fn name_matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.to_lowercase().chars().collect();
    let name: Vec<char> = name.to_lowercase().chars().collect();
    wild(&pattern, &name, |&c| c == '*', |&c, &letter| c == '?' || c == letter)
}

/// Matches with one place to come back to, the last star: never more than length times length.
fn wild<P, T>(
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
            ("Assets/[old]#1/*", "Assets/[old]#1/a.txt", true),
            ("Assets/[old]#1/*", "Assets/o/a.txt", false),
            ("a*b*c", "a__b__b__c", true),
            ("a*b*c", "a__c__b", false),
            ("", "a/b", true),
        ] {
            assert_eq!(Glob::new(pattern).matches(path), expected, "{pattern} on {path}");
        }
    }

    #[test]
    fn many_stars_are_no_trap() {
        let pattern = "*a".repeat(200);
        assert!(!Glob::new(&pattern).matches(&"ab".repeat(5_000)));
        assert!(!Glob::new(&"**/a/".repeat(200)).matches(&"a/".repeat(150)));
    }
}
