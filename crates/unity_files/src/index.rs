//! Everything in a Unity project that has a guid or references one, and the references in both
//! directions. [`IndexStore`](scenewright_project_files::index_store::IndexStore) builds the next index
//! from the last one and from what changed on disk.
//!
//! Invariant: an index never changes; it is shared by the calls that started while it was current.
//! It reflects the disk only: unsaved contents are added by
//! [`UnityAssets`](super::guids::UnityAssets).

mod binary;
mod build;
mod content;
mod kinds;
mod links;
mod meta;
mod scan;
#[cfg(test)]
mod tests;
mod update;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use scenewright_model::{BrokenReason, Coverage, UnreadFile, UnreadReason};

use scenewright_project_files::index_store::{
    ScannedFile, is_same_scan, is_same_stamp, is_unreadable,
};
use scenewright_project_files::root::{FileListing, ProjectRoot};

use scenewright_project_files::root::stem;

use super::guids::extension_of;
use super::packages::UnityPackages;
use super::pointer::Guid;
use links::GuidLinks;
use meta::MetaFile;

pub(crate) use content::{AssetContent, FileScan, ObjectEntry, ScannedReference};
pub(crate) use kinds::is_text_asset;

pub(crate) struct UnityIndex {
    /// Sorted by path. The next index shares those that have not changed.
    files: Vec<Arc<AssetFile>>,
    /// Folders and links that could not be read. Sorted by path.
    unlisted: Vec<UnlistedPath>,
    links: Arc<GuidLinks>,
    packages: Arc<UnityPackages>,
    /// Paths in lower case, computed on first use.
    lower_case: OnceLock<HashSet<String>>,
    /// Files that the system did not let us read.
    unreadable: Vec<(u16, String)>,
    hides_guids: OnceLock<bool>,
}

/// A file or folder of the project or of a package. Settings files are among them, without guids.
pub(crate) struct AssetFile {
    /// Unity's path: `Assets/…`, `Packages/NAME/…`.
    pub(crate) path: Box<str>,
    pub(crate) guid: Option<Guid>,
    pub(crate) bytes: u64,
    pub(crate) is_folder: bool,
    /// `false` when only the `.meta` file exists.
    pub(crate) exists: bool,
    place: AssetLocation,
    content: Option<Arc<ScannedFile<AssetContent>>>,
    meta: Option<Arc<ScannedFile<MetaFile>>>,
}

/// A folder or link that was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
struct UnlistedPath {
    /// Index into [`build::folders`].
    folder: u16,
    /// Relative to its root.
    file: String,
    unread: UnreadFile,
}

/// Where a file is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
struct AssetLocation {
    /// Index into [`build::folders`]: the first folder that has a guid owns it.
    folder: u16,
    /// Relative to its root, where that differs from Unity's path.
    file: Option<Box<str>>,
}

impl UnityIndex {
    /// Sorted by path, without those of which only the `.meta` file exists.
    pub(crate) fn files(&self) -> impl Iterator<Item = &AssetFile> {
        self.files.iter().map(|file| &**file).filter(|file| file.exists)
    }

    /// Everything that a `.meta` file gives a guid to, whether it exists or not.
    pub(crate) fn with_guids(&self) -> impl Iterator<Item = &AssetFile> {
        self.files.iter().map(|file| &**file).filter(|file| file.guid.is_some())
    }

    /// By Unity's path.
    pub(crate) fn find(&self, path: &str) -> Option<&AssetFile> {
        let found = self.files.binary_search_by(|file| (*file.path).cmp(path));
        found.ok().map(|at| &*self.files[at])
    }

    pub(crate) fn by_guid(&self, guid: Guid) -> Option<&AssetFile> {
        self.links.owner(guid).map(|at| &*self.files[at])
    }

    /// The guids that files reference and no file has. Sorted.
    pub(crate) fn unowned_guids(&self) -> impl Iterator<Item = Guid> {
        self.links.unowned()
    }

