//! A resolved scene with its documents, from which the properties of its nodes are read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use scenewright_model::{ObjectIndex, Scene};

use super::SceneSources;
use crate::files::res_path;
use crate::imported::SceneOrigin;
use crate::layers::{NodeLayers, SectionLayer};
use crate::text::{GodotDocument, Section};
use crate::value;

/// The index of the scene's own document.
const OWN_DOCUMENT: u32 = 0;

pub(crate) struct ResolvedScene {
    pub scene: Arc<Scene>,
    /// The scene's own file first, then those of its instances.
    pub documents: Vec<Arc<SceneDocument>>,
    /// By index in the scene's objects.
    pub(super) layers: Vec<Arc<NodeLayers>>,
    pub(super) lost: Vec<SectionLayer>,
    pub(super) vanished: Vec<VanishedNode>,
    pub diagnostics: Vec<String>,
    pub made_of: SceneSources,
}

/// One of the files of a scene.
pub(crate) struct SceneDocument {
    pub relative: String,
    pub document: GodotDocument,
    pub origin: SceneOrigin,
}

/// A section that overrides a node, or adds one to it, that does not exist.
pub(crate) struct VanishedNode {
    pub(super) layer: SectionLayer,
    /// The path of the missing node below the root. Of several missing nodes it is the topmost one.
    pub path: String,
    /// The `res://` path of the instanced scene that should have the node; `None` for the scene itself.
    pub instance: Option<String>,
}

/// A property as raw text, from the outermost file that sets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawProperty<'r> {
    pub name: Cow<'r, str>,
    pub raw: Cow<'r, str>,
    /// The index in [`ResolvedScene::documents`]: ids in the value belong to that file.
    pub document: usize,
    /// The value contains node paths that Godot converts to nodes.
    pub is_node: bool,
}

impl ResolvedScene {
    /// A scene that does not exist.
    pub(crate) fn empty(relative: &str) -> ResolvedScene {
        ResolvedScene {
            scene: Arc::new(Scene { path: res_path(relative), ..Scene::default() }),
            documents: Vec::new(),
            layers: Vec::new(),
            lost: Vec::new(),
            vanished: Vec::new(),
            diagnostics: Vec::new(),
            made_of: SceneSources::default(),
        }
    }

    /// The sections of a node with the indexes of their documents, those of inner scenes first.
    pub(crate) fn layers(&self, object: ObjectIndex) -> Vec<(usize, Section<'_>)> {
        let Some(layers) = self.layers.get(object.0 as usize) else {
            return Vec::new();
        };
        let section = |layer: SectionLayer| {
            let document = layer.document as usize;
            let section = self.documents.get(document)?.document.section(layer.section as usize)?;
            Some((document, section))
        };
        layers.all().into_iter().filter_map(section).collect()
    }

    /// Why the scene cannot be changed; `None` if it can.
    pub(crate) fn read_only_reason(&self) -> Option<&'static str> {
        self.documents.first().and_then(|own| own.origin.read_only_reason())
    }

    /// The scene's own file.
    pub(crate) fn own_document(&self) -> &GodotDocument {
        &self.documents[OWN_DOCUMENT as usize].document
    }

    /// The index of the last section of a node in the scene's own file.
    pub(crate) fn own_section(&self, object: ObjectIndex) -> Option<usize> {
        let layers = self.layers.get(object.0 as usize)?.all();
        let own = layers.into_iter().rfind(|layer| layer.document == OWN_DOCUMENT)?;
        Some(own.section as usize)
    }

    /// The nodes with sections in the scene's own file, and the indexes of the sections.
    pub(crate) fn own_sections(&self) -> Vec<(ObjectIndex, usize)> {
        let mut own = Vec::new();
        for (object, layers) in (0..).zip(&self.layers) {
            let layers = layers.all().into_iter().filter(|layer| layer.document == OWN_DOCUMENT);
            own.extend(layers.map(|layer| (ObjectIndex(object), layer.section as usize)));
        }
        own
    }

    /// The indexes of the sections of the scene's own connections with a missing node.
    pub(crate) fn own_broken_connections(&self) -> impl Iterator<Item = usize> {
        let own = self.lost.iter().filter(|layer| layer.document == OWN_DOCUMENT);
        own.map(|layer| layer.section as usize)
    }

    /// The missing nodes that the scene's own file overrides or extends, with the indexes of the sections.
    pub(crate) fn own_vanished(&self) -> impl Iterator<Item = (usize, &VanishedNode)> {
        let own = self.vanished.iter().filter(|node| node.layer.document == OWN_DOCUMENT);
        own.map(|node| (node.layer.section as usize, node))
    }

    /// The properties that the files set on a node, in the order of their first occurrence. Later layers win.
    pub(crate) fn properties(&self, object: ObjectIndex) -> Vec<RawProperty<'_>> {
        let mut found: Vec<RawProperty<'_>> = Vec::new();
        let mut known: HashMap<Cow<'_, str>, usize> = HashMap::new();
        for (document, section) in self.layers(object) {
            let node_paths = section.attribute("node_paths").map(value::strings);
            let node_paths = node_paths.unwrap_or_default();
            for (key, raw) in section.properties() {
                let name = value::string(key).unwrap_or(Cow::Borrowed(key));
                let is_node = node_paths.contains(&name);
                let property =
                    RawProperty { name: name.clone(), raw: Cow::Borrowed(raw), document, is_node };
                match known.get(&name) {
                    Some(&at) => found[at] = property,
                    None => {
                        known.insert(name, found.len());
                        found.push(property);
                    }
                }
            }
        }
        found
    }

    /// The `res://` path of one of the documents.
    #[cfg(test)]
    pub(crate) fn path(&self, document: usize) -> String {
        self.documents
            .get(document)
            .map(|source| crate::files::res_path(&source.relative))
            .unwrap_or_default()
    }
}
