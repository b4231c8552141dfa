//! Which objects an asset holds, as far as its text tells for certain.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::document::UnityText;
use super::guids::{Assets, Verdict};
use super::index::{AssetFile, Content};
use super::pointer::{Guid, Pointer};
use super::prefab::{Instance, PREFAB_INSTANCE};

/// Text whose documents are all the objects there are. Importers of other files (`.vfx`,
/// `.playable`, `.shadervariants`) make objects that have no document, and so do scenes.
const COMPLETE: &[&str] = &[
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

/// What stands for a prefab as a whole; there is no document of this id.
const THE_PREFAB: i64 = 100_100_000;

/// Prefabs within prefabs, and the objects that they multiply to.
const MAX_NESTING: usize = 40;
const MAX_OBJECTS: usize = 500_000;

/// `None`: not everything that it holds can be known.
type Ids = Option<Arc<HashSet<i64>>>;

/// Reads each asset once, and only if something points into it.
pub(crate) struct Objects<'a> {
    assets: &'a Assets<'a>,
    known: HashMap<Guid, Ids>,
}

impl<'a> Objects<'a> {
    pub(crate) fn new(assets: &'a Assets<'a>) -> Objects<'a> {
        Objects { assets, known: HashMap::new() }
    }

    /// Whether `asset` certainly has no object of this id.
    pub(crate) fn lacks(&mut self, guid: Guid, asset: &AssetFile, id: i64) -> bool {
        if matches!(id, 0 | THE_PREFAB) {
            return false;
        }
        self.ids(guid, asset, 0).is_some_and(|ids| !ids.contains(&id))
    }

    fn ids(&mut self, guid: Guid, asset: &AssetFile, depth: usize) -> Ids {
        if let Some(ids) = self.known.get(&guid) {
            return ids.clone();
        }
        // While it is being read it is unknown: a prefab that contains itself ends here.
        self.known.insert(guid, None);
        let ids = self.read(asset, depth).map(Arc::new);
        self.known.insert(guid, ids.clone());
        ids
    }

    fn read(&mut self, asset: &AssetFile, depth: usize) -> Option<HashSet<i64>> {
        let is_complete = COMPLETE.iter().any(|extension| asset.has_extension(extension));
        if !is_complete || depth == MAX_NESTING {
            return None;
        }
        let Content::Text(scan) = asset.content() else { return None };
        let mut ids: HashSet<i64> = scan.objects().iter().map(|object| object.file_id).collect();
        let is_instance = |class, stripped: bool| class == PREFAB_INSTANCE && !stripped;
        if !scan.objects().iter().any(|it| is_instance(it.class, it.is_stripped())) {
            return Some(ids);
        }
        let text = UnityText::new(&asset.path, self.assets.read(asset).ok()?).ok()?;
        let documents = text.documents().ok()?;
        for document in documents.iter().filter(|it| is_instance(it.class, it.stripped)) {
            if let Some(instance) = Instance::read(document).ok()? {
                let inner = self.source(instance.source, depth)?;
                if ids.len() + inner.len() > MAX_OBJECTS {
                    return None;
                }
                ids.extend(inner.iter().map(|id| (id ^ instance.id) & i64::MAX));
            }
        }
        Some(ids)
    }

    fn source(&mut self, source: Pointer, depth: usize) -> Ids {
        let guid = source.guid?;
        match self.assets.verdict(guid) {
            Verdict::Found(asset) => self.ids(guid, asset, depth + 1),
            _ => None,
        }
    }
}
