//! Reads the members of a component: the fields of its document, in the file that really holds it,
//! with the overrides of every instance around it applied.

pub(super) mod field_value;
pub(super) mod kept_scenes;
pub(super) mod layers;
mod naming;
pub(super) mod references;

use std::sync::{Arc, OnceLock};

use scenewright_engine::names::{NameError, NameKind};
use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{Component, Member, MemberValue, ObjectId};

use super::document::{ScannedText, UnityText};
use super::guids::UnityAssets;
use super::pointer::Pointer;
use super::scene::SceneComposer;
use super::tree::{ComponentPart, UnityNode, UnityTree};
use super::values::ValueTyping;
use crate::class_ids::MONO_BEHAVIOUR;
use field_value::{FieldValue, FoundField, OverrideError};
use kept_scenes::{KeptScenes, KeptTree};
use layers::{LayerFiles, PrefabLayer};
use references::PointerResolver;
use scenewright_project_files::root::ProjectRoot;

/// Unity's internal fields: readable by path, but left out of listings.
pub(super) const INTERNAL_FIELDS: &[&str] = &[
    "m_ObjectHideFlags",
    "m_CorrespondingSourceObject",
    "m_PrefabInstance",
    "m_PrefabAsset",
    "m_PrefabParentObject",
    "m_PrefabInternal",
    "m_GameObject",
    "m_EditorHideFlags",
    "m_EditorClassIdentifier",
    "serializedVersion",
];

/// An object of a scene, with what is needed to read its components.
pub(crate) struct OpenedObject<'a> {
    scene: String,
    tree: Arc<KeptTree>,
    node: usize,
    files: LayerFiles,
    assets: &'a UnityAssets<'a>,
}

/// `path` is the project-relative path of a scene or prefab.
pub(crate) fn open<'a>(
    root: &ProjectRoot,
    path: &str,
    object: ObjectId,
    assets: &'a UnityAssets<'a>,
    kept: &KeptScenes<'_>,
    cx: &Context,
) -> Result<OpenedObject<'a>, EngineError> {
    let text = kept.scene_text(path, || root.read(Subject::SceneFile, path))?;
    let tree = kept
        .tree(path, || SceneComposer::new(assets, cx).compose_documents(&text.documents(), path))?;
    let Some(node) = tree.find(path, object) else {
        return Err(EngineError::Name(NameError::unknown_id(object)));
    };
    let files = LayerFiles::open(text, &tree.nodes[node].instance_chain(), assets, kept)?;
    Ok(OpenedObject { scene: path.to_owned(), tree, node, files, assets })
}

/// The id that stands for an object or component in the overrides of the file's own instance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OverrideTarget {
    pub(crate) instance: i64,
    /// The id that the instance's source gives it.
    pub(crate) id: i64,
}

/// An object whose node is known. `text` is the file from which `tree` was built.
pub(crate) fn open_node<'a>(
    text: UnityText,
    tree: UnityTree,
    node: usize,
    assets: &'a UnityAssets<'a>,
) -> Result<OpenedObject<'a>, EngineError> {
    let scene = text.path.clone();
    let (text, tree) = (ScannedText::new(text)?.into(), Arc::new(KeptTree::from(tree)));
    let chain = tree.nodes[node].instance_chain();
    let files = LayerFiles::open(text, &chain, assets, &KeptScenes::nothing())?;
    Ok(OpenedObject { scene, tree, node, files, assets })
}

