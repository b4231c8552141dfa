//! Builds an index from the current folders, and from the previous index for unchanged files.

use std::sync::Arc;
use std::time::SystemTime;

use rayon::prelude::*;
use scenewright_engine::{Context, EngineError};
use scenewright_model::{UnreadFile, UnreadReason};

use super::content::{GodotContent, ImportInfo};
use super::kinds::is_binary;
use super::links::GodotLinks;
use super::scan::{self, GodotScanKind};
use super::{GodotIndex, GodotIndexFile};
use scenewright_project_files::freshness::ChangedFiles;
use scenewright_project_files::index_store::{FileScanner, ProjectIndex, ScannedFile};
use scenewright_project_files::root::{ProjectRoot, Walk, WalkEntry};

/// Fewer files are read on one thread.
pub(super) const PARALLEL_THRESHOLD: usize = 64;

impl ProjectIndex for GodotIndex {
    fn refresh(
        project: &ProjectRoot,
        last: Option<Arc<GodotIndex>>,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Arc<GodotIndex>, EngineError> {
        let build = GodotIndexBuild { project, known: last.as_deref(), now, cx };
        let (files, unlisted) = build.files()?;
        if let Some(last) = last
            && last.files.len() == files.len()
            && last.unlisted == unlisted
            && last.files.iter().zip(&files).all(|(known, file)| known.is_same_as(file))
        {
            return Ok(last);
        }
        let root = ProjectRoot::new(project.path().to_owned()).with_limits(project.limits());
        let links = Arc::new(GodotLinks::resolve_all(&root, &files));
        let unreadable = files.iter().flat_map(|file| file.unreadable_files()).collect();
        Ok(Arc::new(GodotIndex { root, files, unlisted, links, unreadable }))
    }

    fn update(
        project: &ProjectRoot,
        last: &Arc<GodotIndex>,
        changed: &ChangedFiles,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Option<Arc<GodotIndex>>, EngineError> {
        GodotIndexBuild { project, known: Some(last), now, cx }.update(last, changed)
    }

    fn is_current(&self, project: &ProjectRoot) -> bool {
        let unreadable = UnreadReason::Unreadable { error: String::new() };
        self.unlisted.iter().all(|it| project.is_still_unread(&it.path, &it.reason))
            && self.unreadable.iter().all(|path| project.is_still_unread(path, &unreadable))
    }

    fn agrees_with(&self, refreshed: &GodotIndex) -> bool {
        self.unlisted == refreshed.unlisted
            && self.files.len() == refreshed.files.len()
            && self.files.iter().zip(&refreshed.files).all(|(one, other)| one.agrees_with(other))
    }
}

pub(super) struct GodotIndexBuild<'a> {
    pub(super) project: &'a ProjectRoot,
    known: Option<&'a GodotIndex>,
    now: SystemTime,
    pub(super) cx: &'a Context,
}

/// A file with its `.import` and `.uid` files.
pub(super) struct FileGroup {
    pub(super) file: WalkEntry,
    pub(super) import: Option<WalkEntry>,
    pub(super) sidecar: Option<WalkEntry>,
}

/// The role of a file for the file that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FilePart {
    File,
    Import,
    Sidecar,
}

