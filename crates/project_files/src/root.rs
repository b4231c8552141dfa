//! Access to a project's files.
//!
//! Invariant: no path leaves the project's root, links included.
//!
//! Invariant: no file and no line is read beyond [`ReadLimits`].
//!
//! Invariant: a broken file is an error that names the file, the line and the reason; it never ends more
//! than the call.

mod limits;
mod listing;
mod walk;

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use scenewright_engine::{EngineError, Subject};
use scenewright_journal::{canonicalize, retry_while_in_use};
use scenewright_model::{
    ProjectPath, UnreadReason, is_pseudo_scene, strip_root, without_verbatim_prefix,
};

use crate::checked_texts::CheckedTexts;
use crate::freshness::Freshness;
use crate::layout::ProjectLayout;
use crate::unsaved::UnsavedFiles;
pub use limits::{ReadLimits, merge_conflict, not_text};
pub use listing::FileListing;
pub use walk::{FileStamp, TIMESTAMP_GRANULARITY, Walk, WalkEntry};

#[derive(Debug)]
pub struct ProjectRoot {
    root: PathBuf,
    limits: ReadLimits,
    /// Files are read from here first. Walks see the disk alone.
    unsaved: UnsavedFiles,
    freshness: Freshness,
    checked_texts: CheckedTexts,
}

impl PartialEq for ProjectRoot {
    fn eq(&self, other: &ProjectRoot) -> bool {
        self.root == other.root
    }
}

impl Eq for ProjectRoot {}

impl ProjectRoot {
    /// `root` is canonical.
    pub fn new(root: PathBuf) -> ProjectRoot {
        ProjectRoot {
            root,
            limits: ReadLimits::default(),
            unsaved: UnsavedFiles::default(),
            freshness: Freshness::default(),
            checked_texts: CheckedTexts::default(),
        }
    }

    /// Learns of changes from the system, where it can.
    pub fn watched(self, layout: &'static ProjectLayout) -> ProjectRoot {
        ProjectRoot { freshness: Freshness::watch(&self.root, layout), ..self }
    }

    pub fn with_limits(self, limits: ReadLimits) -> ProjectRoot {
        ProjectRoot { limits, ..self }
    }

    pub fn limits(&self) -> ReadLimits {
        self.limits
    }

    pub fn unsaved(&self) -> &UnsavedFiles {
        &self.unsaved
    }

    pub fn freshness(&self) -> &Freshness {
        &self.freshness
    }

    /// What is known to be sound enough to be edited.
    pub fn checked_texts(&self) -> &CheckedTexts {
        &self.checked_texts
    }

    pub fn path(&self) -> &Path {
        &self.root
    }

    /// A client's path: `res://` and a leading `./` are removed, and an absolute path is accepted if it is
    /// inside the root. Clients on Windows separate folders with `\`, which is a letter of a name elsewhere.
    pub fn project_path(&self, path: &str) -> Result<ProjectPath, EngineError> {
        let as_it_is = self.referenced_path(path);
        let is_name = || as_it_is.as_ref().is_ok_and(|path| self.has_file(path));
        match cfg!(not(windows)) && path.contains('\\') && !is_name() {
            true => self.referenced_path(&path.replace('\\', "/")),
            false => as_it_is,
        }
    }

    /// A path in a file of the project, where `\` never separates folders.
    pub fn referenced_path(&self, path: &str) -> Result<ProjectPath, EngineError> {
        let outside = || EngineError::OutsideProject { path: path.to_owned() };
        let named = path.strip_prefix("res://").unwrap_or(path);
        let inner = without_verbatim_prefix(PathBuf::from(named));
        let inner = if inner.is_absolute() {
            strip_root(&inner, &self.root).ok_or_else(outside)?
        } else {
            &inner
        };
        let mut parts: Vec<&str> = Vec::new();
        for component in inner.components() {
            match component {
                Component::Normal(part) => parts.push(part.to_str().ok_or_else(outside)?),
                Component::CurDir => {}
                Component::ParentDir => {
                    parts.pop().ok_or_else(outside)?;
                }
                Component::RootDir | Component::Prefix(_) => return Err(outside()),
            }
        }
        Ok(ProjectPath::from_relative(parts.join("/")))
    }

    /// Whether the project has this file. A pseudo-scene is not a file.
    pub fn has_file(&self, relative: &str) -> bool {
        if is_pseudo_scene(relative) {
            return false;
        }
        match self.unsaved.snapshot().content(relative) {
            Some(content) => content.is_some(),
            None => self.has_on_disk(relative),
        }
    }

