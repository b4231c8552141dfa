//! Every file of a Godot project, which uid means which, and who references whom. An index is a
//! snapshot that never changes; the next one is made from it and from what was edited.

mod build;
mod content;
mod kinds;
mod links;
mod scan;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use scenewright_model::{Coverage, Unread, UnreadReason};

use super::files::{beside, is_elsewhere, res};
use links::Links;
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::store::{Scanned, is_shared};

pub(crate) use build::{is_border, owner};
pub(crate) use content::{Content, Import, Reference, Role, Scan};
pub(crate) use kinds::{kind, kind_of_name, of_class};

pub(crate) struct Index {
    root: ProjectRoot,
    /// Sorted by path.
    files: Vec<File>,
    /// What could not be looked at: folders, links. Sorted by path, project-relative.
    unlisted: Vec<Unread>,
    links: Links,
}

/// A file of the project. `.import` and `.uid` files are part of what they stand beside.
pub(crate) struct File {
    /// Relative to the project.
    pub(crate) path: Box<str>,
    pub(crate) bytes: u64,
    content: Option<Arc<Scanned<Content>>>,
    import: Option<Arc<Scanned<Import>>>,
    sidecar: Option<Arc<Scanned<Option<Box<str>>>>>,
}

/// Where a reference leads, as far as the index knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    File(u32),
    /// `user://`, the import cache.
    Elsewhere,
    Nowhere,
}

impl Index {
    /// Sorted by path.
    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }

    /// Folders and links that were passed over.
    pub(crate) fn unlisted(&self) -> &[Unread] {
        &self.unlisted
    }

    /// Whether there is something at this path, or at a folder above it, that was passed over.
    pub(crate) fn is_unlisted(&self, relative: &str) -> bool {
        self.unlisted.iter().any(|unread| {
            relative
                .strip_prefix(unread.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Which files were read that may reference others.
    pub(crate) fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        self.files.iter().for_each(|file| file.cover(&mut coverage));
        coverage.unread.extend(self.unread());
        coverage
    }

    /// What was passed over, in Godot's spelling.
    pub(crate) fn unread(&self) -> impl Iterator<Item = Unread> {
        self.unlisted.iter().map(|unread| Unread { path: res(&unread.path), ..unread.clone() })
    }

    pub(crate) fn file(&self, number: u32) -> &File {
        &self.files[number as usize]
    }

    /// By its project-relative path.
    pub(crate) fn find(&self, relative: &str) -> Option<u32> {
        links::find(&self.files, relative)
    }

    /// The file that has this uid; the first one by path when several claim it.
    pub(crate) fn by_uid(&self, uid: &str) -> Option<u32> {
        self.links.by_uid(&self.files, uid)
    }

    /// The script that declares a global class.
    pub(crate) fn by_class(&self, name: &str) -> Option<u32> {
        self.links.by_class(name)
    }

    /// The uids that several files claim, with these files.
    pub(crate) fn shared_uids(&self) -> Vec<(&str, Vec<u32>)> {
        self.links.shared_uids(&self.files)
    }

    /// What a file references and is there, sorted by path, each once; itself excepted.
    pub(crate) fn targets(&self, number: u32) -> &[u32] {
        self.links.targets.of(number)
    }

    /// Who references a file, sorted by path, each once; itself excepted.
    pub(crate) fn sources(&self, number: u32) -> &[u32] {
        self.links.sources.of(number)
    }

    /// References that must lead somewhere and do not, each once.
    pub(crate) fn broken(&self, number: u32) -> Vec<&Reference> {
        let file = self.file(number);
        let mut broken: Vec<&Reference> = file.references().collect();
        broken.retain(|reference| {
            reference.is_certain && self.lead(reference, &file.path) == Lead::Nowhere
        });
        broken.sort_unstable();
        broken.dedup();
        broken
    }

    pub(crate) fn lead(&self, reference: &Reference, from: &str) -> Lead {
        self.locate(&reference.path, reference.uid.as_deref(), from)
    }

    /// Where a path or uid leads that stands in the file `from`. What the uid says counts, unless
    /// the file at the path has the same one: a copied file keeps its uid.
    pub(crate) fn locate(&self, path: &str, uid: Option<&str>, from: &str) -> Lead {
        links::Lookup { root: &self.root, files: &self.files, links: &self.links }
            .locate(path, uid, from)
    }
}

impl File {
    pub(crate) fn content(&self) -> &Content {
        match &self.content {
            Some(scanned) => &scanned.found,
            None if kinds::is_binary(&self.path) => &Content::Binary,
            None => &Content::NotRead,
        }
    }

    /// Adds the file to those that were read or not read, if it is of a kind that is.
    pub(crate) fn cover(&self, coverage: &mut Coverage) {
        match self.content() {
            Content::NotRead => {}
            Content::Read(_) => coverage.read += 1,
            Content::Binary => coverage.add(res(&self.path), UnreadReason::BinaryFormat),
            Content::Refused(reason) => coverage.add(res(&self.path), reason.clone()),
        }
    }

    pub(crate) fn scan(&self) -> Option<&Scan> {
        match self.content() {
            Content::Read(scan) => Some(scan),
            _ => None,
        }
    }

    pub(crate) fn is_refused(&self) -> bool {
        matches!(self.content(), Content::Refused(_))
    }

    pub(crate) fn import(&self) -> Option<&Import> {
        self.import.as_ref().map(|import| &import.found)
    }

    /// Its own uid, wherever that is written.
    pub(crate) fn uid(&self) -> Option<&str> {
        let imported = self.import().and_then(|import| import.uid.as_deref());
        let beside = || self.sidecar.as_ref().and_then(|sidecar| sidecar.found.as_deref());
        let inside = || self.scan().and_then(|scan| scan.uid.as_deref());
        imported.or_else(beside).or_else(inside)
    }

    /// By its content and by its import settings.
    pub(crate) fn references(&self) -> impl Iterator<Item = &Reference> {
        let own = self.scan().map(|scan| &*scan.references).unwrap_or_default();
        let import = self.import().map(|import| &*import.references).unwrap_or_default();
        own.iter().chain(import)
    }

    /// Whether nothing of it was read anew.
    fn is_same_as(&self, other: &File) -> bool {
        (&self.path, self.bytes) == (&other.path, other.bytes)
            && is_shared(&self.content, &other.content)
            && is_shared(&self.import, &other.import)
            && is_shared(&self.sidecar, &other.sidecar)
    }
}
