//! Which files count, and as what.

use scenewright_model::EngineKind;

use crate::root::is_ignored;

/// What sets the engines apart. It has to agree with what their indexes walk.
pub struct WatchRules {
    pub engine: EngineKind,
    /// What the engine puts before a project-relative path.
    pub prefix: &'static str,
    /// The folders of the root that count; if there are none named, all of it does.
    pub tops: &'static [&'static str],
    /// Whether a file of this name closes the folder that it lies in.
    pub closes: fn(&str) -> bool,
    /// The path of the asset that a file is a part of, or its own.
    pub owner: fn(&str) -> &str,
}

impl WatchRules {
    /// Whether something at this project-relative path can matter, whatever it is.
    pub(super) fn concerns(&self, path: &str) -> bool {
        let (folder, name) = split(path);
        let top = path.split('/').next().unwrap_or_default();
        (self.tops.is_empty() || path.is_empty() || self.tops.contains(&top))
            && !folder.split('/').any(is_ignored)
            && (!is_ignored(name) || (self.closes)(name))
    }

    /// Whether a folder is looked into that a walk came by.
    pub(super) fn enters(&self, path: &str) -> bool {
        self.tops.is_empty() || path.contains('/') || self.tops.contains(&path)
    }

    /// Whether a file is told of. Editors put hidden and temporary ones beside what they save.
    pub(super) fn reports(&self, path: &str) -> bool {
        let (folder, name) = split(path);
        (self.tops.is_empty() || !folder.is_empty()) && !is_ignored(name) && !is_temporary(name)
    }

    pub(super) fn closes(&self, name: &str) -> bool {
        (self.closes)(name)
    }

    /// The asset that a file is a part of, where it is not one by itself.
    pub(super) fn owner<'p>(&self, path: &'p str) -> Option<&'p str> {
        let owner = (self.owner)(path);
        (owner != path && !split(owner).1.is_empty()).then_some(owner)
    }

    pub(super) fn to_engine_path(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }
}

/// The folder, which is empty for the root, and the name.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// What editors write on their way to the file: Vim tries out whether it can write with `4913`.
fn is_temporary(name: &str) -> bool {
    const ENDINGS: [&str; 7] =
        [".tmp", ".TMP", ".swp", ".swo", ".swx", "___jb_tmp___", "___jb_old___"];
    name == "4913"
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || (name.starts_with('#') && name.ends_with('#'))
}

/// Rules in the manner of both engines, for the tests of watching itself.
#[cfg(test)]
pub(super) mod examples {
    use super::*;

    pub(crate) const UNITY: WatchRules = WatchRules {
        engine: EngineKind::UNITY,
        prefix: "",
        tops: &["Assets", "Packages", "ProjectSettings"],
        closes: |_| false,
        owner: |path| path.strip_suffix(".meta").unwrap_or(path),
    };

    pub(crate) const GODOT: WatchRules = WatchRules {
        engine: EngineKind::GODOT,
        prefix: "res://",
        tops: &[],
        closes: |name| matches!(name, "project.godot" | ".gdignore"),
        owner: |path| path.strip_suffix(".import").or(path.strip_suffix(".uid")).unwrap_or(path),
    };
}

#[cfg(test)]
mod tests {
    use super::examples::{GODOT, UNITY};

    #[test]
    fn what_concerns_a_project() {
        let rows = [
            (&UNITY, "", true),
            (&UNITY, "Assets", true),
            (&UNITY, "Assets/a/b.unity", true),
            (&UNITY, "Packages/manifest.json", true),
            (&UNITY, "ProjectSettings/TagManager.asset", true),
            (&UNITY, "Library/x", false),
            (&UNITY, "Temp", false),
            (&UNITY, "Logs/x", false),
            (&UNITY, "Game.csproj", false),
            (&UNITY, "Assets/.git/x", false),
            (&UNITY, "Assets/Samples~/x", false),
            (&UNITY, "Assets/a.unity~", false),
            (&UNITY, "Assets/.gdignore", false),
            (&GODOT, "", true),
            (&GODOT, "project.godot", true),
            (&GODOT, "a/b.tscn", true),
            (&GODOT, ".godot/x", false),
            (&GODOT, ".git/refs/x", false),
            (&GODOT, "a/.gdignore", true),
            (&GODOT, "a/.hidden", false),
        ];
        for (rules, path, expected) in rows {
            assert_eq!(rules.concerns(path), expected, "{} {path}", rules.engine);
        }
    }

    #[test]
    fn temporary_files_are_not_told_of() {
        let told = ["a.tscn", "4913.tscn", "a/tmp", "swp", "#a", "a.tmp.tscn"];
        let passed = ["a~", "a.tmp", ".a.swp", "a/b.swo", "a/4913", "#a#", "a/x.cs___jb_tmp___"];
        for path in told {
            assert!(GODOT.reports(path), "{path}");
        }
        for path in passed {
            assert!(!GODOT.reports(path), "{path}");
        }
    }

    #[test]
    fn parts_belong_to_their_assets() {
        let rows = [
            (&UNITY, "Assets/a.png.meta", Some("Assets/a.png")),
            (&UNITY, "Assets/a.png", None),
            (&UNITY, "Assets/.meta", None),
            (&GODOT, "a.png.import", Some("a.png")),
            (&GODOT, "a.gd.uid", Some("a.gd")),
            (&GODOT, "a.gd", None),
        ];
        for (rules, path, owner) in rows {
            assert_eq!(rules.owner(path), owner, "{path}");
        }
    }
}
