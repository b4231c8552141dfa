//! Which objects an asset holds, where its text allows a certain answer.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::document::UnityText;
use super::guids::{ResolvedGuid, UnityAssets};
use super::index::{AssetContent, AssetFile};
use super::pointer::{Guid, Pointer};
use super::prefab::{PREFAB_INSTANCE, PrefabInstance};

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

/// `None`: some of its objects cannot be known.
type KnownIds = Option<Arc<HashSet<i64>>>;

/// Reads each asset once, and only if something references an object in it.
pub(crate) struct AssetObjects<'a> {
    assets: &'a UnityAssets<'a>,
    known: HashMap<Guid, KnownIds>,
}

impl<'a> AssetObjects<'a> {
    pub(crate) fn new(assets: &'a UnityAssets<'a>) -> AssetObjects<'a> {
        AssetObjects { assets, known: HashMap::new() }
    }

    /// Whether `asset` certainly has no object of this id.
    pub(crate) fn lacks(&mut self, guid: Guid, asset: &AssetFile, id: i64) -> bool {
        if matches!(id, 0 | PREFAB_ASSET_ID) {
            return false;
        }
        self.ids(guid, asset, 0).is_some_and(|ids| !ids.contains(&id))
    }

    fn ids(&mut self, guid: Guid, asset: &AssetFile, depth: usize) -> KnownIds {
        if let Some(ids) = self.known.get(&guid) {
            return ids.clone();
        }
        // While it is being read it counts as unknown: a prefab that contains itself ends here.
        self.known.insert(guid, None);
        let ids = self.read(asset, depth).map(Arc::new);
        self.known.insert(guid, ids.clone());
        ids
    }

    fn read(&mut self, asset: &AssetFile, depth: usize) -> Option<HashSet<i64>> {
        let is_complete =
            COMPLETE_TEXT_EXTENSIONS.iter().any(|extension| asset.has_extension(extension));
        if !is_complete || depth == MAX_PREFAB_DEPTH {
            return None;
        }
        let AssetContent::Text(scan) = asset.content() else { return None };
        let mut ids: HashSet<i64> = scan.objects().iter().map(|object| object.file_id).collect();
        let is_instance = |class, stripped: bool| class == PREFAB_INSTANCE && !stripped;
        if !scan.objects().iter().any(|it| is_instance(it.class, it.is_stripped())) {
            return Some(ids);
        }
        let text = UnityText::new(&asset.path, self.assets.read(asset).ok()?).ok()?;
        let documents = text.documents().ok()?;
        for document in documents.iter().filter(|it| is_instance(it.class, it.stripped)) {
            if let Some(instance) = PrefabInstance::read(document).ok()? {
                let inner = self.source(instance.source, depth)?;
                if ids.len() + inner.len() > MAX_OBJECTS {
                    return None;
                }
                ids.extend(inner.iter().map(|id| (id ^ instance.id) & i64::MAX));
            }
        }
        Some(ids)
    }

    fn source(&mut self, source: Pointer, depth: usize) -> KnownIds {
        let guid = source.guid?;
        match self.assets.resolve_guid(guid) {
            ResolvedGuid::Found(asset) => self.ids(guid, asset, depth + 1),
            _ => None,
        }
    }
}