/// Reads the fields of a component. `text` is the file from which `tree` was built.
pub(crate) fn with_component<T>(
    text: UnityText,
    tree: &UnityTree,
    (node, part): (usize, &ComponentPart),
    assets: &UnityAssets<'_>,
    read: impl FnOnce(&FieldValue<'_>, &ValueTyping<'_, '_>) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let (scene, places) = (text.path.clone(), OnceLock::new());
    let (text, chain) = (ScannedText::new(text)?.into(), tree.nodes[node].instance_chain());
    let files = LayerFiles::open(text, &chain, assets, &KeptScenes::nothing())?;
    let layers = files.layers()?;
    let resolver = PointerResolver::new(&scene, (tree, &places), &layers, assets);
    let reader = FieldReader {
        tree,
        node,
        opaque: files.opaque.as_ref().map(|source| source.name.as_str()),
        layers: &layers,
        resolver,
    };
    let (fields, _) = reader.effective_fields(part)?;
    read(&fields, &reader.typing(part))
}

/// Reads the fields of a document of the file itself.
pub(crate) fn with_document<T>(
    text: UnityText,
    tree: &UnityTree,
    id: i64,
    assets: &UnityAssets<'_>,
    read: impl FnOnce(&FieldValue<'_>, &ValueTyping<'_, '_>) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let (scene, places) = (text.path.clone(), OnceLock::new());
    let text = ScannedText::new(text)?.into();
    let files = LayerFiles::open(text, &[], assets, &KeptScenes::nothing())?;
    let layers = files.layers()?;
    let resolver = PointerResolver::new(&scene, (tree, &places), &layers, assets);
    let document = layers.first().and_then(|layer| layer.find(id));
    let fields = match document {
        Some(document) => FieldValue::from_yaml(&document.fields()?, 0),
        None => FieldValue::Map(Vec::new()),
    };
    let is_script = document.is_some_and(|document| document.class == MONO_BEHAVIOUR);
    read(&fields, &ValueTyping { resolver: &resolver, is_script })
}

impl OpenedObject<'_> {
    /// `None` for what the file itself holds. Without a component, the object is meant.
    pub(crate) fn override_target(
        &self,
        component: Option<usize>,
    ) -> Result<Option<OverrideTarget>, EngineError> {
        let node = &self.tree.nodes[self.node];
        let chain: Vec<i64> = node.key.split('/').filter_map(|id| id.parse().ok()).collect();
        let (own, levels) = match component {
            Some(component) => {
                let part = self.part(component)?;
                (part.source, part.levels)
            }
            None => (chain.last().copied().unwrap_or_default(), chain.len().saturating_sub(1)),
        };
        if levels == 0 {
            return Ok(None);
        }
        let layers = self.files.layers()?;
        let above = layers.iter().take(levels).skip(1).rev();
        let id = above.fold(own, |id, layer| layer.own_id(id));
        Ok(Some(OverrideTarget { instance: chain[0], id }))
    }

    /// The fields of a component with all overrides applied; `None` when its source cannot be read.
    pub(crate) fn with_fields<T>(
        &self,
        component: usize,
        read: impl FnOnce(Option<&FieldValue<'_>>) -> T,
    ) -> Result<T, EngineError> {
        let layers = self.files.layers()?;
        let reader = self.reader(&layers);
        let part = self.part(component)?;
        if part.levels >= layers.len() {
            return Ok(read(None));
        }
        let (fields, _) = reader.effective_fields(part)?;
        Ok(read(Some(&fields)))
    }

    /// The fields of the object itself with all overrides applied; `None` when its source cannot be
    /// read.
    pub(crate) fn with_object_fields<T>(
        &self,
        read: impl FnOnce(Option<&FieldValue<'_>>) -> T,
    ) -> Result<T, EngineError> {
        let layers = self.files.layers()?;
        let node = &self.tree.nodes[self.node];
        let chain: Vec<&str> = node.key.split('/').collect();
        let source = chain.last().and_then(|id| id.parse().ok()).unwrap_or_default();
        let object = ComponentPart {
            id: node.game_object,
            source,
            levels: chain.len() - 1,
            component: Component::built_in("GameObject").into(),
        };
        if object.levels >= layers.len() {
            return Ok(read(None));
        }
        let (fields, _) = self.reader(&layers).effective_fields(&object)?;
        Ok(read(Some(&fields)))
    }

    /// A pointer of the file of layer `level`, as the scene's file writes it.
    pub(crate) fn scene_pointer(
        &self,
        pointer: Pointer,
        level: usize,
    ) -> Result<Pointer, EngineError> {
        if pointer.guid.is_some() || pointer.is_null() {
            return Ok(pointer);
        }
        let layers = self.files.layers()?;
        let above = layers.iter().take(level).rev();
        let own = above.fold(pointer.file_id, |id, layer| layer.own_id(id));
        Ok(Pointer { file_id: own, guid: None })
    }

    /// Whether what is this many instances deep is made by the importer of a model.
    pub(crate) fn is_imported(&self, levels: usize) -> bool {
        let files = &self.files;
        files.opaque.as_ref().is_some_and(|source| source.is_model) && levels >= files.count()
    }

    /// Reads the document that really holds a component.
    pub(crate) fn with_source<T>(
        &self,
        source: i64,
        levels: usize,
        read: impl FnOnce(Option<&super::document::UnityDocument<'_>>) -> T,
    ) -> Result<T, EngineError> {
        let layers = self.files.layers()?;
        let document = layers.get(levels).and_then(|layer| layer.find(source));
        Ok(read(document.as_ref()))
    }

    pub(crate) fn members(&self, components: &[usize]) -> ReadResult<Vec<Vec<Member>>> {
        let layers = self.files.layers()?;
        let reader = self.reader(&layers);
        let (mut lists, mut diagnostics) = (Vec::with_capacity(components.len()), Vec::new());
        for &component in components {
            let part = self.part(component)?;
            let (fields, diagnostic) = reader.effective_fields(part)?;
            let is_left_out = |name: &str| INTERNAL_FIELDS.contains(&name);
            lists.push(reader.typing(part).members(&fields, &is_left_out));
            diagnostics.extend(diagnostic);
        }
        Ok(Reading { diagnostics, ..Reading::from_files(lists) })
    }

    pub(crate) fn member(&self, component: usize, path: &str) -> ReadResult<MemberValue> {
        let layers = self.files.layers()?;
        let reader = self.reader(&layers);
        let part = self.part(component)?;
        let (fields, diagnostic) = reader.effective_fields(part)?;
        let stored = naming::stored_path(&fields, &part.component.type_name, path)
            .map_err(EngineError::Name)?;
        let value = match fields.find(&stored) {
            Some(FoundField::Value(name, fields)) => Some(reader.typing(part).value(name, fields)),
            Some(FoundField::Size(size)) => i64::try_from(size).ok().map(MemberValue::Int),
            None => None,
        };
        let not_found =
            || EngineError::Name(NameError::unknown(NameKind::Member, path, Vec::new()));
        let value = value.ok_or_else(not_found)?;
        Ok(Reading { diagnostics: diagnostic.into_iter().collect(), ..Reading::from_files(value) })
    }

    /// A member's path as files spell it.
    pub(crate) fn stored_path(&self, component: usize, path: &str) -> Result<String, EngineError> {
        let type_name = &self.part(component)?.component.type_name;
        self.with_fields(component, |fields| match fields {
            Some(fields) => naming::stored_path(fields, type_name, path).map_err(EngineError::Name),
            // Without a source to compare with, the path is used as it is.
            None => Ok(path.to_owned()),
        })?
    }

    fn part(&self, component: usize) -> Result<&ComponentPart, EngineError> {
        self.tree.nodes[self.node].parts.get(component).ok_or_else(|| EngineError::NotFound {
            what: Subject::Component,
            path: format!("{}[{component}]", self.tree.object_path(self.node)),
        })
    }

    fn reader<'a>(&'a self, layers: &'a [PrefabLayer<'a>]) -> FieldReader<'a> {
        FieldReader {
            tree: &self.tree,
            node: self.node,
            opaque: self.files.opaque.as_ref().map(|source| source.name.as_str()),
            layers,
            resolver: self.tree.resolver(&self.scene, layers, self.assets),
        }
    }
}

struct FieldReader<'a> {
    tree: &'a UnityTree,
    node: usize,
    /// The source at the end of the layers, if it cannot be read.
    opaque: Option<&'a str>,
    layers: &'a [PrefabLayer<'a>],
    resolver: PointerResolver<'a>,
}

