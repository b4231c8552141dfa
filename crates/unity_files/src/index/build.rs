//! Builds an index from the folders on disk, reusing what the last index knows about files that
//! have not changed.

use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use rayon::prelude::*;
use scenewright_engine::{Context, EngineError};
use scenewright_model::{UnreadFile, UnreadReason};

use super::binary::is_always_binary;
use super::kinds::{ScanKind, scan_kind};
use super::links::GuidLinks;
use super::meta::MetaFile;
use super::scan::TextScanner;
use super::{AssetContent, AssetFile, AssetLocation, UnityIndex, UnlistedPath};
use crate::packages::{UnityPackages, cached_asset_path};
use crate::submodules;
use scenewright_project_files::freshness::ChangedFiles;
use scenewright_project_files::index_store::{FileScanner, ProjectIndex, ScannedFile};
use scenewright_project_files::root::{ProjectRoot, WalkEntry};

/// In the order in which they own a guid that several files claim.
pub(super) const OWN_FOLDERS: [&str; 4] =
    ["Assets", "Packages", "Library/PackageCache", "ProjectSettings"];

/// With fewer files than this, waking other threads costs more than it saves.
const MIN_PARALLEL_FILES: usize = 32;

pub(super) const META_SUFFIX: &str = ".meta";

/// A folder whose files belong to the project.
pub(super) struct AssetFolder<'a> {
    pub(super) root: &'a ProjectRoot,
    pub(super) below: &'static str,
    /// The name of the package that the folder is.
    package: Option<&'a str>,
}

pub(super) fn folders<'a>(
    project: &'a ProjectRoot,
    packages: &'a UnityPackages,
) -> Vec<AssetFolder<'a>> {
    let own = |below| AssetFolder { root: project, below, package: None };
    let linked = packages.linked.iter();
    let linked =
        linked.map(|(name, root)| AssetFolder { root, below: "", package: Some(name.as_str()) });
    OWN_FOLDERS.into_iter().map(own).chain(linked).collect()
}

pub(super) fn root_for<'a>(
    project: &'a ProjectRoot,
    packages: &'a UnityPackages,
    folder: u16,
) -> &'a ProjectRoot {
    let linked = usize::from(folder).checked_sub(OWN_FOLDERS.len());
    linked.and_then(|at| packages.linked.get(at)).map_or(project, |(_, root)| root)
}

/// Whether a folder is stored with the project: `Assets`, `Packages`, `ProjectSettings`.
pub(super) fn is_own(folder: u16) -> bool {
    OWN_FOLDERS.get(usize::from(folder)).is_some_and(|own| !own.starts_with("Library"))
}

/// Whether a folder is `Assets` or `Packages`.
pub(super) fn is_asset_folder(folder: u16) -> bool {
    folder < 2
}

impl AssetFolder<'_> {
    /// Unity's path of a file in it, where that differs.
    pub(super) fn unity_path(&self, path: &str) -> Option<String> {
        match self.package {
            Some(package) => Some(format!("Packages/{package}/{path}")),
            None => cached_asset_path(path),
        }
    }

    fn unlisted(&self, folder: u16, unread: UnreadFile) -> UnlistedPath {
        let file = unread.path.clone();
        let path = self.unity_path(&unread.path).unwrap_or(unread.path);
        UnlistedPath { folder, file, unread: UnreadFile { path, ..unread } }
    }
}

/// Packages store some settings as JSON with the extension `.asset` (`XRSettings.asset`).
fn is_json_setting(path: &str, bytes: &[u8]) -> bool {
    path.starts_with("ProjectSettings/") && bytes.trim_ascii_start().starts_with(b"{")
}

/// Whether an unread path may have held references or guids.
pub(super) fn may_hold_references(unread: &UnreadFile) -> bool {
    unread.reason.is_of_folder()
        || unread.path.ends_with(META_SUFFIX)
        || scan_kind(&unread.path) != ScanKind::Opaque
}

