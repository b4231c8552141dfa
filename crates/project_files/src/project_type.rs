//! Recognises projects: which folder is one, of which engine, and why.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scenewright_engine::Engine;
use scenewright_journal::canonicalize;
use scenewright_model::EngineKind;
use thiserror::Error;

/// How the projects of one engine are recognised and opened: what an engine on files registers.
#[derive(Debug, Clone, Copy)]
pub struct ProjectType {
    pub kind: EngineKind,
    /// What a folder must contain to be such a project, for people: "project.godot".
    pub evidence: &'static [&'static str],
    /// Whether a folder is such a project.
    pub is_project: fn(&Path) -> bool,
    /// Why a folder is a project of this engine that cannot be read, such as one of an old version.
    pub unsupported: fn(&Path) -> Option<&'static str>,
    pub open: fn(&RecognisedProject, &EngineEnvironment) -> Arc<dyn Engine>,
}

/// What an engine may use in addition to the project itself.
#[derive(Debug, Clone, Default)]
pub struct EngineEnvironment {
    /// Editors on this machine that may be asked about their classes.
    pub editors: Vec<LocalEditor>,
    /// The folder for journals of changes, outside of any project. Without one nothing is written.
    pub data: Option<PathBuf>,
    /// Whether to learn of changes from the system, where it can tell; otherwise every call looks at all
    /// files. Worth its start for a process that answers many calls.
    pub watch_files: bool,
}

/// An editor on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalEditor {
    pub kind: EngineKind,
    pub program: PathBuf,
    /// The user named it; else it was found on the PATH.
    pub named: bool,
    /// The folder for what it reports, which may not exist yet.
    pub cache: PathBuf,
}

impl EngineEnvironment {
    pub fn editor(&self, kind: EngineKind) -> Option<&LocalEditor> {
        self.editors.iter().find(|editor| editor.kind == kind)
    }
}

/// A folder that is a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecognisedProject {
    pub kind: EngineKind,
    /// Canonical, so that links cannot lead out of it unnoticed.
    pub root: PathBuf,
    /// The evidence, for people: "it has project.godot".
    pub because: String,
}

#[derive(Debug, Error)]
pub enum NotAProjectError {
    #[error("'{}' cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },

    #[error("'{}' is not supported: {reason}", path.display())]
    Unsupported { path: PathBuf, reason: String },

    #[error(
        "no {} project in '{}' or above it (looked for {})",
        types.names(), path.display(), types.evidence()
    )]
    None {
        path: PathBuf,
        /// What was looked for.
        types: ProjectTypes,
        /// Projects below the folder, which may be what was meant.
        below: Vec<PathBuf>,
    },
}

/// The registered engines. A folder that several of them recognise belongs to the last one.
#[derive(Debug, Clone, Copy)]
pub struct ProjectTypes(pub &'static [ProjectType]);

impl ProjectTypes {
    /// The nearest project at or above `start`, which may also be a file inside the project.
    pub fn find(self, start: &Path) -> Result<RecognisedProject, NotAProjectError> {
        let unreadable = |source| NotAProjectError::Unreadable { path: start.to_owned(), source };
        let start = canonicalize(start).map_err(unreadable)?;
        for folder in start.ancestors() {
            if let Some(found) = self.recognise(folder)? {
                return Ok(found);
            }
        }
        let below = self.projects_below(&start);
        Err(NotAProjectError::None { path: start, types: self, below })
    }

    /// The project that `folder` itself (canonical) is, if it is one.
    pub fn recognise(self, folder: &Path) -> Result<Option<RecognisedProject>, NotAProjectError> {
        if let Some(found) = self.0.iter().rev().find(|known| (known.is_project)(folder)) {
            return Ok(Some(RecognisedProject {
                kind: found.kind,
                root: folder.to_owned(),
                because: format!("it has {}", found.evidence.join(" and ")),
            }));
        }
        match self.0.iter().rev().find_map(|known| (known.unsupported)(folder)) {
            Some(reason) => Err(NotAProjectError::Unsupported {
                path: folder.to_owned(),
                reason: reason.to_owned(),
            }),
            None => Ok(None),
        }
    }

    /// An engine over the files of a recognised project. Nothing is read until the first call.
    pub fn open(
        self,
        project: &RecognisedProject,
        around: &EngineEnvironment,
    ) -> Option<Arc<dyn Engine>> {
        let known = self.0.iter().find(|known| known.kind == project.kind)?;
        Some((known.open)(project, around))
    }

    /// "Unity or Godot"
    fn names(self) -> String {
        let names: Vec<&str> = self.0.iter().map(|known| known.kind.name()).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// "Assets/ with ProjectSettings/, and for project.godot"
    fn evidence(self) -> String {
        let all: Vec<String> = self.0.iter().map(|known| known.evidence.join(" with ")).collect();
        match all.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{}, and for {last}", others.join(", for ")),
            None => String::new(),
        }
    }

    /// Projects one or two levels down: in a repository's root, most often one of them is meant.
    fn projects_below(self, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut level = vec![folder.to_owned()];
        for _ in 0..2 {
            let folders: Vec<PathBuf> =
                level.iter().flat_map(|folder| subfolders(folder)).collect();
            let (projects, others): (Vec<_>, Vec<_>) = folders
                .into_iter()
                .partition(|folder| matches!(self.recognise(folder), Ok(Some(_))));
            found.extend(projects);
            level = others;
        }
        found.sort();
        found.truncate(10);
        found
    }
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let visible = |path: &PathBuf| {
        path.is_dir()
            && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    // A folder with thousands of entries is unlikely to hold a project.
    entries.flatten().take(500).map(|entry| entry.path()).filter(visible).collect()
}
