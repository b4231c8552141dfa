//! Git submodules inside the project that are not checked out: their files, and with them their
//! guids, are missing only here.

use std::fs;
use std::path::{Path, PathBuf};

use scenewright_model::{UnreadFile, UnreadReason};
use scenewright_project_files::root::ProjectRoot;

/// How far above the project the repository's root may be.
const MAX_LEVELS: usize = 8;

/// The submodules below `Assets` and `Packages` whose folders are missing or empty.
pub(crate) fn not_checked_out(project: &ProjectRoot) -> Vec<UnreadFile> {
    let Some((repository, list)) = submodule_list(project.path()) else {
        return Vec::new();
    };
    let mut absent: Vec<UnreadFile> = submodule_paths(&list)
        .filter(|path| is_empty(&repository.join(path)))
        .filter_map(|path| path_in_project(project.path(), &repository.join(path)))
        .map(|path| UnreadFile::new(path, UnreadReason::Submodule))
        .collect();
    absent.sort_by(|one, other| one.path.cmp(&other.path));
    absent
}

/// The repository's root and its `.gitmodules`. An archive of a repository has no `.git`.
fn submodule_list(project: &Path) -> Option<(PathBuf, String)> {
    for folder in project.ancestors().take(MAX_LEVELS) {
        if let Ok(list) = fs::read_to_string(folder.join(".gitmodules")) {
            return Some((folder.to_owned(), list));
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

fn submodule_paths(list: &str) -> impl Iterator<Item = &str> {
    list.lines().filter_map(|line| {
        let (key, path) = line.split_once('=')?;
        (key.trim() == "path").then(|| path.trim().trim_matches('"').trim_end_matches('/'))
    })
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none())
}

/// Relative to the project, if Unity reads assets there.
fn path_in_project(project: &Path, submodule: &Path) -> Option<String> {
    let inside = submodule.strip_prefix(project).ok()?.to_str()?.replace('\\', "/");
    let first = inside.split('/').next()?;
    matches!(first, "Assets" | "Packages").then_some(inside)
}