impl GodotIndexBuild<'_> {
    /// The files, and the folders and links that could not be read.
    fn files(&self) -> Result<(Vec<Arc<GodotIndexFile>>, Vec<UnreadFile>), EngineError> {
        let Walk { found, mut unread } = self.project.walk("", is_border, self.cx)?;
        unread.retain(is_relevant);
        unread.sort_by(|one, other| one.path.cmp(&other.path));
        Ok((self.read(found)?, unread))
    }

    fn read(&self, mut walked: Vec<WalkEntry>) -> Result<Vec<Arc<GodotIndexFile>>, EngineError> {
        walked.retain(|walked| !walked.is_folder);
        walked.sort_unstable_by(|one, other| split_part(&one.path).cmp(&split_part(&other.path)));
        let groups = group_files(walked);
        if groups.len() < PARALLEL_THRESHOLD {
            let mut buffer = Vec::new();
            return groups.into_iter().map(|group| self.file(group, &mut buffer)).collect();
        }
        let file = |buffer: &mut Vec<u8>, group| self.file(group, buffer);
        groups.into_par_iter().map_init(Vec::new, file).collect()
    }

    pub(super) fn file(
        &self,
        group: FileGroup,
        buffer: &mut Vec<u8>,
    ) -> Result<Arc<GodotIndexFile>, EngineError> {
        self.cx.check()?;
        let FileGroup { file, import, sidecar } = group;
        let known = self.known.and_then(|known| Some(known.file(known.find(&file.path)?)));
        let kind = GodotScanKind::for_path(&file.path);
        let content = (kind != GodotScanKind::Opaque).then(|| {
            let known = known.and_then(|known| known.content.as_ref());
            self.scanned(&file, known, buffer, |bytes| scan::scan_content(kind, bytes, &file.path))
        });
        let content = content.transpose()?;
        let import = import.map(|import| {
            let known = known.and_then(|known| known.import.as_ref());
            self.scanned(&import, known, buffer, |bytes| ImportInfo::read(bytes, &file.path))
        });
        let import = import.transpose()?;
        let sidecar = sidecar.map(|sidecar| {
            let known = known.and_then(|known| known.sidecar.as_ref());
            self.scanned(&sidecar, known, buffer, scan::sidecar_uid)
        });
        let sidecar = sidecar.transpose()?;
        let bytes = file.stamp.bytes;
        Ok(Arc::new(GodotIndexFile { path: file.path.into(), bytes, content, import, sidecar }))
    }

    fn scanned<T: FromUnread>(
        &self,
        walked: &WalkEntry,
        known: Option<&Arc<ScannedFile<T>>>,
        buffer: &mut Vec<u8>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<Arc<ScannedFile<T>>, EngineError> {
        let WalkEntry { path, stamp, .. } = walked;
        let look = FileScanner { root: self.project, path, stamp: *stamp, now: self.now };
        let found = |bytes: Result<&[u8], UnreadReason>| bytes.map_or_else(T::from_unread, read);
        look.scan_or_reuse(known, buffer, found, self.cx)
    }
}

/// Whether an unread entry may contain references or have a uid.
pub(super) fn is_relevant(unread: &UnreadFile) -> bool {
    let path = owner(&unread.path);
    unread.reason.is_of_folder()
        || GodotScanKind::for_path(path) != GodotScanKind::Opaque
        || is_binary(path)
}

/// The scan result of a file that cannot be read.
trait FromUnread {
    fn from_unread(reason: UnreadReason) -> Self;
}

impl FromUnread for GodotContent {
    fn from_unread(reason: UnreadReason) -> GodotContent {
        GodotContent::Refused(reason)
    }
}

impl FromUnread for ImportInfo {
    fn from_unread(_: UnreadReason) -> ImportInfo {
        ImportInfo::default()
    }
}

impl FromUnread for Option<Box<str>> {
    fn from_unread(_: UnreadReason) -> Option<Box<str>> {
        None
    }
}

/// A folder with such a file is another project, or ignored by Godot.
pub(crate) fn is_border(name: &str) -> bool {
    matches!(name, "project.godot" | ".gdignore")
}

/// The path of the file that this file belongs to; its own path for other files.
pub(crate) fn owner(path: &str) -> &str {
    split_part(path).0
}

/// The path of the file that this file belongs to, and its role.
fn split_part(path: &str) -> (&str, FilePart) {
    if let Some(owner) = path.strip_suffix(".import") {
        (owner, FilePart::Import)
    } else if let Some(owner) = path.strip_suffix(".uid") {
        (owner, FilePart::Sidecar)
    } else {
        (path, FilePart::File)
    }
}

/// `.import` and `.uid` files without a main file are ignored: they are often left behind.
fn group_files(sorted: Vec<WalkEntry>) -> Vec<FileGroup> {
    let mut groups: Vec<FileGroup> = Vec::with_capacity(sorted.len());
    for walked in sorted {
        let (owner, part) = split_part(&walked.path);
        if part == FilePart::File {
            groups.push(FileGroup { file: walked, import: None, sidecar: None });
            continue;
        }
        if let Some(group) = groups.last_mut().filter(|group| group.file.path == owner) {
            let place =
                if part == FilePart::Import { &mut group.import } else { &mut group.sidecar };
            *place = Some(walked);
        }
    }
    groups
}
