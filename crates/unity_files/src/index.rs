//! Everything in a Unity project that has a guid or names one, and who references whom. An index is
//! a snapshot that never changes; [`Store`] makes the next one from it and from what was edited.

mod binary;
mod build;
mod content;
mod kinds;
mod links;
mod meta;
mod scan;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use scenewright_model::{Coverage, UnreadFile, UnreadReason};

use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::index_store::{ScannedFile, is_same_scan};

use scenewright_project_files::root::stem;

use super::guids::extension_of;
use super::packages::UnityPackages;
use super::pointer::Guid;
use links::GuidLinks;
use meta::MetaFile;

pub(crate) use content::{AssetContent, FileScan, ObjectEntry, ScannedReference};
pub(crate) use kinds::is_text_asset;

pub(crate) struct UnityIndex {
    /// Sorted by path.
    files: Vec<AssetFile>,
    /// What could not be looked at: folders, links. Sorted by path.
    unlisted: Vec<UnlistedPath>,
    links: GuidLinks,
    packages: UnityPackages,
    /// Paths in lower case, made when one is asked for.
    lower_case: OnceLock<HashSet<String>>,
    hides_guids: OnceLock<bool>,
}

/// A file or folder of the project or of a package. Settings files are among them, without guids.
pub(crate) struct AssetFile {
    /// In Unity's spelling.
    pub(crate) path: Box<str>,
    pub(crate) guid: Option<Guid>,
    pub(crate) bytes: u64,
    pub(crate) is_folder: bool,
    /// `false`: there is only a `.meta` file.
    pub(crate) exists: bool,
    place: AssetLocation,
    content: Option<Arc<ScannedFile<AssetContent>>>,
    meta: Option<Arc<ScannedFile<MetaFile>>>,
}

/// A folder or link that was passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
struct UnlistedPath {
    /// Which folder of [`build::folders`].
    folder: u16,
    unread: UnreadFile,
}

/// Where a file really is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct AssetLocation {
    /// Which folder of [`build::folders`]: the first one that has a guid owns it.
    folder: u16,
    /// Relative to its root, where that is not Unity's spelling.
    file: Option<Box<str>>,
}

impl UnityIndex {
    /// Sorted by path. Those of which there is only a `.meta` file are not among them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &AssetFile> {
        self.files.iter().filter(|file| file.exists)
    }

    /// Everything that a `.meta` file gives a guid to, whether it exists or not.
    pub(crate) fn with_guids(&self) -> impl Iterator<Item = &AssetFile> {
        self.files.iter().filter(|file| file.guid.is_some())
    }

    /// By Unity's spelling.
    pub(crate) fn find(&self, path: &str) -> Option<&AssetFile> {
        let found = self.files.binary_search_by(|file| (*file.path).cmp(path));
        found.ok().map(|at| &self.files[at])
    }

    pub(crate) fn by_guid(&self, guid: Guid) -> Option<&AssetFile> {
        self.links.owner(guid).map(|at| &self.files[at])
    }

    /// The guids that several `.meta` files claim; the first claimant is the one that is found by it.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = (Guid, Vec<&AssetFile>)> {
        let duplicates = self.links.duplicates.iter();
        duplicates.map(|(guid, claims)| {
            (*guid, claims.iter().map(|&at| &self.files[at as usize]).collect())
        })
    }

    /// Whether there is a file whose path differs in case only: a project made on Windows works there.
    pub(crate) fn has_in_other_case(&self, path: &str) -> bool {
        let lower = || self.files().map(|file| file.path.to_lowercase()).collect();
        self.lower_case.get_or_init(lower).contains(&path.to_lowercase())
    }

    /// All files that claim a guid which several claim.
    pub(crate) fn claimants(&self, guid: Guid) -> impl Iterator<Item = &AssetFile> {
        let claims = self.links.duplicates.iter().find(|(claimed, _)| *claimed == guid);
        claims.into_iter().flat_map(|(_, claims)| claims).map(|&at| &self.files[at as usize])
    }

    /// Who references it, sorted by path; itself excepted.
    pub(crate) fn dependents(&self, guid: Guid) -> Vec<&AssetFile> {
        let sources = self.links.sources(guid).iter();
        let files = sources.map(|&at| &self.files[at as usize]);
        files.filter(|file| file.guid != Some(guid)).collect()
    }

    /// What it references, by its content and its import settings, each once; itself excepted.
    pub(crate) fn dependencies(&self, file: &AssetFile) -> Vec<Guid> {
        let mut guids: Vec<Guid> = file.referenced_guids().collect();
        guids.sort_unstable();
        guids.dedup();
        guids.retain(|guid| file.guid != Some(*guid));
        guids
    }

    /// What could not be looked at in the project itself, and `.meta` files that could not be read.
    pub(crate) fn unread_own_paths(&self) -> impl Iterator<Item = UnreadFile> {
        let own = self.unlisted.iter().filter(|unlisted| build::is_own(unlisted.folder));
        let metas = self.files.iter().filter(|file| file.is_own());
        let metas = metas.filter_map(|file| {
            Some(UnreadFile::new(format!("{}.meta", file.path), file.unread_meta()?.clone()))
        });
        own.map(|unlisted| unlisted.unread.clone()).chain(metas)
    }

    /// Which files were read that may reference others.
    pub(crate) fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        self.files.iter().for_each(|file| file.add_to_coverage(&mut coverage));
        coverage.unread.extend(self.unlisted.iter().map(|unlisted| unlisted.unread.clone()));
        coverage
    }

    /// Whether there are assets whose guids are not known.
    pub(crate) fn has_hidden_guids(&self) -> bool {
        let has_hidden = || self.files.iter().any(|file| file.unread_meta().is_some());
        *self.hides_guids.get_or_init(|| !self.unlisted.is_empty() || has_hidden())
    }

    /// Whether there is something at this path, or at a folder above it, that was passed over.
    pub(crate) fn is_unlisted(&self, path: &str) -> bool {
        self.unlisted.iter().any(|UnlistedPath { unread, .. }| {
            path.strip_prefix(unread.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    pub(crate) fn packages(&self) -> &UnityPackages {
        &self.packages
    }

    /// The root that a file is read from.
    pub(crate) fn root_for<'a>(
        &'a self,
        project: &'a ProjectRoot,
        file: &AssetFile,
    ) -> &'a ProjectRoot {
        self.root_for_folder(project, file.place.folder)
    }

    /// The same, by the first part of a file's [`key`](AssetFile::key).
    pub(crate) fn root_for_folder<'a>(
        &'a self,
        project: &'a ProjectRoot,
        folder: u16,
    ) -> &'a ProjectRoot {
        build::root_for(project, &self.packages, folder)
    }

    /// All folders that were walked, as the file system names them.
    pub(crate) fn walked_folders(&self, project: &ProjectRoot) -> Vec<std::path::PathBuf> {
        let folders = build::folders(project, &self.packages);
        folders.iter().map(|folder| folder.root.path().join(folder.below)).collect()
    }
}