impl ProjectIndex for UnityIndex {
    fn refresh(
        project: &ProjectRoot,
        last: Option<Arc<UnityIndex>>,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Arc<UnityIndex>, EngineError> {
        let packages = Arc::new(UnityPackages::read(project));
        let known = last.filter(|last| last.packages == packages);
        project.freshness().watch_linked(&packages.linked_paths());
        let folders = folders(project, &packages);
        let build = IndexBuild { folders: &folders, known: known.as_deref(), now, cx };
        let (mut files, mut unlisted) = build.files()?;
        let submodules = submodules::not_checked_out(project).into_iter();
        unlisted.extend(submodules.map(|unread| folders[0].unlisted(0, unread)));
        unlisted.sort_by(|one, other| one.unread.path.cmp(&other.unread.path));
        files.shrink_to_fit();
        if let Some(known) = known
            && known.files.len() == files.len()
            && known.unlisted == unlisted
            && known.files.iter().zip(&files).all(|(known, file)| known.is_same_as(file))
        {
            return Ok(known);
        }
        let links = Arc::new(GuidLinks::new(&files));
        let (lower_case, hides_guids) = (OnceLock::new(), OnceLock::new());
        let unreadable = files.iter().flat_map(|file| file.unreadable_files()).collect();
        Ok(Arc::new(UnityIndex {
            files,
            unlisted,
            links,
            packages,
            lower_case,
            hides_guids,
            unreadable,
        }))
    }

    fn update(
        project: &ProjectRoot,
        last: &Arc<UnityIndex>,
        changed: &ChangedFiles,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Option<Arc<UnityIndex>>, EngineError> {
        let folders = folders(project, &last.packages);
        let build = IndexBuild { folders: &folders, known: Some(last), now, cx };
        build.update(project, last, changed)
    }

    fn is_current(&self, project: &ProjectRoot) -> bool {
        let is_still_unread = |folder: u16, file: &str, reason: &UnreadReason| {
            root_for(project, &self.packages, folder).is_still_unread(file, reason)
        };
        let unreadable = UnreadReason::Unreadable { error: String::new() };
        let submodules = self.unlisted.iter().map(|unlisted| &unlisted.unread);
        let submodules = submodules.filter(|unread| unread.reason == UnreadReason::Submodule);
        self.packages.are_paths_current(project)
            && submodules.eq(&submodules::not_checked_out(project))
            && self
                .unlisted
                .iter()
                .all(|it| is_still_unread(it.folder, &it.file, &it.unread.reason))
            && self.unreadable.iter().all(|(at, file)| is_still_unread(*at, file, &unreadable))
    }

    fn agrees_with(&self, refreshed: &UnityIndex) -> bool {
        self.packages == refreshed.packages
            && self.unlisted == refreshed.unlisted
            && self.files.len() == refreshed.files.len()
            && self.files.iter().zip(&refreshed.files).all(|(one, other)| one.agrees_with(other))
    }
}

pub(super) struct IndexBuild<'a> {
    pub(super) folders: &'a [AssetFolder<'a>],
    known: Option<&'a UnityIndex>,
    now: SystemTime,
    pub(super) cx: &'a Context,
}

/// A file or folder found by the walk.
pub(super) struct WalkedEntry {
    folder: u16,
    walked: WalkEntry,
    /// Unity's path, where that differs.
    spelling: Option<String>,
    is_meta: bool,
}

/// An asset and its `.meta` file; one of them may be missing.
pub(super) struct AssetPair {
    pub(super) asset: Option<WalkedEntry>,
    pub(super) meta: Option<WalkedEntry>,
}

/// Buffers that a worker thread reuses for each file.
pub(super) struct ScanWorker {
    buffer: Vec<u8>,
    scanner: TextScanner,
}

impl ScanWorker {
    pub(super) fn for_call(cx: &Context) -> ScanWorker {
        ScanWorker { buffer: Vec::new(), scanner: TextScanner::for_call(cx) }
    }
}

