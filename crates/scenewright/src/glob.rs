//! Patterns for paths of a project: `*` and `?` stay in a folder, `**` crosses folders, as in `.gitignore`.

/// A pattern without a `/` matches names at any depth, and a pattern that matches a folder all that is in it.
#[derive(Debug, Clone)]
pub(crate) struct Glob {
    parts: Vec<String>,
}

impl Glob {
    pub(crate) fn new(pattern: &str) -> Result<Glob, String> {
        let slashes = pattern.replace('\\', "/");
        let relative = slashes.strip_prefix("res://").unwrap_or(&slashes);
        let relative = relative.strip_prefix("./").unwrap_or(relative);
        let mut parts: Vec<String> =
            relative.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        if parts.is_empty() {
            return Err("the pattern is empty".to_owned());
        }
        if parts.iter().any(|part| part == "..") {
            return Err("a pattern is relative to the project and has no '..'".to_owned());
        }
        if parts.len() == 1 && !relative.contains('/') {
            parts.insert(0, "**".to_owned());
        }
        Ok(Glob { parts })
    }

    /// Whether the path, with `/` between its parts, or one of its folders matches.
    pub(crate) fn matches(&self, path: &str) -> bool {
        let path: Vec<&str> = path.split('/').collect();
        matches_parts(&self.parts, &path)
    }
}

fn matches_parts(pattern: &[String], path: &[&str]) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return true };
    if first == "**" {
        return (0..=path.len()).any(|skipped| {
            (!rest.is_empty() || skipped < path.len()) && matches_parts(rest, &path[skipped..])
        });
    }
    path.split_first().is_some_and(|(name, below)| {
        matches_name(first.as_bytes(), name.as_bytes()) && matches_parts(rest, below)
    })
}

/// Goes back to the last `*` only: it can take over what an earlier one has matched.
fn matches_name(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    let mut star = None;
    while read < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(byte) if *byte == b'?' || *byte == name[read] => (at, read) = (at + 1, read + 1),
            _ => match star {
                Some((position, taken)) => {
                    star = Some((position, taken + 1));
                    (at, read) = (position + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_files_and_folders() {
        for (pattern, path, expected) in [
            ("Assets/Plugins/**", "Assets/Plugins/a/b.prefab", true),
            ("Assets/Plugins", "Assets/Plugins/a/b.prefab", true),
            ("Assets/Plugins/", "Assets/PluginsOld/b.prefab", false),
            ("*.mat", "Assets/a/b.mat", true),
            ("addons", "game/addons/x.tscn", true),
            ("**/test*/*.tscn", "a/b/tests/x.tscn", true),
            ("**/test*/*.tscn", "tests/x.tscn", true),
            ("a/*.tscn", "a/b/x.tscn", false),
            ("a/*b*c", "a/xbxbxc", true),
            ("a?c/**", "abc/d", true),
            ("res://addons/**", "addons/x.gd", true),
            ("addons\\x.gd", "addons/x.gd", true),
        ] {
            assert_eq!(Glob::new(pattern).unwrap().matches(path), expected, "{pattern} {path}");
        }
        assert!(Glob::new("").is_err() && Glob::new("../x").is_err());
    }
}