    /// Fails for a pseudo-scene that nothing has been put into.
    pub fn check_scene_readable(&self, relative: &str) -> Result<(), EngineError> {
        if is_pseudo_scene(relative) && !self.unsaved.snapshot().contains(relative) {
            return Err(EngineError::NotFound {
                what: Subject::SceneFile,
                path: relative.to_owned(),
            });
        }
        Ok(())
    }

    pub fn is_folder(&self, relative: &str) -> bool {
        self.canonical_inside(relative).is_ok_and(|path| path.is_dir())
    }

    pub fn has_on_disk(&self, relative: &str) -> bool {
        self.canonical_inside(relative).is_ok_and(|path| path.is_file())
    }

    /// Reads a file by its project-relative path. `what` names it in the error.
    pub fn read(&self, what: Subject, relative: &str) -> Result<Vec<u8>, EngineError> {
        match self.unsaved.snapshot().content(relative) {
            Some(Some(content)) => Ok(content.to_vec()),
            Some(None) => Err(EngineError::NotFound { what, path: relative.to_owned() }),
            None if is_pseudo_scene(relative) => {
                Err(EngineError::NotFound { what, path: relative.to_owned() })
            }
            None => self.read_disk(what, relative),
        }
    }

    /// The content on the disk, without unsaved changes.
    pub fn read_disk(&self, what: Subject, relative: &str) -> Result<Vec<u8>, EngineError> {
        let (file, bytes) = self.open_disk(what, relative)?;
        let read = self.limits.read_whole(file, bytes).map_err(|source| {
            let reason = UnreadReason::Unreadable { error: source.to_string() };
            EngineError::unread(relative, reason)
        })?;
        read.map_err(|reason| EngineError::unread(relative, reason))
    }

