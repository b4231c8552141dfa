//! Makes the next index from the last one and the few files that have changed, without a walk.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use scenewright_engine::EngineError;
use scenewright_project_files::freshness::ChangedFiles;
use scenewright_project_files::index_update::{FileDifference, UpdatedFiles, update_files};
use scenewright_project_files::root::{ProjectRoot, WalkEntry, is_ignored};

use super::build::{
    AssetPair, IndexBuild, META_SUFFIX, OWN_FOLDERS, ScanWorker, WalkedEntry, may_hold_references,
};
use super::links::GuidLinks;
use super::{AssetFile, UnityIndex};
use crate::packages::{PACKAGE_CACHE, UnityPackages};

/// An asset to look at: the folder's index, and the path in its root.
type AssetKey = (u16, String);

impl IndexBuild<'_> {
    /// `None` if a walk is needed: packages, top folders or links have changed.
    pub(super) fn update(
        &self,
        project: &ProjectRoot,
        last: &Arc<UnityIndex>,
        changed: &ChangedFiles,
    ) -> Result<Option<Arc<UnityIndex>>, EngineError> {
        if may_change_packages(changed) && UnityPackages::read(project) != *last.packages {
            return Ok(None);
        }
        let Some(affected) = self.affected(last, changed)? else { return Ok(None) };
        let mut worker = ScanWorker::for_call(self.cx);
        let mut assets = BTreeMap::new();
        for key in affected {
            let asset = match self.pair(&key) {
                PairState::Link => return Ok(None),
                PairState::Gone => None,
                PairState::Found(pair) => Some(self.asset(pair, &mut worker)?),
            };
            assets.insert(key, asset);
        }
        Ok(Some(self.merged(last, assets)))
    }

    /// The assets that the changed files belong to.
    fn affected(
        &self,
        last: &UnityIndex,
        changed: &ChangedFiles,
    ) -> Result<Option<BTreeSet<AssetKey>>, EngineError> {
        let mut affected = BTreeSet::new();
        for (tree, path) in &changed.files {
            let Some(folder) = folder_number(*tree, path) else { return Ok(None) };
            if last.has_unlisted(folder, path) {
                return Ok(None);
            }
            affected.insert((folder, asset_of(path).to_owned()));
        }
        for (tree, path) in &changed.folders {
            let Some(folder) = folder_number(*tree, path) else { return Ok(None) };
            let walk = self.folders[usize::from(folder)].root.walk(path, |_| false, self.cx)?;
            if last.has_unlisted(folder, path) || walk.unread.iter().any(may_hold_references) {
                return Ok(None);
            }
            affected.insert((folder, path.clone()));
            affected.extend(self.known_inside(last, folder, path));
            let found = walk.found.iter().map(|walked| match walked.is_folder {
                true => walked.path.as_str(),
                false => asset_of(&walked.path),
            });
            affected.extend(found.map(|path| (folder, path.to_owned())));
        }
        Ok(Some(affected))
    }

    /// The assets of the last index below a path.
    fn known_inside(&self, last: &UnityIndex, folder: u16, path: &str) -> Vec<AssetKey> {
        let inside = format!("{path}/");
        let unity_path = self.folders[usize::from(folder)].unity_path(&inside);
        let start = unity_path.unwrap_or_else(|| inside.clone());
        let from = last.files.partition_point(|file| *file.path < *start);
        let named = last.files[from..].iter().take_while(|file| file.path.starts_with(&start));
        let own =
            named.filter(|file| file.place.folder == folder && file.file().starts_with(&inside));
        own.map(|file| (folder, file.file().to_owned())).collect()
    }

    fn pair(&self, (number, path): &AssetKey) -> PairState {
        let folder = &self.folders[usize::from(*number)];
        let meta_path = format!("{path}{META_SUFFIX}");
        if folder.root.is_link(path) || folder.root.is_link(&meta_path) {
            return PairState::Link;
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_asset = |walked: &WalkEntry| match walked.is_folder {
            true => !is_ignored(name),
            false => !path.ends_with(META_SUFFIX),
        };
        let entry = |walked| WalkedEntry::new(*number, folder, walked);
        let asset = folder.root.stat_entry(path).filter(is_asset).map(entry);
        let meta = folder.root.stat_entry(&meta_path).filter(|meta| !meta.is_folder).map(entry);
        match asset.is_some() || meta.is_some() {
            true => PairState::Found(AssetPair { asset, meta }),
            false => PairState::Gone,
        }
    }

    /// The last index with these assets in the place of those that it has; itself if they are the same.
    fn merged(
        &self,
        last: &Arc<UnityIndex>,
        assets: BTreeMap<AssetKey, Option<Arc<AssetFile>>>,
    ) -> Arc<UnityIndex> {
        let position = |(folder, path): &AssetKey| self.position(last, *folder, path);
        let changes = assets.iter().map(|(key, asset)| (position(key), asset.clone()));
        let order = |one: &AssetFile, other: &AssetFile| one.sort_key().cmp(&other.sort_key());
        let updated = update_files(&last.files, changes, AssetFile::difference, order);
        let Some(UpdatedFiles { files, has_same_links }) = updated else {
            return Arc::clone(last);
        };
        let links = match has_same_links {
            true => Arc::clone(&last.links),
            false => Arc::new(GuidLinks::new(&files)),
        };
        let is_kept = |(folder, file): &&(u16, String)| {
            !assets.contains_key(&(*folder, asset_of(file).to_owned()))
        };
        let refused = assets.values().flatten().flat_map(|asset| asset.unreadable_files());
        Arc::new(UnityIndex {
            unreadable: last.unreadable.iter().filter(is_kept).cloned().chain(refused).collect(),
            files,
            unlisted: last.unlisted.clone(),
            links,
            packages: Arc::clone(&last.packages),
            lower_case: OnceLock::new(),
            hides_guids: OnceLock::new(),
        })
    }

    fn position(&self, last: &UnityIndex, folder: u16, file: &str) -> Option<usize> {
        let unity_path = self.folders[usize::from(folder)].unity_path(file);
        let key = (unity_path.as_deref().unwrap_or(file), folder, file);
        last.files.binary_search_by(|known| known.sort_key().cmp(&key)).ok()
    }
}

