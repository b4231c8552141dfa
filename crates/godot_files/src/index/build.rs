//! A new index from the folders as they are now, and from what the last one knows of files that are
//! still the same.

use std::sync::Arc;
use std::time::SystemTime;

use rayon::prelude::*;
use scenewright_engine::{Context, EngineError};
use scenewright_model::{Unread, UnreadReason};

use super::content::{Content, Import};
use super::kinds::is_binary;
use super::links::Links;
use super::scan::{self, Kind};
use super::{File, Index};
use scenewright_project_files::root::{ProjectRoot, Walk, Walked};
use scenewright_project_files::store::{Look, Scanned, Snapshot};

/// Files that are not worth waking the other threads for.
pub(super) const FEW: usize = 64;

impl Snapshot for Index {
    fn refresh(
        project: &ProjectRoot,
        last: Option<Arc<Index>>,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Arc<Index>, EngineError> {
        let build = Build { project, known: last.as_deref(), now, cx };
        let (files, unlisted) = build.files()?;
        if let Some(last) = last
            && last.files.len() == files.len()
            && last.unlisted == unlisted
            && last.files.iter().zip(&files).all(|(known, file)| known.is_same_as(file))
        {
            return Ok(last);
        }
        let root = ProjectRoot::new(project.path().to_owned()).with_limits(project.limits());
        let links = Links::of(&root, &files);
        Ok(Arc::new(Index { root, files, unlisted, links }))
    }
}

struct Build<'a> {
    project: &'a ProjectRoot,
    known: Option<&'a Index>,
    now: SystemTime,
    cx: &'a Context,
}

/// A file with what stands beside it.
struct Group {
    file: Walked,
    import: Option<Walked>,
    sidecar: Option<Walked>,
}

/// What a walked file is to the one it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    File,
    Import,
    Sidecar,
}

impl Build<'_> {
    /// And what could not be looked at.
    fn files(&self) -> Result<(Vec<File>, Vec<Unread>), EngineError> {
        let Walk { found, mut unread } = self.project.walk("", is_border, self.cx)?;
        unread.retain(matters);
        unread.sort_by(|one, other| one.path.cmp(&other.path));
        Ok((self.read(found)?, unread))
    }

    fn read(&self, mut walked: Vec<Walked>) -> Result<Vec<File>, EngineError> {
        walked.retain(|walked| !walked.is_folder);
        walked.sort_unstable_by(|one, other| part(&one.path).cmp(&part(&other.path)));
        let groups = groups(walked);
        if groups.len() < FEW {
            let mut buffer = Vec::new();
            return groups.into_iter().map(|group| self.file(group, &mut buffer)).collect();
        }
        let file = |buffer: &mut Vec<u8>, group| self.file(group, buffer);
        groups.into_par_iter().map_init(Vec::new, file).collect()
    }

    fn file(&self, group: Group, buffer: &mut Vec<u8>) -> Result<File, EngineError> {
        self.cx.check()?;
        let Group { file, import, sidecar } = group;
        let known = self.known.and_then(|known| Some(known.file(known.find(&file.path)?)));
        let kind = Kind::of(&file.path);
        let content = (kind != Kind::Opaque).then(|| {
            let known = known.and_then(|known| known.content.as_ref());
            self.scanned(&file, known, buffer, |bytes| scan::content(kind, bytes, &file.path))
        });
        let content = content.transpose()?;
        let import = import.map(|import| {
            let known = known.and_then(|known| known.import.as_ref());
            self.scanned(&import, known, buffer, |bytes| Import::read(bytes, &file.path))
        });
        let import = import.transpose()?;
        let sidecar = sidecar.map(|sidecar| {
            let known = known.and_then(|known| known.sidecar.as_ref());
            self.scanned(&sidecar, known, buffer, scan::sidecar)
        });
        let sidecar = sidecar.transpose()?;
        let bytes = file.stamp.bytes;
        Ok(File { path: file.path.into(), bytes, content, import, sidecar })
    }

    fn scanned<T: FromUnread>(
        &self,
        walked: &Walked,
        known: Option<&Arc<Scanned<T>>>,
        buffer: &mut Vec<u8>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<Arc<Scanned<T>>, EngineError> {
        let Walked { path, stamp, .. } = walked;
        let look = Look { root: self.project, path, stamp: *stamp, now: self.now };
        let found = |bytes: Result<&[u8], UnreadReason>| bytes.map_or_else(T::from_unread, read);
        look.take(known, buffer, found, self.cx)
    }
}

/// Whether what was not listed may have held references or been referenced by a uid.
fn matters(unread: &Unread) -> bool {
    let path = owner(&unread.path);
    unread.reason.is_of_folder() || Kind::of(path) != Kind::Opaque || is_binary(path)
}

/// What is kept of a file that cannot be read at all.
trait FromUnread {
    fn from_unread(reason: UnreadReason) -> Self;
}

impl FromUnread for Content {
    fn from_unread(reason: UnreadReason) -> Content {
        Content::Refused(reason)
    }
}

impl FromUnread for Import {
    fn from_unread(_: UnreadReason) -> Import {
        Import::default()
    }
}

impl FromUnread for Option<Box<str>> {
    fn from_unread(_: UnreadReason) -> Option<Box<str>> {
        None
    }
}

/// Another project begins here, or Godot is told not to look.
pub(crate) fn is_border(name: &str) -> bool {
    matches!(name, "project.godot" | ".gdignore")
}

/// The path of the file that this is a part of; its own where it is a file by itself.
pub(crate) fn owner(path: &str) -> &str {
    part(path).0
}

/// The path of the file that this is a part of.
fn part(path: &str) -> (&str, Part) {
    if let Some(owner) = path.strip_suffix(".import") {
        (owner, Part::Import)
    } else if let Some(owner) = path.strip_suffix(".uid") {
        (owner, Part::Sidecar)
    } else {
        (path, Part::File)
    }
}

/// What stands beside nothing is left out: it often outlives what it belongs to.
fn groups(sorted: Vec<Walked>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::with_capacity(sorted.len());
    for walked in sorted {
        let (owner, part) = part(&walked.path);
        if part == Part::File {
            groups.push(Group { file: walked, import: None, sidecar: None });
            continue;
        }
        if let Some(group) = groups.last_mut().filter(|group| group.file.path == owner) {
            let place = if part == Part::Import { &mut group.import } else { &mut group.sidecar };
            *place = Some(walked);
        }
    }
    groups
}
