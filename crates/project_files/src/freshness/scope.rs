//! Which folders are watched: those that the index reads, and the ones above that could bring them.
#![cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing is watched there"))]

use std::path::{Path, PathBuf};

use crate::layout::ProjectLayout;

/// The project, or a folder outside of it whose files belong to it.
pub(super) struct WatchedTree {
    pub(super) root: PathBuf,
    /// `None` for a folder outside the project, of which everything is read.
    pub(super) layout: Option<&'static ProjectLayout>,
}

impl WatchedTree {
    pub(super) fn project(root: PathBuf, layout: &'static ProjectLayout) -> WatchedTree {
        WatchedTree { root, layout: Some(layout) }
    }

    pub(super) fn linked(root: &Path) -> WatchedTree {
        WatchedTree { root: root.to_owned(), layout: None }
    }

    /// Whether a change of this relative path matters, and a folder at this path is watched.
    pub(super) fn is_relevant(&self, path: &str) -> bool {
        self.layout.is_none_or(|layout| layout.is_read(path))
    }

    /// Whether a file of this name excludes the folder that contains it.
    pub(super) fn is_exclusion(&self, name: &str) -> bool {
        self.layout.is_some_and(|layout| (layout.excludes_folder)(name))
    }

    /// Whether a walk enters this folder even if it is a link.
    pub(super) fn is_walked_through(&self, path: &str) -> bool {
        self.layout.is_some_and(|layout| {
            !layout.folders.is_empty() && layout.is_read(path) && !layout.is_below_root(path)
        })
    }
}

impl ProjectLayout {
    /// Whether a path is in a folder that is read, or is one, or leads to one.
    fn is_read(&self, path: &str) -> bool {
        let is_at_or_below = |folder: &&str| {
            path.strip_prefix(*folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let leads_to =
            |folder: &&str| folder.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        self.folders.is_empty()
            || path.is_empty()
            || self.all_folders().any(|folder| is_at_or_below(&folder) || leads_to(&folder))
    }

    /// Whether a path is below one of the folders that are read.
    fn is_below_root(&self, path: &str) -> bool {
        self.all_folders()
            .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    }

    fn all_folders(&self) -> impl Iterator<Item = &'static str> {
        self.folders.iter().chain(self.cache_folders).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::examples::{GODOT, UNITY};

    #[test]
    fn the_folders_that_are_read_and_those_that_lead_to_them_are_watched() {
        let rows = [
            (&UNITY, "", true),
            (&UNITY, "Assets", true),
            (&UNITY, "Assets/a/b", true),
            (&UNITY, "AssetsOld", false),
            (&UNITY, "Library", true),
            (&UNITY, "Library/PackageCache/a", true),
            (&UNITY, "Library/Artifacts", false),
            (&UNITY, "Game.csproj", false),
            (&GODOT, "anything/else", true),
        ];
        for (layout, path, expected) in rows {
            let tree = WatchedTree::project(PathBuf::new(), layout);
            assert_eq!(tree.is_relevant(path), expected, "{} {path}", layout.engine);
        }
    }

    #[test]
    fn a_link_in_place_of_a_folder_that_is_read_is_told_from_one_inside() {
        let tree = WatchedTree::project(PathBuf::new(), &UNITY);
        for path in ["Assets", "Library", "Library/PackageCache"] {
            assert!(tree.is_walked_through(path), "{path}");
        }
        for path in ["Assets/a", "Library/PackageCache/a", "Other"] {
            assert!(!tree.is_walked_through(path), "{path}");
        }
        assert!(!WatchedTree::project(PathBuf::new(), &GODOT).is_walked_through("a"));
    }
}
