//! Which folder is a project, of which engine, and why.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scenewright_model::EngineKind;
use thiserror::Error;

/// A folder that is a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    pub kind: EngineKind,
    /// Canonical, so that links cannot lead out of it unnoticed.
    pub root: PathBuf,
    /// The evidence, for people: "it has project.godot".
    pub because: String,
}

#[derive(Debug, Error)]
pub enum NotAProject {
    #[error("'{}' cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },

    #[error("'{}' is not supported: {reason}", path.display())]
    Unsupported { path: PathBuf, reason: String },

    #[error(
        "no Unity or Godot project in '{}' or above it (looked for Assets/ with ProjectSettings/, and for project.godot)",
        path.display()
    )]
    None {
        path: PathBuf,
        /// Projects below the folder, which may be what was meant.
        below: Vec<PathBuf>,
    },
}

/// The nearest project at or above `start`, which may also be a file inside the project.
pub fn find(start: &Path) -> Result<Recognised, NotAProject> {
    let unreadable = |source| NotAProject::Unreadable { path: start.to_owned(), source };
    let start = start.canonicalize().map_err(unreadable)?;
    for folder in start.ancestors() {
        if let Some(found) = recognise(folder)? {
            return Ok(found);
        }
    }
    let below = projects_below(&start);
    Err(NotAProject::None { path: start, below })
}

/// Whether `folder` itself (canonical) is a project.
pub fn recognise(folder: &Path) -> Result<Option<Recognised>, NotAProject> {
    let found = |kind, because: &str| {
        Some(Recognised { kind, root: folder.to_owned(), because: because.to_owned() })
    };
    if folder.join("project.godot").is_file() {
        return Ok(found(EngineKind::Godot, "it has project.godot"));
    }
    if folder.join("Assets").is_dir() && folder.join("ProjectSettings").is_dir() {
        return Ok(found(EngineKind::Unity, "it has Assets/ and ProjectSettings/"));
    }
    if folder.join("engine.cfg").is_file() {
        return Err(NotAProject::Unsupported {
            path: folder.to_owned(),
            reason: "engine.cfg belongs to Godot 2, whose files differ from those of Godot 3 and 4"
                .to_owned(),
        });
    }
    Ok(None)
}

/// Projects one or two levels down: what a person who stands in a repository's root most often means.
fn projects_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut level = vec![folder.to_owned()];
    for _ in 0..2 {
        let folders: Vec<PathBuf> = level.iter().flat_map(|folder| subfolders(folder)).collect();
        let (projects, others): (Vec<_>, Vec<_>) =
            folders.into_iter().partition(|folder| matches!(recognise(folder), Ok(Some(_))));
        found.extend(projects);
        level = others;
    }
    found.sort();
    found.truncate(10);
    found
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let visible = |path: &PathBuf| {
        path.is_dir()
            && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    // A folder with thousands of entries is not where somebody keeps their game.
    entries.flatten().take(500).map(|entry| entry.path()).filter(visible).collect()
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn a_folder_inside_a_project_belongs_to_it() {
        let fixture =
            Fixture::new("//- /game/Assets/Scenes/a.unity\n//- /game/ProjectSettings/x\n");
        for inside in ["game", "game/Assets/Scenes", "game/Assets/Scenes/a.unity"] {
            let found = find(&fixture.path(inside)).unwrap();
            assert_eq!(
                (found.kind, found.root),
                (EngineKind::Unity, fixture.path("game")),
                "{inside}"
            );
        }
    }

    #[test]
    fn a_folder_above_a_project_names_it() {
        let fixture = Fixture::new("//- /repo/game/project.godot\n//- /repo/docs/x\n");
        let Err(NotAProject::None { below, .. }) = find(&fixture.path("repo")) else {
            panic!("a folder above a project is none itself");
        };
        assert_eq!(below, [fixture.path("repo/game")]);
    }

    #[test]
    fn godot_2_is_named_as_what_it_is() {
        let fixture = Fixture::new("//- /engine.cfg\n");
        let error = find(&fixture.root()).unwrap_err().to_string();
        assert!(error.contains("Godot 2"), "{error}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_said() {
        let error = find(Path::new("/no/such/folder")).unwrap_err();
        assert!(matches!(error, NotAProject::Unreadable { .. }), "{error}");
    }
}