impl AssetFile {
    /// One that only the memory has.
    pub(crate) fn new_unsaved(path: &str, guid: Guid) -> AssetFile {
        AssetFile {
            path: path.into(),
            guid: Some(guid),
            bytes: 0,
            is_folder: false,
            exists: true,
            place: AssetLocation { folder: 0, file: None },
            content: None,
            meta: None,
        }
    }

    pub(crate) fn content(&self) -> &AssetContent {
        match &self.content {
            Some(scanned) => &scanned.found,
            None => &AssetContent::NotText,
        }
    }

    /// Adds the file to those that were read or not read, if it is of a kind that is.
    pub(crate) fn add_to_coverage(&self, coverage: &mut Coverage) {
        match self.content() {
            _ if self.content.is_none() => {}
            AssetContent::Unread(reason) => coverage.add(&*self.path, reason.clone()),
            AssetContent::Text(_) | AssetContent::NotText => coverage.read += 1,
        }
        if let Some(reason) = self.unread_meta() {
            coverage.add(format!("{}.meta", self.path), reason.clone());
        }
    }

    fn unread_meta(&self) -> Option<&UnreadReason> {
        self.meta.as_ref()?.found.unread.as_deref()
    }

    /// `TextureImporter`, when the `.meta` file says.
    pub(crate) fn importer(&self) -> Option<&str> {
        self.meta.as_ref()?.found.importer.as_deref()
    }

    pub(crate) fn labels(&self) -> &[String] {
        self.meta.as_ref().map(|meta| meta.found.labels()).unwrap_or_default()
    }

    /// The assets that its import settings name, each once.
    pub(crate) fn import_references(&self) -> &[Guid] {
        self.meta.as_ref().map(|meta| meta.found.references()).unwrap_or_default()
    }

    /// Whether it is kept with the project, rather than linked or cached.
    pub(crate) fn is_own(&self) -> bool {
        build::is_own(self.place.folder)
    }

    /// Why an asset that is gone cannot be used.
    pub(crate) fn gone(&self) -> String {
        format!("'{}' is gone; only its .meta file is left", self.path)
    }

    /// Relative to its root.
    pub(crate) fn file(&self) -> &str {
        self.place.file.as_deref().unwrap_or(&self.path)
    }

    /// What no other file has: two versions of a package in the cache share their spelling.
    pub(crate) fn key(&self) -> (u16, &str) {
        (self.place.folder, self.file())
    }

    /// The file's name without folders and extension.
    pub(crate) fn stem(&self) -> &str {
        stem(&self.path)
    }

    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        extension_of(&self.path).is_some_and(|own| own.eq_ignore_ascii_case(extension))
    }

    /// Everything that it references; what content and settings both name comes twice.
    fn referenced_guids(&self) -> impl Iterator<Item = Guid> {
        let scan = match self.content() {
            AssetContent::Text(scan) => scan.guids(),
            _ => &[],
        };
        scan.iter().chain(self.import_references()).copied()
    }

    /// Whether nothing of it was read anew.
    fn is_same_as(&self, other: &AssetFile) -> bool {
        (&self.path, self.bytes, self.is_folder, self.exists, &self.place)
            == (&other.path, other.bytes, other.is_folder, other.exists, &other.place)
            && is_same_scan(&self.content, &other.content)
            && is_same_scan(&self.meta, &other.meta)
    }
}
