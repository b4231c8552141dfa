//! One version of a file, with lookup tables.

use std::collections::HashMap;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{ChangedObject, ObjectExtent};

use crate::document::{UnityDocument, UnityText};
use crate::guids::{ResolvedGuid, UnityAssets};
use crate::prefab::{self, Handles, PREFAB_INSTANCE};
use crate::scene::SceneComposer;
use crate::tree::{UnityNode, UnityTree};

/// One version of a file, reduced to what the change is about.
pub(super) struct FileVersion<'a> {
    pub(super) text: String,
    pub(super) path: String,
    pub(super) tree: UnityTree,
    pub(super) assets: &'a UnityAssets<'a>,
}

impl<'a> FileVersion<'a> {
    pub(super) fn new(
        text: UnityText,
        assets: &'a UnityAssets<'a>,
        cx: &'a Context,
    ) -> Result<FileVersion<'a>, EngineError> {
        let path = text.path.clone();
        let tree = match text.has_documents() {
            true => SceneComposer::new(assets, cx).compose(&text)?,
            false => UnityTree::default(),
        };
        Ok(FileVersion { text: text.into_string(), path, tree, assets })
    }

    pub(super) fn text(&self) -> UnityText {
        UnityText::from_checked(&self.path, self.text.clone())
    }

    pub(super) fn object(&self, node: usize) -> ChangedObject {
        let path = self.tree.object_path(node);
        ChangedObject { path, id: self.tree.nodes[node].object_id(&self.path) }
    }
}

/// A node or a component of the tree.
#[derive(Clone, Copy)]
pub(super) struct TreePlace {
    pub(super) node: usize,
    pub(super) part: Option<usize>,
}

/// A file version with its lookup tables.
pub(super) struct VersionView<'s> {
    pub(super) side: &'s FileVersion<'s>,
    pub(super) documents: HashMap<i64, UnityDocument<'s>>,
    pub(super) handles: Handles,
    pub(super) by_key: HashMap<&'s str, usize>,
    pub(super) places: HashMap<i64, TreePlace>,
}

impl<'s> VersionView<'s> {
    pub(super) fn new(
        side: &'s FileVersion<'s>,
        text: &'s UnityText,
    ) -> Result<VersionView<'s>, EngineError> {
        let documents = if text.has_documents() { text.documents()? } else { Vec::new() };
        let nodes = || side.tree.nodes.iter().enumerate();
        let mut places = HashMap::new();
        for (node, own) in nodes() {
            for (part, id) in own.parts.iter().map(|part| part.id).enumerate() {
                places.entry(id).or_insert(TreePlace { node, part: Some(part) });
            }
            for id in [Some(own.game_object), own.instance].into_iter().flatten() {
                places.entry(id).or_insert(TreePlace { node, part: None });
            }
        }
        places.remove(&0);
        Ok(VersionView {
            side,
            handles: Handles::read(&documents)?,
            documents: documents.into_iter().map(|document| (document.id, document)).collect(),
            by_key: nodes().map(|(at, node)| (node.key.as_str(), at)).collect(),
            places,
        })
    }

    pub(super) fn node(&self, at: usize) -> &'s UnityNode {
        &self.side.tree.nodes[at]
    }

    pub(super) fn instance(&self, id: i64) -> Option<&UnityDocument<'s>> {
        let document = self.documents.get(&id)?;
        (document.class == PREFAB_INSTANCE && !document.stripped).then_some(document)
    }

    pub(super) fn parent_key(&self, at: usize) -> Option<&'s str> {
        self.node(at).parent.map(|parent| self.node(parent).key.as_str())
    }

    /// The objects that the other version does not have, each with the number of objects below it.
    pub(super) fn missing_from(&self, other: &VersionView<'_>) -> Vec<(usize, usize)> {
        let mut tops: HashMap<usize, usize> = HashMap::new();
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (at, node) in self.side.tree.nodes.iter().enumerate() {
            if other.by_key.contains_key(node.key.as_str()) {
                continue;
            }
            match node.parent.and_then(|parent| tops.get(&parent)).copied() {
                Some(top) => {
                    found[top].1 += 1;
                    tops.insert(at, top);
                }
                None => {
                    tops.insert(at, found.len());
                    found.push((at, 0));
                }
            }
        }
        found
    }

    pub(super) fn object_extent(&self, at: usize, below: usize) -> ObjectExtent {
        let node = self.node(at);
        let names = node.parts.iter().map(|part| part.component.type_name.clone());
        let instance_of = node.instance.and_then(|id| self.source_path(id));
        ObjectExtent { components: names.collect(), instance_of, below }
    }

    pub(super) fn source_path(&self, instance: i64) -> Option<String> {
        let guid = prefab::source_pointer(self.instance(instance)?).ok()?.guid?;
        match self.side.assets.resolve_guid(guid) {
            ResolvedGuid::Found(asset) | ResolvedGuid::OnlyMeta(asset) => {
                Some(asset.path.to_string())
            }
            _ => Some(format!("guid {guid}")),
        }
    }

    pub(super) fn resource_name(&self, document: &UnityDocument<'_>) -> String {
        let class = document.class_name();
        match document.text("m_Name") {
            Ok(name) if !name.is_empty() => format!("{class} {name}"),
            _ => class.to_owned(),
        }
    }
}
