//! The scenes whose members were read last, for as long as no file changes.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use scenewright_engine::EngineError;
use scenewright_model::ObjectId;
use scenewright_project_files::freshness::{FilesCache, FilesState};

use super::super::document::{ScannedText, UnityText};
use super::super::guids::UnityAssets;
use super::super::index::AssetFile;
use super::super::tree::{ComponentPart, NodePlaces, UnityNode, UnityTree};
use super::layers::PrefabLayer;
use super::references::PointerResolver;

/// A larger scene is read again for every call.
const MAX_TEXT_BYTES: usize = 24 << 20;
const MAX_TREE_BYTES: usize = 16 << 20;

pub(crate) struct MemberCache {
    /// Scenes by their paths, sources by their folders and files.
    texts: FilesCache<Arc<ScannedText>>,
    trees: FilesCache<Arc<KeptTree>>,
}

/// What one call may take from the cache, or put there.
pub(crate) struct KeptScenes<'a>(Option<(&'a MemberCache, FilesState)>);

/// The objects of a scene, and what is looked up in them.
pub(crate) struct KeptTree {
    tree: UnityTree,
    nodes: OnceLock<HashMap<ObjectId, usize>>,
    places: OnceLock<NodePlaces>,
}

impl Default for MemberCache {
    fn default() -> MemberCache {
        let (texts, trees) = (FilesCache::new(MAX_TEXT_BYTES), FilesCache::new(MAX_TREE_BYTES));
        MemberCache { texts, trees }
    }
}

impl MemberCache {
    /// `now` was taken before the index of the call.
    pub(crate) fn at(&self, now: Option<FilesState>) -> KeptScenes<'_> {
        KeptScenes(now.map(|now| (self, now)))
    }
}

impl KeptScenes<'_> {
    /// For contents that are not those of the files.
    pub(crate) fn nothing() -> KeptScenes<'static> {
        KeptScenes(None)
    }

    pub(super) fn scene_text(
        &self,
        path: &str,
        read: impl FnOnce() -> Result<Vec<u8>, EngineError>,
    ) -> Result<Arc<ScannedText>, EngineError> {
        self.text(path, || UnityText::new(path, read()?))
    }

    pub(super) fn source_text(
        &self,
        source: &AssetFile,
        assets: &UnityAssets<'_>,
    ) -> Result<Arc<ScannedText>, EngineError> {
        let (folder, file) = source.key();
        self.text(&format!("{folder}:{file}"), || {
            UnityText::new(&source.path, assets.read(source)?)
        })
    }

    fn text(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<UnityText, EngineError>,
    ) -> Result<Arc<ScannedText>, EngineError> {
        if let Some(text) = self.0.and_then(|(cache, now)| cache.texts.get(now, name)) {
            return Ok(text);
        }
        let text = Arc::new(ScannedText::new(read()?)?);
        if let Some((cache, now)) = self.0 {
            cache.texts.insert(now, name, Arc::clone(&text), text.bytes());
        }
        Ok(text)
    }

    pub(super) fn tree(
        &self,
        path: &str,
        compose: impl FnOnce() -> Result<UnityTree, EngineError>,
    ) -> Result<Arc<KeptTree>, EngineError> {
        if let Some(tree) = self.0.and_then(|(cache, now)| cache.trees.get(now, path)) {
            return Ok(tree);
        }
        let tree = Arc::new(KeptTree::from(compose()?));
        if let Some((cache, now)) = self.0 {
            cache.trees.insert(now, path, Arc::clone(&tree), tree.bytes());
        }
        Ok(tree)
    }
}

impl From<UnityTree> for KeptTree {
    fn from(tree: UnityTree) -> KeptTree {
        KeptTree { tree, nodes: OnceLock::new(), places: OnceLock::new() }
    }
}

impl Deref for KeptTree {
    type Target = UnityTree;

    fn deref(&self) -> &UnityTree {
        &self.tree
    }
}

impl KeptTree {
    pub(super) fn find(&self, path: &str, object: ObjectId) -> Option<usize> {
        let nodes = self.nodes.get_or_init(|| {
            let nodes = self.tree.nodes.iter().enumerate();
            // Of several with the same id, the first one counts.
            nodes.rev().map(|(at, node)| (node.object_id(path), at)).collect()
        });
        nodes.get(&object).copied()
    }

    pub(super) fn resolver<'a>(
        &'a self,
        scene: &'a str,
        layers: &'a [PrefabLayer<'a>],
        assets: &'a UnityAssets<'a>,
    ) -> PointerResolver<'a> {
        PointerResolver::new(scene, (&self.tree, &self.places), layers, assets)
    }

    /// About what it takes in memory, with what is looked up.
    fn bytes(&self) -> usize {
        const NODE: usize = size_of::<UnityNode>() + 4 * size_of::<(i64, usize, usize)>();
        const PART: usize = size_of::<ComponentPart>() + 2 * size_of::<(i64, usize, usize)>();
        let texts = |node: &UnityNode| node.key.len() + node.name.len() + node.tag.len();
        let nodes = self.tree.nodes.iter();
        nodes.map(|node| NODE + texts(node) + node.parts.len() * PART).sum()
    }
}
