//! Prefab instances: what a file stores about one, and how the source's objects become the file's
//! own.

use std::collections::{HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::Component;

use super::document::UnityDocument;
use super::pointer::Pointer;
use super::tree::{ComponentPart, UnityNode, UnityTree};
use super::yaml::YamlValue;

/// The ids of a model's root GameObject and its Transform: first the current ones, then those
/// before Unity 2019.
const MODEL_ROOTS: [(i64, i64); 2] =
    [(919_132_149_155_446_097, -8_679_921_383_154_817_045), (100_000, 400_000)];

pub(crate) struct PrefabInstance {
    pub(crate) id: i64,
    pub(crate) source: Pointer,
    /// The Transform that it is below; 0 for a root.
    pub(crate) parent: i64,
    changes: Vec<InstanceOverride>,
    /// The ids of the source's root, if it is a model and the instance overrides anything of its
    /// root.
    model_root: Option<(i64, i64)>,
    /// Source ids of the components and GameObjects that the instance removes.
    removed: HashSet<i64>,
    /// Positions of added children: the Transform's id and the index among its siblings.
    pub(crate) inserted: Vec<(i64, i64)>,
}

/// An override of a property that the hierarchy shows.
struct InstanceOverride {
    /// The id that the source gives the object.
    target: i64,
    property: OverriddenProperty,
    value: String,
}

#[derive(Clone, Copy, PartialEq)]
enum OverriddenProperty {
    Name,
    IsActive,
    Tag,
    Layer,
    StaticFlags,
    RootOrder,
    /// Whether a component is enabled.
    Enabled,
}

/// The handles (stripped documents) that a file keeps for objects inside its instances.
#[derive(Default)]
pub(crate) struct Handles {
    own: HashMap<(i64, i64), i64>,
    pub(crate) all: Vec<(i64, i64)>,
}

impl PrefabInstance {
    /// `None` for a document that is not an instance.
    pub(crate) fn read(
        document: &UnityDocument<'_>,
    ) -> Result<Option<PrefabInstance>, EngineError> {
        if is_prefab_description(document)? {
            return Ok(None);
        }
        let source = source_pointer(document)?;
        let edits = document.field("m_Modification")?;
        let edits = edits.unwrap_or(YamlValue::Scalar(""));
        let list = |key: &str| edits.get(key).map(YamlValue::items).unwrap_or_default();
        let removed = [list("m_RemovedComponents"), list("m_RemovedGameObjects")].concat();
        Ok(Some(PrefabInstance {
            id: document.id,
            source,
            parent: file_id(edits.get("m_TransformParent")),
            changes: list("m_Modifications").iter().filter_map(InstanceOverride::read).collect(),
            model_root: model_root(list("m_Modifications")),
            removed: removed.iter().map(|item| file_id(Some(item))).collect(),
            inserted: list("m_AddedGameObjects").iter().filter_map(added_position).collect(),
        }))
    }

    /// Its position among the roots, in files that do not list the roots.
    pub(crate) fn root_order(&self, tree: &UnityTree) -> Option<i64> {
        let root = tree.nodes.first()?;
        let orders = || {
            self.changes.iter().filter(|change| change.property == OverriddenProperty::RootOrder)
        };
        let order = orders().find(|change| change.target == root.transform);
        order.or_else(|| orders().next())?.value.parse().ok()
    }

    /// A placeholder for a source whose objects cannot be read: its root, as far as the instance
    /// describes it.
    pub(crate) fn placeholder(&self, name: &str, component: &str) -> UnityTree {
        let (game_object, transform) = self.guessed_root();
        let part = ComponentPart::own(transform, Component::built_in(component));
        let root = UnityNode {
            key: game_object.to_string(),
            name: name.to_owned(),
            active: true,
            game_object,
            transform,
            parts: vec![part],
            ..UnityNode::default()
        };
        UnityTree { nodes: vec![root] }
    }

    fn guessed_root(&self) -> (i64, i64) {
        let named = self
            .changes
            .iter()
            .find(|change| change.property == OverriddenProperty::Name)
            .map(|change| (change.target, 0));
        self.model_root.or(named).unwrap_or_default()
    }

    /// The source's objects with this instance's changes, in pre-order; parents count from 0.
    pub(crate) fn nodes(&self, source: &UnityTree, handles: &Handles) -> Vec<UnityNode> {
        let mut nodes: Vec<UnityNode> = Vec::with_capacity(source.nodes.len());
        let mut kept: Vec<Option<usize>> = Vec::with_capacity(source.nodes.len());
        for node in &source.nodes {
            let parent = node.parent.map(|parent| kept[parent]);
            let gone = parent == Some(None) || self.removed.contains(&node.game_object);
            kept.push((!gone).then_some(nodes.len()));
            if !gone {
                nodes.push(self.node(node, parent.flatten(), handles));
            }
        }
        self.apply_changes(source, &kept, &mut nodes);
        nodes
    }

    fn node(&self, node: &UnityNode, parent: Option<usize>, handles: &Handles) -> UnityNode {
        let own_id = |id| handles.id(self.id, id);
        let part = |part: &ComponentPart| ComponentPart {
            id: own_id(part.id),
            source: part.source,
            levels: part.levels + 1,
            component: part.component.clone(),
        };
        let parts = node.parts.iter();
        UnityNode {
            key: format!("{}/{}", self.id, node.key),
            game_object: own_id(node.game_object),
            transform: own_id(node.transform),
            instance: parent.is_none().then_some(self.id),
            parts: parts.filter(|part| !self.removed.contains(&part.id)).map(part).collect(),
            parent,
            name: node.name.clone(),
            active: node.active,
            tag: node.tag.clone(),
            layer: node.layer,
            static_flags: node.static_flags,
        }
    }

    fn apply_changes(&self, source: &UnityTree, kept: &[Option<usize>], nodes: &mut [UnityNode]) {
        let objects = source.nodes.iter().map(|node| node.game_object);
        let places: HashMap<i64, Option<usize>> = objects.zip(kept.iter().copied()).collect();
        for change in &self.changes {
            if let Some(node) = places.get(&change.target).copied().flatten() {
                change.apply(&mut nodes[node]);
            }
        }
        self.apply_enabled(source, kept, nodes);
    }

    fn apply_enabled(&self, source: &UnityTree, kept: &[Option<usize>], nodes: &mut [UnityNode]) {
        let switches =
            self.changes.iter().filter(|change| change.property == OverriddenProperty::Enabled);
        let switched: HashMap<i64, bool> =
            switches.map(|change| (change.target, change.value != "0")).collect();
        if switched.is_empty() {
            return;
        }
        for (node, &kept) in source.nodes.iter().zip(kept) {
            let Some(kept) = kept else {
                continue;
            };
            let left = node.parts.iter().filter(|part| !self.removed.contains(&part.id));
            for (from, to) in left.zip(&mut nodes[kept].parts) {
                let switch = switched.get(&from.id).copied();
                to.component.enabled = switch.or(to.component.enabled);
            }
        }
    }
}

impl InstanceOverride {
    fn read(item: &YamlValue<'_>) -> Option<InstanceOverride> {
        let property = match item.get("propertyPath")?.text().as_ref() {
            "m_Name" => OverriddenProperty::Name,
            "m_IsActive" => OverriddenProperty::IsActive,
            "m_TagString" => OverriddenProperty::Tag,
            "m_Layer" => OverriddenProperty::Layer,
            "m_StaticEditorFlags" => OverriddenProperty::StaticFlags,
            "m_RootOrder" => OverriddenProperty::RootOrder,
            "m_Enabled" => OverriddenProperty::Enabled,
            _ => return None,
        };
        Some(InstanceOverride {
            target: file_id(item.get("target")),
            property,
            value: item.get("value")?.text().into_owned(),
        })
    }
}

impl InstanceOverride {
    fn apply(&self, node: &mut UnityNode) {
        let number = || self.value.parse().ok();
        match self.property {
            OverriddenProperty::Name => node.name.clone_from(&self.value),
            OverriddenProperty::IsActive => node.active = self.value != "0",
            OverriddenProperty::Tag => node.tag = normalize_tag(self.value.clone()),
            OverriddenProperty::Layer => node.layer = number().unwrap_or(node.layer),
            OverriddenProperty::StaticFlags => {
                node.static_flags = number().unwrap_or(node.static_flags)
            }
            OverriddenProperty::RootOrder | OverriddenProperty::Enabled => {}
        }
    }
}

impl Handles {
    pub(crate) fn read(documents: &[UnityDocument<'_>]) -> Result<Handles, EngineError> {
        let mut handles = Handles::default();
        for document in documents.iter().filter(|document| document.stripped) {
            let mut instance = document.pointer("m_PrefabInstance")?;
            let mut source = document.pointer("m_CorrespondingSourceObject")?;
            if instance.is_null() {
                instance = document.pointer("m_PrefabInternal")?;
                source = document.pointer("m_PrefabParentObject")?;
            }
            let inside = (instance.file_id, source.file_id);
            handles.own.insert(inside, document.id);
            handles.all.push((instance.file_id, document.id));
        }
        Ok(handles)
    }

    /// The id that the file gives to an object inside an instance. Without a handle, it is the one
    /// that Unity derives in prefab files.
    pub(crate) fn id(&self, instance: i64, source: i64) -> i64 {
        match self.own.get(&(instance, source)) {
            Some(&own) => own,
            None if source == 0 => 0,
            None => (instance ^ source) & i64::MAX,
        }
    }
}

fn model_root(edits: &[YamlValue<'_>]) -> Option<(i64, i64)> {
    MODEL_ROOTS.into_iter().find(|&(object, transform)| {
        edits
            .iter()
            .map(|edit| file_id(edit.get("target")))
            .any(|id| id == object || id == transform)
    })
}

/// The prefab that an instance is made from.
pub(crate) fn source_pointer(document: &UnityDocument<'_>) -> Result<Pointer, EngineError> {
    let source = document.pointer("m_SourcePrefab")?;
    if source.is_null() { document.pointer("m_ParentPrefab") } else { Ok(source) }
}

/// Unity stores "Untagged" for an object without a tag.
pub(crate) fn normalize_tag(text: String) -> String {
    if text == "Untagged" { String::new() } else { text }
}

/// Until Unity 2018, a prefab file describes itself with a document of the class of instances.
/// Overrides in it have no effect.
pub(crate) fn is_prefab_description(document: &UnityDocument<'_>) -> Result<bool, EngineError> {
    let is_set = |key| Ok(document.text(key)? == "1");
    Ok(is_set("m_IsPrefabParent")? || is_set("m_IsPrefabAsset")?)
}

fn added_position(item: &YamlValue<'_>) -> Option<(i64, i64)> {
    let index = item.get("insertIndex")?.text().parse().ok()?;
    Some((file_id(item.get("addedObject")), index))
}

fn file_id(value: Option<&YamlValue<'_>>) -> i64 {
    let pointer = value.and_then(Pointer::from_value);
    pointer.unwrap_or_default().file_id
}
