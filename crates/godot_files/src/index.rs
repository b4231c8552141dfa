//! The index of a Godot project: its files, their uids and their references.
//!
//! Invariant: an index never changes. The next one is made from it and from the files that changed.

mod build;
mod content;
mod kinds;
mod links;
mod scan;
#[cfg(test)]
mod tests;
mod update;

use std::sync::Arc;

use scenewright_model::{Coverage, UnreadFile, UnreadReason};

use super::files::{is_outside_project, path_beside, res_path};
use links::GodotLinks;
use scenewright_project_files::index_store::{
    ScannedFile, is_same_scan, is_same_stamp, is_unreadable,
};
use scenewright_project_files::root::ProjectRoot;

pub(crate) use build::{is_border, owner};
pub(crate) use content::{GodotContent, GodotReference, GodotScan, ImportInfo, SettingsRole};
pub(crate) use kinds::{is_binary, kind_of_class, kind_of_file, kind_of_name};

pub(crate) struct GodotIndex {
    root: ProjectRoot,
    /// Sorted by path. The next index shares those that have not changed.
    files: Vec<Arc<GodotIndexFile>>,
    /// Folders and links that could not be read, sorted by project-relative path.
    unlisted: Vec<UnreadFile>,
    links: Arc<GodotLinks>,
    /// The project-relative paths of files that the system did not let us read.
    unreadable: Vec<String>,
}

/// A file of the project, with its `.import` and `.uid` files.
pub(crate) struct GodotIndexFile {
    /// Relative to the project.
    pub(crate) path: Box<str>,
    pub(crate) bytes: u64,
    content: Option<Arc<ScannedFile<GodotContent>>>,
    import: Option<Arc<ScannedFile<ImportInfo>>>,
    sidecar: Option<Arc<ScannedFile<Option<Box<str>>>>>,
}

/// The target of a reference in the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndexTarget {
    File(u32),
    /// `user://`, the import cache.
    Elsewhere,
    Nowhere,
}

impl GodotIndex {
    /// Sorted by path.
    pub(crate) fn files(&self) -> &[Arc<GodotIndexFile>] {
        &self.files
    }

    /// Folders and links that were not read.
    pub(crate) fn unlisted(&self) -> &[UnreadFile] {
        &self.unlisted
    }