enum PairState {
    Found(AssetPair),
    Gone,
    /// Links are listed apart, by a walk.
    Link,
}

impl UnityIndex {
    /// Whether a path, or something below it, was skipped.
    fn has_unlisted(&self, folder: u16, path: &str) -> bool {
        let is_inside = |file: &str| {
            file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.unlisted.iter().any(|it| it.folder == folder && is_inside(&it.file))
    }
}

impl AssetFile {
    fn sort_key(&self) -> (&str, u16, &str) {
        (&self.path, self.place.folder, self.file())
    }

    fn difference(&self, now: &AssetFile) -> FileDifference {
        match () {
            () if self.is_same_as(now) => FileDifference::Nothing,
            () if self.has_same_links(now) => FileDifference::Content,
            () => FileDifference::Links,
        }
    }

    fn has_same_links(&self, other: &AssetFile) -> bool {
        self.guid == other.guid && self.referenced_guids().eq(other.referenced_guids())
    }
}

/// The asset that a file is or describes.
fn asset_of(path: &str) -> &str {
    path.strip_suffix(META_SUFFIX).unwrap_or(path)
}

/// The folder of the index that a watched path is in; `None` for a folder of the index itself, and for those
/// above.
fn folder_number(tree: u16, path: &str) -> Option<u16> {
    if tree > 0 {
        return (!path.is_empty()).then_some(OWN_FOLDERS.len() as u16 + tree - 1);
    }
    let is_inside = |own: &str| path.strip_prefix(own).is_some_and(|rest| rest.starts_with('/'));
    OWN_FOLDERS.iter().position(|own| is_inside(own)).map(|at| at as u16)
}

/// Whether a manifest, or a folder with a package, may have come, gone or changed.
fn may_change_packages(changed: &ChangedFiles) -> bool {
    let is_near = |path: &str, folder: &str| {
        let inside = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        inside.is_some_and(|inside| !inside.contains('/') || inside.ends_with("/package.json"))
    };
    let mut paths = changed.files.iter().chain(&changed.folders);
    paths.any(|(_, path)| is_near(path, "Packages") || is_near(path, PACKAGE_CACHE))
}
