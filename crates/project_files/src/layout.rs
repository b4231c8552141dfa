//! How the projects of one engine are laid out on disk, and how the engine writes their paths.

use scenewright_model::{EngineKind, ProjectPath, is_pseudo_scene};

use crate::root::FileListing;
use crate::root::ProjectRoot;
use scenewright_engine::{Context, EngineError};

/// What differs between engines and is plain data.
///
/// Invariant: it agrees with what the engine's index walks.
pub struct ProjectLayout {
    pub engine: EngineKind,
    /// What the engine puts before a project-relative path: `res://` in Godot, nothing in Unity.
    pub path_prefix: &'static str,
    /// The folders of the root that hold the project's files; if none is named, all of the root does.
    pub folders: &'static [&'static str],
    /// Further folders that the index reads, with packages that the engine has downloaded.
    pub cache_folders: &'static [&'static str],
    /// Whether a file of this name excludes the folder that contains it, as `.gdignore` does.
    pub excludes_folder: fn(&str) -> bool,
    /// The path of the asset that a file is a part of, or its own: `a.png` for `a.png.meta`.
    pub asset_of: fn(&str) -> &str,
}

impl ProjectLayout {
    /// A path in the engine's own form, for an answer. Pseudo-scenes have an id instead of a path.
    pub fn to_engine_path(&self, path: &str) -> String {
        if is_pseudo_scene(path) { path.to_owned() } else { format!("{}{path}", self.path_prefix) }
    }

    /// The project-relative path of one that this engine wrote.
    pub fn from_engine_path(&self, path: &str) -> ProjectPath {
        ProjectPath::from_relative(path.strip_prefix(self.path_prefix).unwrap_or(path))
    }

    /// All files of the project.
    pub(crate) fn list_files(
        &self,
        root: &ProjectRoot,
        cx: &Context,
    ) -> Result<FileListing, EngineError> {
        if self.folders.is_empty() {
            return root.list_files("", |_| true, cx);
        }
        let mut listing = FileListing::default();
        for folder in self.folders {
            listing.extend(root.list_files(folder, |_| true, cx)?);
        }
        Ok(listing)
    }
}