impl IndexBuild<'_> {
    /// All files, and the paths that could not be listed.
    fn files(&self) -> Result<(Vec<Arc<AssetFile>>, Vec<UnlistedPath>), EngineError> {
        let (mut entries, mut unlisted) = (Vec::new(), Vec::new());
        for (number, folder) in (0..).zip(self.folders) {
            let walk = folder.root.walk(folder.below, |_| false, self.cx)?;
            entries.extend(
                walk.found.into_iter().map(|walked| WalkedEntry::new(number, folder, walked)),
            );
            let unread = walk.unread.into_iter().filter(may_hold_references);
            unlisted.extend(unread.map(|unread| folder.unlisted(number, unread)));
        }
        unlisted.sort_by(|one, other| one.unread.path.cmp(&other.unread.path));
        Ok((self.assets(entries)?, unlisted))
    }

    fn assets(&self, mut entries: Vec<WalkedEntry>) -> Result<Vec<Arc<AssetFile>>, EngineError> {
        entries.par_sort_unstable_by(|one, other| one.sort_key().cmp(&other.sort_key()));
        let pairs = pairs(entries);
        if pairs.len() < MIN_PARALLEL_FILES {
            let mut worker = ScanWorker::for_call(self.cx);
            return pairs.into_iter().map(|pair| self.asset(pair, &mut worker)).collect();
        }
        let asset = |worker: &mut ScanWorker, pair| self.asset(pair, worker);
        pairs.into_par_iter().map_init(|| ScanWorker::for_call(self.cx), asset).collect()
    }

    pub(super) fn asset(
        &self,
        pair: AssetPair,
        worker: &mut ScanWorker,
    ) -> Result<Arc<AssetFile>, EngineError> {
        self.cx.check()?;
        let (path, place) = pair.path_and_place();
        let AssetPair { asset, meta } = pair;
        let known = self.known_file(&path, &place);
        let scanned = known.and_then(|known| known.content.as_ref());
        let kind = scan_kind(&path);
        let content =
            asset.as_ref().filter(|asset| !asset.walked.is_folder && kind != ScanKind::Opaque);
        let content = content.map(|asset| {
            self.scan_or_reuse(asset, scanned, worker, |bytes, scanner| match bytes {
                Ok(bytes) if is_json_setting(&path, bytes) => scanner.scan_text(bytes),
                Ok(bytes) if kind == ScanKind::Yaml => match scanner.scan_yaml(bytes) {
                    AssetContent::Unread(UnreadReason::Binary)
                        if is_always_binary(&path, bytes) =>
                    {
                        AssetContent::Unread(UnreadReason::BinaryFormat)
                    }
                    content => content,
                },
                Ok(bytes) => scanner.scan_text(bytes),
                Err(reason) => AssetContent::Unread(reason),
            })
        });
        let content = content.transpose()?;
        let scanned = known.and_then(|known| known.meta.as_ref());
        let meta = meta.map(|meta| {
            self.scan_or_reuse(&meta, scanned, worker, |bytes, scanner| match bytes {
                Ok(bytes) => MetaFile::read(bytes, scanner),
                Err(reason) => MetaFile::unread(reason),
            })
        });
        let meta = meta.transpose()?;
        // A scan that was cancelled is incomplete.
        self.cx.check()?;
        Ok(Arc::new(AssetFile {
            path,
            guid: meta.as_ref().and_then(|meta| meta.found.guid),
            bytes: asset.as_ref().map_or(0, |asset| asset.walked.stamp.bytes),
            is_folder: asset.as_ref().is_some_and(|asset| asset.walked.is_folder),
            exists: asset.is_some(),
            place,
            content,
            meta,
        }))
    }

    fn known_file(&self, path: &str, place: &AssetLocation) -> Option<&AssetFile> {
        let files = &self.known?.files;
        let start = files.partition_point(|known| *known.path < *path);
        let mut same = files[start..].iter().take_while(|known| *known.path == *path);
        same.find(|known| known.place == *place).map(|known| &**known)
    }

    /// The last scan of a file, if the file has not changed; else a new one.
    fn scan_or_reuse<T>(
        &self,
        entry: &WalkedEntry,
        known: Option<&Arc<ScannedFile<T>>>,
        worker: &mut ScanWorker,
        read: impl FnOnce(Result<&[u8], UnreadReason>, &mut TextScanner) -> T,
    ) -> Result<Arc<ScannedFile<T>>, EngineError> {
        let ScanWorker { buffer, scanner } = worker;
        let root = self.folders[usize::from(entry.folder)].root;
        let WalkEntry { path, stamp, .. } = &entry.walked;
        let look = FileScanner { root, path, stamp: *stamp, now: self.now };
        look.scan_or_reuse(known, buffer, |bytes| read(bytes, scanner), self.cx)
    }
}

impl WalkedEntry {
    pub(super) fn new(number: u16, folder: &AssetFolder<'_>, walked: WalkEntry) -> WalkedEntry {
        let spelling = folder.unity_path(&walked.path);
        let is_meta = !walked.is_folder && walked.path.ends_with(META_SUFFIX);
        WalkedEntry { folder: number, walked, spelling, is_meta }
    }

    /// The asset that it is or describes: Unity's path, the folder's index, the path in the folder.
    fn asset_key(&self) -> (&str, u16, &str) {
        let file = self.walked.path.as_str();
        let path = self.spelling.as_deref().unwrap_or(file);
        let cut = if self.is_meta { META_SUFFIX.len() } else { 0 };
        (&path[..path.len() - cut], self.folder, &file[..file.len() - cut])
    }

    /// An asset sorts right before its `.meta` file.
    fn sort_key(&self) -> ((&str, u16, &str), bool) {
        (self.asset_key(), self.is_meta)
    }
}

impl AssetPair {
    /// [`pairs`] never makes a pair of nothing; it would be empty here.
    fn asset_key(&self) -> (&str, u16, &str) {
        let one = self.asset.as_ref().or(self.meta.as_ref());
        one.map(WalkedEntry::asset_key).unwrap_or_default()
    }

    fn path_and_place(&self) -> (Box<str>, AssetLocation) {
        let (path, folder, file) = self.asset_key();
        let file = (file != path).then(|| file.into());
        (path.into(), AssetLocation { folder, file })
    }
}

fn pairs(sorted: Vec<WalkedEntry>) -> Vec<AssetPair> {
    let mut pairs: Vec<AssetPair> = Vec::with_capacity(sorted.len() / 2);
    for entry in sorted {
        if !entry.is_meta {
            pairs.push(AssetPair { asset: Some(entry), meta: None });
            continue;
        }
        match pairs.last_mut() {
            Some(pair) if pair.asset_key() == entry.asset_key() => pair.meta = Some(entry),
            _ => pairs.push(AssetPair { asset: None, meta: Some(entry) }),
        }
    }
    pairs
}
