//! One version of a file with what is looked up in it.

use std::collections::HashMap;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{ChangedObject, ObjectExtent};

use crate::document::{Document, UnityText};
use crate::guids::{Assets, Verdict};
use crate::prefab::{self, Handles, PREFAB_INSTANCE};
use crate::scene::Composer;
use crate::tree::{Node, Tree};

/// One version of a file, as far as the change goes.
pub(super) struct Side<'a> {
    pub(super) text: String,
    pub(super) path: String,
    pub(super) tree: Tree,
    pub(super) assets: &'a Assets<'a>,
}

impl<'a> Side<'a> {
    pub(super) fn new(
        text: UnityText,
        assets: &'a Assets<'a>,
        cx: &'a Context,
    ) -> Result<Side<'a>, EngineError> {
        let path = text.path.clone();
        let tree = match text.has_documents() {
            true => Composer::new(assets, cx).compose(&text)?,
            false => Tree::default(),
        };
        Ok(Side { text: text.into_string(), path, tree, assets })
    }

    pub(super) fn text(&self) -> UnityText {
        UnityText::understood(&self.path, self.text.clone())
    }

    pub(super) fn object(&self, node: usize) -> ChangedObject {
        let path = self.tree.object_path(node);
        ChangedObject { path, id: self.tree.nodes[node].object_id(&self.path) }
    }
}

/// A place in the tree, by an id of the file.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) node: usize,
    pub(super) part: Option<usize>,
}

/// A side with what is looked up in it.
pub(super) struct View<'s> {
    pub(super) side: &'s Side<'s>,
    pub(super) documents: HashMap<i64, Document<'s>>,
    pub(super) handles: Handles,
    pub(super) by_key: HashMap<&'s str, usize>,
    pub(super) places: HashMap<i64, Place>,
}

impl<'s> View<'s> {
    pub(super) fn new(side: &'s Side<'s>, text: &'s UnityText) -> Result<View<'s>, EngineError> {
        let documents = if text.has_documents() { text.documents()? } else { Vec::new() };
        let nodes = || side.tree.nodes.iter().enumerate();
        let mut places = HashMap::new();
        for (node, own) in nodes() {
            for (part, id) in own.parts.iter().map(|part| part.id).enumerate() {
                places.entry(id).or_insert(Place { node, part: Some(part) });
            }
            for id in [Some(own.game_object), own.instance].into_iter().flatten() {
                places.entry(id).or_insert(Place { node, part: None });
            }
        }
        places.remove(&0);
        Ok(View {
            side,
            handles: Handles::read(&documents)?,
            documents: documents.into_iter().map(|document| (document.id, document)).collect(),
            by_key: nodes().map(|(at, node)| (node.key.as_str(), at)).collect(),
            places,
        })
    }

    pub(super) fn node(&self, at: usize) -> &'s Node {
        &self.side.tree.nodes[at]
    }

    pub(super) fn instance(&self, id: i64) -> Option<&Document<'s>> {
        let document = self.documents.get(&id)?;
        (document.class == PREFAB_INSTANCE && !document.stripped).then_some(document)
    }

    pub(super) fn parent_key(&self, at: usize) -> Option<&'s str> {
        self.node(at).parent.map(|parent| self.node(parent).key.as_str())
    }

    /// Objects that the other version does not have, each with how many came with it.
    pub(super) fn only_here(&self, other: &View<'_>) -> Vec<(usize, usize)> {
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

    pub(super) fn extent(&self, at: usize, below: usize) -> ObjectExtent {
        let node = self.node(at);
        let names = node.parts.iter().map(|part| part.component.type_name.clone());
        let instance_of = node.instance.and_then(|id| self.source(id));
        ObjectExtent { components: names.collect(), instance_of, below }
    }

    pub(super) fn source(&self, instance: i64) -> Option<String> {
        let guid = prefab::source(self.instance(instance)?).ok()?.guid?;
        match self.side.assets.verdict(guid) {
            Verdict::Found(asset) | Verdict::Gone(asset) => Some(asset.path.to_string()),
            _ => Some(format!("guid {guid}")),
        }
    }

    pub(super) fn resource(&self, document: &Document<'_>) -> String {
        let class = document.class_name();
        match document.text("m_Name") {
            Ok(name) if !name.is_empty() => format!("{class} {name}"),
            _ => class.to_owned(),
        }
    }
}
