//! A new index from the folders as they are now, and from what the last one knows of files that are
//! still the same.

use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use rayon::prelude::*;
use scenewright_engine::{Context, EngineError};
use scenewright_model::{Unread, UnreadReason};

use super::binary::is_always_binary;
use super::kinds::{Kind, kind};
use super::links::Links;
use super::meta::Meta;
use super::scan::Scanner;
use super::{AssetFile, Content, Index, Place, Unlisted};
use crate::packages::{Packages, cached_asset};
use scenewright_project_files::root::{ProjectRoot, Walked};
use scenewright_project_files::store::{Look, Scanned, Snapshot};

/// In the order in which they own a guid that several claim.
const OWN_FOLDERS: [&str; 4] = ["Assets", "Packages", "Library/PackageCache", "ProjectSettings"];

/// Files that are not worth waking the other threads for.
const FEW: usize = 32;

const META: &str = ".meta";

/// A folder that belongs to the project.
pub(super) struct Folder<'a> {
    pub(super) root: &'a ProjectRoot,
    pub(super) below: &'static str,
    /// The name of the package that it is.
    package: Option<&'a str>,
}

pub(super) fn folders<'a>(project: &'a ProjectRoot, packages: &'a Packages) -> Vec<Folder<'a>> {
    let own = |below| Folder { root: project, below, package: None };
    let linked = packages.linked.iter();
    let linked =
        linked.map(|(name, root)| Folder { root, below: "", package: Some(name.as_str()) });
    OWN_FOLDERS.into_iter().map(own).chain(linked).collect()
}

pub(super) fn root_of<'a>(
    project: &'a ProjectRoot,
    packages: &'a Packages,
    folder: u16,
) -> &'a ProjectRoot {
    let linked = usize::from(folder).checked_sub(OWN_FOLDERS.len());
    linked.and_then(|at| packages.linked.get(at)).map_or(project, |(_, root)| root)
}

/// Whether a folder is kept with the project: `Assets`, `Packages`, `ProjectSettings`.
pub(super) fn is_own(folder: u16) -> bool {
    OWN_FOLDERS.get(usize::from(folder)).is_some_and(|own| !own.starts_with("Library"))
}

impl Folder<'_> {
    /// Unity's spelling of a path in it, where that is another one.
    fn spelling(&self, path: &str) -> Option<String> {
        match self.package {
            Some(package) => Some(format!("Packages/{package}/{path}")),
            None => cached_asset(path),
        }
    }

    fn spelled(&self, unread: Unread) -> Unread {
        let path = self.spelling(&unread.path).unwrap_or(unread.path);
        Unread { path, ..unread }
    }
}

/// Packages keep some settings as JSON, and under the same ending (`XRSettings.asset`).
fn is_json_setting(path: &str, bytes: &[u8]) -> bool {
    path.starts_with("ProjectSettings/") && bytes.trim_ascii_start().starts_with(b"{")
}

/// Whether what was not listed may have held references or guids.
fn matters(unread: &Unread) -> bool {
    unread.reason.is_of_folder()
        || unread.path.ends_with(META)
        || kind(&unread.path) != Kind::Opaque
}

impl Snapshot for Index {
    fn refresh(
        project: &ProjectRoot,
        last: Option<Arc<Index>>,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Arc<Index>, EngineError> {
        let packages = Packages::of(project);
        let known = last.filter(|last| last.packages == packages);
        let folders = folders(project, &packages);
        let build = Build { folders: &folders, known: known.as_deref(), now, cx };
        let (mut files, unlisted) = build.files()?;
        files.shrink_to_fit();
        if let Some(known) = known
            && known.files.len() == files.len()
            && known.unlisted == unlisted
            && known.files.iter().zip(&files).all(|(known, file)| known.is_same_as(file))
        {
            return Ok(known);
        }
        let links = Links::of(&files);
        let (lower_case, hides_guids) = (OnceLock::new(), OnceLock::new());
        Ok(Arc::new(Index { files, unlisted, links, packages, lower_case, hides_guids }))
    }
}

struct Build<'a> {
    folders: &'a [Folder<'a>],
    known: Option<&'a Index>,
    now: SystemTime,
    cx: &'a Context,
}

/// A walked file or folder.
struct Entry {
    folder: u16,
    walked: Walked,
    /// Unity's spelling, where that is another one.
    spelling: Option<String>,
    is_meta: bool,
}

/// An asset and its `.meta` file, of which one may be absent.
struct Pair {
    asset: Option<Entry>,
    meta: Option<Entry>,
}

/// What a worker uses again for each file.
struct Worker {
    buffer: Vec<u8>,
    scanner: Scanner,
}

impl Worker {
    fn for_call(cx: &Context) -> Worker {
        Worker { buffer: Vec::new(), scanner: Scanner::for_call(cx) }
    }
}

