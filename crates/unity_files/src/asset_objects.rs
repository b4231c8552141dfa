//! Which objects an asset holds, where its text allows a certain answer.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;
use scenewright_engine::Context;

use super::document::UnityTextRef;
use super::guids::{ResolvedGuid, UnityAssets};
use super::index::{AssetContent, AssetFile, FileScan};
use super::pointer::{Guid, Pointer};
use super::prefab::{is_prefab_description, source_pointer};
use crate::class_ids::PREFAB_INSTANCE;

/// Extensions of text files whose documents are all their objects. Importers of other files
/// (`.vfx`, `.playable`, `.shadervariants`) create objects that have no document, and so do scenes.
const COMPLETE_TEXT_EXTENSIONS: &[&str] = &[
    "anim",
    "asset",
    "controller",
    "guiskin",
    "lighting",
    "mask",
    "mat",
    "mixer",
    "overrideController",
    "physicMaterial",
    "physicsMaterial2D",
    "prefab",
    "terrainlayer",
];

/// The id that stands for a prefab as a whole; no document has it.
const PREFAB_ASSET_ID: i64 = 100_100_000;

/// Limits for prefabs within prefabs, and for the objects that they multiply to.
const MAX_PREFAB_DEPTH: usize = 40;
const MAX_OBJECTS: usize = 500_000;

type IdSet = HashSet<i64, RandomState>;

/// The ids of an asset's objects.
#[derive(Clone)]
enum KnownIds<'a> {
    /// Some of its objects cannot be known.
    Unknown,
    /// Those of its documents.
    Scanned(&'a FileScan),
    /// Those of its instances, too.
    Resolved(Arc<IdSet>),
}

impl KnownIds<'_> {
    fn lacks(&self, id: i64) -> bool {
        match self {
            KnownIds::Unknown => false,
            KnownIds::Scanned(scan) => scan.object(id).is_none(),
            KnownIds::Resolved(ids) => !ids.contains(&id),
        }
    }

    fn to_set(&self) -> Option<Arc<IdSet>> {
        match self {
            KnownIds::Unknown => None,
            KnownIds::Scanned(scan) => Some(Arc::new(scanned_ids(scan))),
            KnownIds::Resolved(ids) => Some(Arc::clone(ids)),
        }
    }
}

fn scanned_ids(scan: &FileScan) -> IdSet {
    scan.objects().iter().map(|object| object.file_id).collect()
}

/// Reads each asset once, and only if something references an object in it.
pub(crate) struct AssetObjects<'a> {
    assets: &'a UnityAssets<'a>,
    cx: &'a Context,
    known: HashMap<Guid, KnownIds<'a>, RandomState>,
}

impl<'a> AssetObjects<'a> {
    pub(crate) fn new(assets: &'a UnityAssets<'a>, cx: &'a Context) -> AssetObjects<'a> {
        AssetObjects { assets, cx, known: HashMap::default() }
    }

    /// Whether `asset` certainly has no object of this id.
    pub(crate) fn lacks(&mut self, guid: Guid, asset: &'a AssetFile, id: i64) -> bool {
        if matches!(id, 0 | PREFAB_ASSET_ID) {
            return false;
        }
        match self.known.get(&guid) {
            Some(ids) => ids.lacks(id),
            None => self.ids(guid, asset, 0).lacks(id),
        }
    }

    fn ids(&mut self, guid: Guid, asset: &'a AssetFile, depth: usize) -> KnownIds<'a> {
        if let Some(ids) = self.known.get(&guid) {
            return ids.clone();
        }
        // While it is being read it counts as unknown: a prefab that contains itself ends here.
        self.known.insert(guid, KnownIds::Unknown);
        let ids = self.read(asset, depth).unwrap_or(KnownIds::Unknown);
        self.known.insert(guid, ids.clone());
        ids
    }

    fn read(&mut self, asset: &'a AssetFile, depth: usize) -> Option<KnownIds<'a>> {
        let is_complete =
            COMPLETE_TEXT_EXTENSIONS.iter().any(|extension| asset.has_extension(extension));
        if !is_complete || depth == MAX_PREFAB_DEPTH {
            return None;
        }
        let AssetContent::Text(scan) = asset.content() else { return None };
        let is_instance = |class, stripped: bool| class == PREFAB_INSTANCE && !stripped;
        if !scan.objects().iter().any(|it| is_instance(it.class, it.is_stripped())) {
            return Some(KnownIds::Scanned(scan));
        }
        let mut ids = scanned_ids(scan);
        let mut buffer = Vec::new();
        let bytes = self.assets.read_into(asset, &mut buffer, self.cx).ok()?;
        let documents = UnityTextRef::new(&asset.path, bytes).ok()?.documents().ok()?;
        for document in documents.iter().filter(|it| is_instance(it.class, it.stripped)) {
            if is_prefab_description(document).ok()? {
                continue;
            }
            let inner = self.source(source_pointer(document).ok()?, depth).to_set()?;
            if ids.len() + inner.len() > MAX_OBJECTS {
                return None;
            }
            ids.extend(inner.iter().map(|id| (id ^ document.id) & i64::MAX));
        }
        Some(KnownIds::Resolved(Arc::new(ids)))
    }

    fn source(&mut self, source: Pointer, depth: usize) -> KnownIds<'a> {
        let found = source.guid.map(|guid| (guid, self.assets.resolve_guid(guid)));
        match found {
            Some((guid, ResolvedGuid::Found(asset))) => self.ids(guid, asset, depth + 1),
            _ => KnownIds::Unknown,
        }
    }
}