    /// The guids that several `.meta` files claim; the first claimant owns it.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = (Guid, Vec<&AssetFile>)> {
        let duplicates = self.links.duplicates.iter();
        duplicates.map(|(guid, claims)| {
            (*guid, claims.iter().map(|&at| &*self.files[at as usize]).collect())
        })
    }

    /// Whether a file's path differs from this one only in case: such a reference works on Windows.
    pub(crate) fn has_in_other_case(&self, path: &str) -> bool {
        let lower = || self.files().map(|file| file.path.to_lowercase()).collect();
        self.lower_case.get_or_init(lower).contains(&path.to_lowercase())
    }

    /// All files that claim a guid which several files claim.
    pub(crate) fn claimants(&self, guid: Guid) -> impl Iterator<Item = &AssetFile> {
        let claims = self.links.duplicates.iter().find(|(claimed, _)| *claimed == guid);
        claims.into_iter().flat_map(|(_, claims)| claims).map(|&at| &*self.files[at as usize])
    }

    /// The files that reference a guid, sorted by path, without the asset itself.
    pub(crate) fn dependents(&self, guid: Guid) -> Vec<&AssetFile> {
        let sources = self.links.sources(guid).iter();
        let files = sources.map(|&at| &*self.files[at as usize]);
        files.filter(|file| file.guid != Some(guid)).collect()
    }

    /// The guids that a file references, in its content and its import settings, each once, without
    /// its own.
    pub(crate) fn dependencies(&self, file: &AssetFile) -> Vec<Guid> {
        let mut guids: Vec<Guid> = file.referenced_guids().collect();
        guids.sort_unstable();
        guids.dedup();
        guids.retain(|guid| file.guid != Some(*guid));
        guids
    }

    /// What could not be read in the project itself, including `.meta` files.
    pub(crate) fn unread_own_paths(&self) -> impl Iterator<Item = UnreadFile> {
        let own = self.unlisted.iter().filter(|unlisted| build::is_own(unlisted.folder));
        let metas = self.files.iter().filter(|file| file.is_own());
        let metas = metas.filter_map(|file| {
            Some(UnreadFile::new(format!("{}.meta", file.path), file.unread_meta()?.clone()))
        });
        own.map(|unlisted| unlisted.unread.clone()).chain(metas)
    }

    /// Which of the files that may reference others were read.
    pub(crate) fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        self.files.iter().for_each(|file| file.add_to_coverage(&mut coverage));
        coverage.unread.extend(self.unlisted.iter().map(|unlisted| unlisted.unread.clone()));
        coverage
    }

    /// The files in `Assets` and `Packages` that `wanted` accepts (by file name), and what could not be listed.
    pub(crate) fn list_own(&self, wanted: impl Fn(&str) -> bool) -> FileListing {
        let name = |path: &str| wanted(path.rsplit('/').next().unwrap_or(path));
        let own = self.files().filter(|file| build::is_asset_folder(file.place.folder));
        let own = own.filter(|file| !file.is_folder && name(&file.path));
        let unlisted = self.unlisted.iter().filter(|it| build::is_asset_folder(it.folder));
        let unread = unlisted.map(|unlisted| &unlisted.unread);
        let unread = unread.filter(|unread| unread.reason.is_of_folder() || name(&unread.path));
        FileListing {
            paths: own.map(|file| file.path.to_string()).collect(),
            unread: unread.cloned().collect(),
        }
    }

    /// Whether there may be assets whose guids are not known, apart from those of submodules.
    pub(crate) fn has_hidden_guids(&self) -> bool {
        let has_hidden = || self.files.iter().any(|file| file.unread_meta().is_some());
        let is_submodule = |path: &UnlistedPath| path.unread.reason == UnreadReason::Submodule;
        *self.hides_guids.get_or_init(|| !self.unlisted.iter().all(is_submodule) || has_hidden())
    }

    /// Submodules that are not checked out.
    pub(crate) fn absent_submodules(&self) -> Arc<[String]> {
        let unread = self.unlisted.iter().map(|path| &path.unread);
        let submodules = unread.filter(|unread| unread.reason == UnreadReason::Submodule);
        submodules.map(|unread| unread.path.clone()).collect()
    }

    /// Whether this path, or a folder above it, was skipped.
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

    /// The root of a folder, by the first part of a file's [`key`](AssetFile::key).
    pub(crate) fn root_for_folder<'a>(
        &'a self,
        project: &'a ProjectRoot,
        folder: u16,
    ) -> &'a ProjectRoot {
        build::root_for(project, &self.packages, folder)
    }

    /// The absolute paths of all folders that were walked.
    pub(crate) fn walked_folders(&self, project: &ProjectRoot) -> Vec<std::path::PathBuf> {
        let folders = build::folders(project, &self.packages);
        folders.iter().map(|folder| folder.root.path().join(folder.below)).collect()
    }
}

impl AssetFile {
    /// An asset that exists only in memory.
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

    /// Counts the file as read or unread, if it is of a kind that is read.
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

    /// `TextureImporter`, if the `.meta` file names one.
    pub(crate) fn importer(&self) -> Option<&str> {
        self.meta.as_ref()?.found.importer.as_deref()
    }

    pub(crate) fn labels(&self) -> &[String] {
        self.meta.as_ref().map(|meta| meta.found.labels()).unwrap_or_default()
    }

    /// The assets that its import settings reference, each once.
    pub(crate) fn import_references(&self) -> &[Guid] {
        self.meta.as_ref().map(|meta| meta.found.references()).unwrap_or_default()
    }

    /// Whether it is stored with the project, rather than linked or cached.
    pub(crate) fn is_own(&self) -> bool {
        build::is_own(self.place.folder)
    }

    /// Why an asset of which only the `.meta` file exists cannot be used.
    pub(crate) fn deleted(&self) -> BrokenReason {
        BrokenReason::AssetDeleted { path: self.path.to_string() }
    }

    /// Relative to its root.
    pub(crate) fn file(&self) -> &str {
        self.place.file.as_deref().unwrap_or(&self.path)
    }

    /// Unique, unlike the path: two versions of a package in the cache have the same path.
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

    /// All guids that it references; one in both content and import settings comes twice.
    fn referenced_guids(&self) -> impl Iterator<Item = Guid> {
        let scan = match self.content() {
            AssetContent::Text(scan) => scan.guids(),
            _ => &[],
        };
        scan.iter().chain(self.import_references()).copied()
    }

    /// Those of its files that the system did not let us read.
    fn unreadable_files(&self) -> impl Iterator<Item = (u16, String)> {
        let content = is_unreadable(&self.content).then(|| self.file().to_owned());
        let meta = is_unreadable(&self.meta).then(|| format!("{}.meta", self.file()));
        content.into_iter().chain(meta).map(|file| (self.place.folder, file))
    }

    /// Whether it is the same file, as far as the stamps tell.
    fn agrees_with(&self, other: &AssetFile) -> bool {
        (&self.path, self.bytes, self.is_folder, self.exists, &self.place)
            == (&other.path, other.bytes, other.is_folder, other.exists, &other.place)
            && is_same_stamp(&self.content, &other.content)
            && is_same_stamp(&self.meta, &other.meta)
    }

    /// Whether nothing of it was read again.
    fn is_same_as(&self, other: &AssetFile) -> bool {
        (&self.path, self.bytes, self.is_folder, self.exists, &self.place)
            == (&other.path, other.bytes, other.is_folder, other.exists, &other.place)
            && is_same_scan(&self.content, &other.content)
            && is_same_scan(&self.meta, &other.meta)
    }
}
