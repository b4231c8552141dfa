//! Which files are watched, and which assets they belong to.

use crate::layout::ProjectLayout;
use crate::root::is_ignored;

impl ProjectLayout {
    /// Whether a change at this project-relative path can matter, whatever is there.
    pub(super) fn concerns(&self, path: &str) -> bool {
        let (folder, name) = split(path);
        let top = path.split('/').next().unwrap_or_default();
        (self.folders.is_empty() || path.is_empty() || self.folders.contains(&top))
            && !folder.split('/').any(is_ignored)
            && (!is_ignored(name) || (self.excludes_folder)(name))
    }

    /// Whether a folder that was listed is looked into.
    pub(super) fn enters(&self, path: &str) -> bool {
        self.folders.is_empty() || path.contains('/') || self.folders.contains(&path)
    }

    /// Whether changes of a file are reported. Editors put hidden and temporary files beside what they save.
    pub(super) fn reports(&self, path: &str) -> bool {
        let (folder, name) = split(path);
        (self.folders.is_empty() || !folder.is_empty()) && !is_ignored(name) && !is_temporary(name)
    }

    pub(super) fn is_exclusion(&self, name: &str) -> bool {
        (self.excludes_folder)(name)
    }

    /// The asset that a file is a part of, if it is not an asset itself.
    pub(super) fn owning_asset<'p>(&self, path: &'p str) -> Option<&'p str> {
        let owner = (self.asset_of)(path);
        (owner != path && !split(owner).1.is_empty()).then_some(owner)
    }
}

/// The folder, which is empty for the root, and the name.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Files that editors write before the real one: Vim tests whether it can write with `4913`.
fn is_temporary(name: &str) -> bool {
    const ENDINGS: [&str; 7] =
        [".tmp", ".TMP", ".swp", ".swo", ".swx", "___jb_tmp___", "___jb_old___"];
    name == "4913"
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || (name.starts_with('#') && name.ends_with('#'))
}

/// Layouts like those of both engines, for the tests of watching itself.
#[cfg(test)]
pub(crate) mod examples {
    use scenewright_model::EngineKind;

    use super::*;

    pub(crate) const UNITY: ProjectLayout = ProjectLayout {
        engine: EngineKind::UNITY,
        path_prefix: "",
        folders: &["Assets", "Packages", "ProjectSettings"],
        cache_folders: &["Library/PackageCache"],
        excludes_folder: |_| false,
        asset_of: |path| path.strip_suffix(".meta").unwrap_or(path),
    };

    pub(crate) const GODOT: ProjectLayout = ProjectLayout {
        engine: EngineKind::GODOT,
        path_prefix: "res://",
        folders: &[],
        cache_folders: &[],
        excludes_folder: |name| matches!(name, "project.godot" | ".gdignore"),
        asset_of: |path| path.strip_suffix(".import").or(path.strip_suffix(".uid")).unwrap_or(path),
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
    fn temporary_files_are_not_reported() {
        let reported = ["a.tscn", "4913.tscn", "a/tmp", "swp", "#a", "a.tmp.tscn"];
        let passed = ["a~", "a.tmp", ".a.swp", "a/b.swo", "a/4913", "#a#", "a/x.cs___jb_tmp___"];
        for path in reported {
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
            assert_eq!(rules.owning_asset(path), owner, "{path}");
        }
    }
}