    /// A file on the disk and its size, for formats that need only parts of it.
    pub fn open_disk(&self, what: Subject, relative: &str) -> Result<(File, u64), EngineError> {
        let missing = || EngineError::NotFound { what, path: relative.to_owned() };
        let unreadable = |source: io::Error| match source.kind() {
            // A NUL byte in a path is `InvalidInput`: no file has such a name.
            io::ErrorKind::NotFound
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::NotADirectory => missing(),
            _ => EngineError::Unreadable { path: relative.to_owned(), source },
        };
        let path = self.canonical_inside(relative).map_err(|error| match error {
            ConfinementError::Outside => EngineError::OutsideProject { path: relative.to_owned() },
            ConfinementError::Io(source) => unreadable(source),
        })?;
        let metadata = fs::metadata(&path).map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(missing());
        }
        Ok((retry_while_in_use(|| File::open(&path)).map_err(unreadable)?, metadata.len()))
    }

    /// The content on the disk; `None` if there is no file.
    pub fn read_disk_if_exists(&self, relative: &str) -> Result<Option<Vec<u8>>, EngineError> {
        match self.read_disk(Subject::File, relative) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(EngineError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Why a file that should be text is not, judged by its first bytes. `None` if it may be text.
    pub fn probe(&self, relative: &str) -> Option<UnreadReason> {
        let unreadable = |error: io::Error| UnreadReason::Unreadable { error: error.to_string() };
        let path = match self.canonical_inside(relative) {
            Ok(path) => path,
            Err(ConfinementError::Io(error)) => return Some(unreadable(error)),
            Err(ConfinementError::Outside) => return Some(UnreadReason::Link),
        };
        let head = File::open(path).and_then(|mut file| limits::read_probe(&mut file));
        match head {
            Ok(head) => limits::not_text(&head),
            Err(error) => Some(unreadable(error)),
        }
    }

    /// Whether a walk would still leave out this path for that reason, as far as no event would tell.
    pub fn is_still_unread(&self, relative: &str, reason: &UnreadReason) -> bool {
        let path = self.root.join(relative);
        match reason {
            UnreadReason::Link => !path.is_dir(),
            UnreadReason::LinkedFolder => path.is_dir(),
            UnreadReason::Unreadable { .. } => File::open(path).is_err(),
            UnreadReason::UnreadableFolder { .. } => fs::read_dir(path).is_err(),
            _ => true,
        }
    }

    /// Whether a walk over one of `folders` would list this path.
    pub fn is_walked(&self, folders: &[&str], place: &Path) -> bool {
        let Ok(inside) = place.strip_prefix(&self.root) else {
            return false;
        };
        folders.iter().any(|folder| inside.starts_with(folder))
            && !inside.iter().any(|part| is_ignored(&part.to_string_lossy()))
    }

    fn canonical_inside(&self, relative: &str) -> Result<PathBuf, ConfinementError> {
        let path = canonicalize(&self.root.join(relative)).map_err(ConfinementError::Io)?;
        if path.starts_with(&self.root) { Ok(path) } else { Err(ConfinementError::Outside) }
    }
}

/// A script's text. A script with an unfinished merge is not read.
pub fn read_source(root: &ProjectRoot, path: &str) -> Result<Vec<u8>, UnreadReason> {
    let gone = || UnreadReason::Unreadable { error: "it is gone".to_owned() };
    let read = root.read(Subject::Script, path);
    let bytes = read.map_err(|error| error.into_unread_reason().unwrap_or_else(gone))?;
    match not_text(&bytes).or_else(|| merge_conflict(&bytes)) {
        Some(reason) => Err(reason),
        None => Ok(bytes),
    }
}

enum ConfinementError {
    Outside,
    Io(io::Error),
}

/// Unity imports neither `.folders` nor `folders~`; Godot keeps its cache in `.godot` and `.import`.
pub fn is_ignored(folder: &str) -> bool {
    folder.starts_with('.') || folder.ends_with('~')
}

/// A file's name without its extension.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use scenewright_engine::Context;
    use scenewright_testkit::Fixture;

    use super::*;

    fn root(fixture: &Fixture) -> ProjectRoot {
        ProjectRoot::new(fixture.root())
    }

    #[test]
    fn client_paths_become_project_relative() {
        let fixture = Fixture::new("//- /Assets/a.unity\n");
        let root = root(&fixture);
        let absolute = fixture.path("Assets/a.unity");
        for path in [
            "Assets/a.unity",
            "./Assets//a.unity",
            "res://Assets/a.unity",
            r"Assets\a.unity",
            r".\Assets\a.unity",
            r"res://Assets\a.unity",
            r"res://.\Assets/a.unity",
            absolute.to_str().unwrap(),
        ] {
            assert_eq!(root.project_path(path).unwrap(), "Assets/a.unity", "{path}");
        }
        for path in [
            "../a.unity",
            "Assets/../../a.unity",
            "/etc/passwd",
            "res://../a.unity",
            r"..\a.unity",
            r"Assets\..\..\a.unity",
        ] {
            assert!(
                matches!(root.project_path(path), Err(EngineError::OutsideProject { .. })),
                "{path}"
            );
        }
    }

    /// Elsewhere than on Windows, a name may contain it.
    #[cfg(unix)]
    #[test]
    fn a_backslash_in_a_name_is_not_a_separator() {
        let fixture = Fixture::new("//- /Assets/a.unity\n");
        std::fs::write(fixture.path(r"Assets/b\c.unity"), "").unwrap();
        let root = root(&fixture);
        assert_eq!(root.project_path(r"Assets/b\c.unity").unwrap(), r"Assets/b\c.unity");
        assert_eq!(root.project_path(r"Assets/b\d.unity").unwrap(), "Assets/b/d.unity");
        assert_eq!(root.referenced_path(r"Assets\a.unity").unwrap(), r"Assets\a.unity");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_project_is_not_followed() {
        let outside = Fixture::new("//- /secret.unity\n");
        let fixture = Fixture::new("//- /Assets/a.unity\n");
        std::os::unix::fs::symlink(outside.path("secret.unity"), fixture.path("Assets/link.unity"))
            .unwrap();
        std::os::unix::fs::symlink(outside.root(), fixture.path("Assets/folder")).unwrap();
        let root = root(&fixture);
        for path in ["Assets/link.unity", "Assets/folder/secret.unity"] {
            assert!(
                matches!(
                    root.read(Subject::SceneFile, path),
                    Err(EngineError::OutsideProject { .. })
                ),
                "{path}"
            );
            assert!(!root.has_file(path));
        }
        let listed =
            root.list_files("", |name| name.ends_with(".unity"), &Context::unbounded()).unwrap();
        assert_eq!(listed.paths, ["Assets/a.unity"]);
        let links: Vec<&str> = listed.unread.iter().map(|unread| unread.path.as_str()).collect();
        assert_eq!(links, ["Assets/folder", "Assets/link.unity"]);
    }

    #[test]
    fn what_engines_do_not_import_is_not_listed() {
        let fixture = Fixture::new(
            "//- /b.tscn\n//- /a.tscn\n//- /.godot/c.tscn\n//- /Samples~/d.tscn\n//- /e.png\n",
        );
        let listed = root(&fixture)
            .list_files("", |name| name.ends_with(".tscn"), &Context::unbounded())
            .unwrap();
        assert_eq!(listed.paths, ["a.tscn", "b.tscn"]);
        assert!(listed.unread.is_empty());
    }
}