impl Build<'_> {
    /// And what could not be listed.
    fn files(&self) -> Result<(Vec<AssetFile>, Vec<Unlisted>), EngineError> {
        let (mut entries, mut unlisted) = (Vec::new(), Vec::new());
        for (number, folder) in (0..).zip(self.folders) {
            let walk = folder.root.walk(folder.below, |_| false, self.cx)?;
            entries.extend(walk.found.into_iter().map(|walked| Entry::new(number, folder, walked)));
            let unread = walk.unread.into_iter().filter(matters);
            let unread = unread.map(|unread| folder.spelled(unread));
            unlisted.extend(unread.map(|unread| Unlisted { folder: number, unread }));
        }
        unlisted.sort_by(|one, other| one.unread.path.cmp(&other.unread.path));
        Ok((self.assets(entries)?, unlisted))
    }

    fn assets(&self, mut entries: Vec<Entry>) -> Result<Vec<AssetFile>, EngineError> {
        entries.par_sort_unstable_by(|one, other| one.order().cmp(&other.order()));
        let pairs = pairs(entries);
        if pairs.len() < FEW {
            let mut worker = Worker::for_call(self.cx);
            return pairs.into_iter().map(|pair| self.asset(pair, &mut worker)).collect();
        }
        let asset = |worker: &mut Worker, pair| self.asset(pair, worker);
        pairs.into_par_iter().map_init(|| Worker::for_call(self.cx), asset).collect()
    }

    fn asset(&self, pair: Pair, worker: &mut Worker) -> Result<AssetFile, EngineError> {
        self.cx.check()?;
        let (path, place) = pair.path_and_place();
        let Pair { asset, meta } = pair;
        let known = self.known(&path, &place);
        let scanned = known.and_then(|known| known.content.as_ref());
        let kind = kind(&path);
        let content =
            asset.as_ref().filter(|asset| !asset.walked.is_folder && kind != Kind::Opaque);
        let content = content.map(|asset| {
            self.scanned(asset, scanned, worker, |bytes, scanner| match bytes {
                Ok(bytes) if is_json_setting(&path, bytes) => scanner.text(bytes),
                Ok(bytes) if kind == Kind::Yaml => match scanner.yaml(bytes) {
                    Content::Unread(UnreadReason::Binary) if is_always_binary(&path, bytes) => {
                        Content::Unread(UnreadReason::BinaryFormat)
                    }
                    content => content,
                },
                Ok(bytes) => scanner.text(bytes),
                Err(reason) => Content::Unread(reason),
            })
        });
        let content = content.transpose()?;
        let scanned = known.and_then(|known| known.meta.as_ref());
        let meta = meta.map(|meta| {
            self.scanned(&meta, scanned, worker, |bytes, scanner| match bytes {
                Ok(bytes) => Meta::read(bytes, scanner),
                Err(reason) => Meta::unread(reason),
            })
        });
        let meta = meta.transpose()?;
        // A search that was left off found less than there is.
        self.cx.check()?;
        Ok(AssetFile {
            path,
            guid: meta.as_ref().and_then(|meta| meta.found.guid),
            bytes: asset.as_ref().map_or(0, |asset| asset.walked.stamp.bytes),
            is_folder: asset.as_ref().is_some_and(|asset| asset.walked.is_folder),
            exists: asset.is_some(),
            place,
            content,
            meta,
        })
    }

    fn known(&self, path: &str, place: &Place) -> Option<&AssetFile> {
        let files = &self.known?.files;
        let start = files.partition_point(|known| *known.path < *path);
        let mut same = files[start..].iter().take_while(|known| *known.path == *path);
        same.find(|known| known.place == *place)
    }

    /// What is known of a file, if it is still the same, or what a new look finds.
    fn scanned<T>(
        &self,
        entry: &Entry,
        known: Option<&Arc<Scanned<T>>>,
        worker: &mut Worker,
        read: impl FnOnce(Result<&[u8], UnreadReason>, &mut Scanner) -> T,
    ) -> Result<Arc<Scanned<T>>, EngineError> {
        let Worker { buffer, scanner } = worker;
        let root = self.folders[usize::from(entry.folder)].root;
        let Walked { path, stamp, .. } = &entry.walked;
        let look = Look { root, path, stamp: *stamp, now: self.now };
        look.take(known, buffer, |bytes| read(bytes, scanner), self.cx)
    }
}

impl Entry {
    fn new(number: u16, folder: &Folder<'_>, walked: Walked) -> Entry {
        let spelling = folder.spelling(&walked.path);
        let is_meta = !walked.is_folder && walked.path.ends_with(META);
        Entry { folder: number, walked, spelling, is_meta }
    }

    /// Of the asset that it is, or that it describes: Unity's spelling, its folder, the file there.
    fn asset(&self) -> (&str, u16, &str) {
        let file = self.walked.path.as_str();
        let path = self.spelling.as_deref().unwrap_or(file);
        let cut = if self.is_meta { META.len() } else { 0 };
        (&path[..path.len() - cut], self.folder, &file[..file.len() - cut])
    }

    /// An asset comes right before its `.meta` file.
    fn order(&self) -> ((&str, u16, &str), bool) {
        (self.asset(), self.is_meta)
    }
}

impl Pair {
    /// Empty for a pair of nothing, which [`pairs`] does not make.
    fn described(&self) -> (&str, u16, &str) {
        let one = self.asset.as_ref().or(self.meta.as_ref());
        one.map(Entry::asset).unwrap_or_default()
    }

    fn path_and_place(&self) -> (Box<str>, Place) {
        let (path, folder, file) = self.described();
        let file = (file != path).then(|| file.into());
        (path.into(), Place { folder, file })
    }
}

fn pairs(sorted: Vec<Entry>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::with_capacity(sorted.len() / 2);
    for entry in sorted {
        if !entry.is_meta {
            pairs.push(Pair { asset: Some(entry), meta: None });
            continue;
        }
        match pairs.last_mut() {
            Some(pair) if pair.described() == entry.asset() => pair.meta = Some(entry),
            _ => pairs.push(Pair { asset: None, meta: Some(entry) }),
        }
    }
    pairs
}