    /// Whether this path, or a folder that contains it, was not read.
    pub(crate) fn is_unlisted(&self, relative: &str) -> bool {
        self.unlisted.iter().any(|unread| {
            relative
                .strip_prefix(unread.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// The files that may reference others, read and unread.
    pub(crate) fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        self.files.iter().for_each(|file| file.cover(&mut coverage));
        coverage.unread.extend(self.unread());
        coverage
    }

    /// Folders and links that were not read, with `res://` paths.
    pub(crate) fn unread(&self) -> impl Iterator<Item = UnreadFile> {
        self.unlisted
            .iter()
            .map(|unread| UnreadFile { path: res_path(&unread.path), ..unread.clone() })
    }

    pub(crate) fn file(&self, number: u32) -> &GodotIndexFile {
        &self.files[number as usize]
    }

    /// Finds a file by its project-relative path.
    pub(crate) fn find(&self, relative: &str) -> Option<u32> {
        links::find(&self.files, relative)
    }

    /// The file with this uid; the first one by path if several have it.
    pub(crate) fn by_uid(&self, uid: &str) -> Option<u32> {
        self.links.by_uid(&self.files, uid)
    }

    /// The script that declares a global class.
    pub(crate) fn by_class(&self, name: &str) -> Option<u32> {
        self.links.by_class(name)
    }

    /// The uids that several files have, with these files.
    pub(crate) fn shared_uids(&self) -> Vec<(&str, Vec<u32>)> {
        self.links.shared_uids(&self.files)
    }

    /// The existing files that a file references, sorted by path, without duplicates and without itself.
    pub(crate) fn targets(&self, number: u32) -> &[u32] {
        self.links.targets.list(number)
    }

    /// The files that reference a file, sorted by path, without duplicates and without itself.
    pub(crate) fn sources(&self, number: u32) -> &[u32] {
        self.links.sources.list(number)
    }

    /// References without a target that need one, without duplicates.
    pub(crate) fn broken(&self, number: u32) -> Vec<&GodotReference> {
        let file = self.file(number);
        let mut broken: Vec<&GodotReference> = file.references().collect();
        broken.retain(|reference| {
            reference.is_certain && self.resolve(reference, &file.path) == IndexTarget::Nowhere
        });
        broken.sort_unstable();
        broken.dedup();
        broken
    }

    pub(crate) fn resolve(&self, reference: &GodotReference, from: &str) -> IndexTarget {
        self.locate(&reference.path, reference.uid.as_deref(), from)
    }

    /// The target of a path or uid in the file `from`. The uid has precedence, unless the file at the path has
    /// the same uid: copied files keep their uids.
    pub(crate) fn locate(&self, path: &str, uid: Option<&str>, from: &str) -> IndexTarget {
        links::ReferenceLookup { root: &self.root, files: &self.files, links: &self.links }
            .locate(path, uid, from)
    }
}

impl GodotIndexFile {
    pub(crate) fn content(&self) -> &GodotContent {
        match &self.content {
            Some(scanned) => &scanned.found,
            None if kinds::is_binary(&self.path) => &GodotContent::Binary,
            None => &GodotContent::NotRead,
        }
    }

    /// Adds the file to the coverage, if it is of a kind that can reference others.
    pub(crate) fn cover(&self, coverage: &mut Coverage) {
        match self.content() {
            GodotContent::NotRead => {}
            GodotContent::Read(_) => coverage.read += 1,
            GodotContent::Binary => coverage.add(res_path(&self.path), UnreadReason::BinaryFormat),
            GodotContent::Refused(reason) => coverage.add(res_path(&self.path), reason.clone()),
        }
    }

    pub(crate) fn scan(&self) -> Option<&GodotScan> {
        match self.content() {
            GodotContent::Read(scan) => Some(scan),
            _ => None,
        }
    }

    pub(crate) fn is_refused(&self) -> bool {
        matches!(self.content(), GodotContent::Refused(_))
    }

    pub(crate) fn import(&self) -> Option<&ImportInfo> {
        self.import.as_ref().map(|import| &import.found)
    }

    /// Its own uid, from the import settings, the `.uid` file or the header.
    pub(crate) fn uid(&self) -> Option<&str> {
        let imported = self.import().and_then(|import| import.uid.as_deref());
        let beside = || self.sidecar.as_ref().and_then(|sidecar| sidecar.found.as_deref());
        let inside = || self.scan().and_then(|scan| scan.uid.as_deref());
        imported.or_else(beside).or_else(inside)
    }

    /// The references of its content and of its import settings.
    pub(crate) fn references(&self) -> impl Iterator<Item = &GodotReference> {
        let own = self.scan().map(|scan| &*scan.references).unwrap_or_default();
        let import = self.import().map(|import| &*import.references).unwrap_or_default();
        own.iter().chain(import)
    }

    /// Those of its files that the system did not let us read.
    fn unreadable_files(&self) -> impl Iterator<Item = String> {
        let part =
            |is_unreadable: bool, ending| is_unreadable.then(|| format!("{}{ending}", self.path));
        let parts = [
            part(is_unreadable(&self.content), ""),
            part(is_unreadable(&self.import), ".import"),
            part(is_unreadable(&self.sidecar), ".uid"),
        ];
        parts.into_iter().flatten()
    }

    /// Whether it is the same file, as far as the stamps tell.
    fn agrees_with(&self, other: &GodotIndexFile) -> bool {
        (&self.path, self.bytes) == (&other.path, other.bytes)
            && is_same_stamp(&self.content, &other.content)
            && is_same_stamp(&self.import, &other.import)
            && is_same_stamp(&self.sidecar, &other.sidecar)
    }

    /// Whether no part of it was read again.
    fn is_same_as(&self, other: &GodotIndexFile) -> bool {
        (&self.path, self.bytes) == (&other.path, other.bytes)
            && is_same_scan(&self.content, &other.content)
            && is_same_scan(&self.import, &other.import)
            && is_same_scan(&self.sidecar, &other.sidecar)
    }
}