impl<'a> FieldReader<'a> {
    fn typing(&self, part: &ComponentPart) -> ValueTyping<'_, 'a> {
        let document = self.layers.get(part.levels).and_then(|layer| layer.find(part.source));
        let is_script = document.is_some_and(|document| document.class == MONO_BEHAVIOUR);
        ValueTyping { resolver: &self.resolver, is_script }
    }

    /// The component's fields with all overrides applied, and a diagnostic.
    fn effective_fields(
        &self,
        part: &ComponentPart,
    ) -> Result<(FieldValue<'a>, Option<String>), EngineError> {
        let mut fields =
            match self.layers.get(part.levels).and_then(|layer| layer.find(part.source)) {
                Some(document) => FieldValue::from_yaml(&document.fields()?, part.levels),
                None => FieldValue::Map(Vec::new()),
            };
        let mut packed = 0;
        let mut id = part.source;
        for (level, layer) in self.layers.iter().enumerate().take(part.levels).rev() {
            for change in layer.overrides.iter().filter(|change| change.target == id) {
                packed +=
                    usize::from(fields.apply_override(change, level) == Err(OverrideError::Packed));
            }
            id = layer.own_id(id);
        }
        if part.levels > 0 {
            self.set_relations(part, &mut fields);
        }
        Ok((fields, self.diagnostic(part, packed)))
    }

    fn diagnostic(&self, part: &ComponentPart, packed: usize) -> Option<String> {
        let name = &part.component.type_name;
        match self.opaque {
            Some(source) if part.levels >= self.layers.len() => Some(format!(
                "Only the scene's overrides of {name} are known: its other values are in '{source}'"
            )),
            _ if packed > 0 => Some(format!(
                "{packed} overrides of {name} are not applied: they change arrays that are stored as packed bytes"
            )),
            _ => None,
        }
    }

    /// Inside an instance, a Transform's document holds the parent and children of its source; this
    /// replaces them with those it has in the scene.
    fn set_relations(&self, part: &ComponentPart, fields: &mut FieldValue<'a>) {
        let node = &self.tree.nodes[self.node];
        if part.id != node.transform || part.id == 0 {
            return;
        }
        let at = |node: usize| {
            let file_id = self.tree.nodes[node].transform;
            FieldValue::Pointer { pointer: Pointer { file_id, guid: None }, level: 0 }
        };
        let nodes = self.tree.nodes.iter().enumerate();
        let children = nodes.filter(|(_, child)| child.parent == Some(self.node));
        fields
            .replace("m_Children", FieldValue::Seq(children.map(|(child, _)| at(child)).collect()));
        let father = node
            .parent
            .map_or_else(|| FieldValue::Pointer { pointer: Pointer::default(), level: 0 }, at);
        fields.replace("m_Father", father);
    }
}

impl UnityNode {
    /// The prefab instances around it, the outermost first.
    fn instance_chain(&self) -> Vec<i64> {
        let levels = self.parts.iter().map(|part| part.levels).max().unwrap_or_default();
        self.key.split('/').take(levels).filter_map(|id| id.parse().ok()).collect()
    }
}
