//! Prefab instances: what a file stores about one, and how the source's objects become the file's
//! own.

mod instance_edits;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;
use memchr::memmem;
use scenewright_engine::EngineError;
use scenewright_model::Component;

use super::document::{PREFAB_LINKS, UnityDocument};
use super::pointer::Pointer;
use super::tree::{ComponentPart, UnityNode, UnityTree};
use crate::class_ids::{GAME_OBJECT, PREFAB_INSTANCE};
use instance_edits::{InstanceEdits, InstanceOverride, OverriddenProperty};

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
    /// Source ids of everything that the instance overrides.
    pub(crate) targets: Vec<i64>,
    /// Source ids of the components and GameObjects that the instance removes.
    removed: HashSet<i64>,
    /// The GameObject that an instance of old files names as its root; 0 if it names none.
    root_object: i64,
    /// Positions of added children: the Transform's id and the index among its siblings.
    pub(crate) inserted: Vec<(i64, i64)>,
}

/// The documents that a file keeps for objects inside its instances: handles (stripped), and full
/// ones, which old editors write for instances with added components. What has a full document is
/// an object of the file itself.
#[derive(Default)]
pub(crate) struct Handles {
    own: HashMap<(i64, i64), i64, RandomState>,
    pub(crate) all: Vec<Handle>,
    /// The instance and source id of each full document.
    full: HashSet<(i64, i64), RandomState>,
    /// The instances of full GameObjects.
    expanded: HashSet<i64, RandomState>,
}

pub(crate) struct Handle {
    pub(crate) instance: i64,
    /// The id that the instance's source gives the object.
    pub(crate) source: i64,
    pub(crate) id: i64,
    pub(crate) class: u32,
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
        let edits = document.field_syntax("m_Modification")?;
        let edits = edits.map(|syntax| InstanceEdits::read(&syntax, document.body)).transpose();
        let edits = edits.map_err(|error| document.malformed(error))?.unwrap_or_default();
        let InstanceEdits { parent, changes, targets, removed, inserted } = edits;
        Ok(Some(PrefabInstance {
            id: document.id,
            source,
            parent,
            changes,
            targets,
            removed,
            root_object: document.pointer("m_RootGameObject")?.file_id,
            inserted,
        }))
    }

    /// The position among the roots that it overrides, in files that do not list the roots.
    pub(crate) fn root_order(&self, tree: &UnityTree) -> Option<i64> {
        let root = tree.nodes.first()?;
        let orders = || {
            self.changes.iter().filter(|change| change.property == OverriddenProperty::RootOrder)
        };
        let order = orders().find(|change| change.target == root.transform);
        let own = order.or_else(|| orders().next());
        own?.value.parse().ok()
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
        let is_overridden = |id: i64| self.targets.contains(&id);
        let model = MODEL_ROOTS
            .into_iter()
            .find(|&(object, transform)| is_overridden(object) || is_overridden(transform));
        model.or(named).unwrap_or_default()
    }

    /// The name that the instance gives an object of its source.
    pub(crate) fn name_of(&self, object: i64) -> Option<&str> {
        let names =
            self.changes.iter().filter(|change| change.property == OverriddenProperty::Name);
        names.rev().find(|change| change.target == object).map(|change| change.value.as_str())
    }

    /// The source's objects with this instance's changes, in pre-order; parents count from 0.
    pub(crate) fn nodes(&self, source: &UnityTree, handles: &Handles) -> Vec<UnityNode> {
        let mut nodes: Vec<UnityNode> = Vec::with_capacity(source.nodes.len());
        let mut kept: Vec<Option<usize>> = Vec::with_capacity(source.nodes.len());
        for node in &source.nodes {
            let parent = node.parent.map(|parent| kept[parent]);
            let gone = parent == Some(None)
                || self.removed.contains(&node.game_object)
                || handles.is_full(self.id, node.game_object);
            kept.push((!gone).then_some(nodes.len()));
            if !gone {
                nodes.push(self.node(node, parent.flatten(), handles));
            }
        }
        self.apply_changes(source, &kept, &mut nodes, handles);
        nodes
    }

    /// The GameObject that is its root in the file, if the objects are full documents.
    pub(crate) fn full_root(&self, source: &UnityTree, handles: &Handles) -> Option<i64> {
        if !handles.expanded.contains(&self.id) {
            return None;
        }
        let objects = || source.nodes.iter().map(|node| node.game_object);
        let root = objects().next().filter(|&root| handles.is_full(self.id, root));
        let is_inner_only = objects().any(|object| handles.is_full(self.id, object));
        match (self.root_object, root) {
            (0, Some(root)) => Some(handles.id(self.id, root)),
            // Some objects below the root have documents, the root has none.
            (0, None) if is_inner_only => None,
            (object, _) => Some(object),
        }
    }

    fn keeps(&self, part: &ComponentPart, handles: &Handles) -> bool {
        !self.removed.contains(&part.id) && !handles.is_full(self.id, part.id)
    }

    fn node(&self, node: &UnityNode, parent: Option<usize>, handles: &Handles) -> UnityNode {
        let own_id = |id| handles.id(self.id, id);
        let part = |part: &ComponentPart| ComponentPart {
            id: own_id(part.id),
            source: part.source,
            levels: part.levels + 1,
            component: Arc::clone(&part.component),
        };
        let parts = node.parts.iter();
        UnityNode {
            key: format!("{}/{}", self.id, node.key),
            game_object: own_id(node.game_object),
            transform: own_id(node.transform),
            instance: parent.is_none().then_some(self.id),
            parts: parts.filter(|part| self.keeps(part, handles)).map(part).collect(),
            root_order: node.root_order,
            parent,
            name: node.name.clone(),
            active: node.active,
            tag: node.tag.clone(),
            layer: node.layer,
            static_flags: node.static_flags,
        }
    }

    fn apply_changes(
        &self,
        source: &UnityTree,
        kept: &[Option<usize>],
        nodes: &mut [UnityNode],
        handles: &Handles,
    ) {
        let objects = source.nodes.iter().map(|node| node.game_object);
        let places: HashMap<i64, Option<usize>, RandomState> =
            objects.zip(kept.iter().copied()).collect();
        for change in &self.changes {
            if let Some(node) = places.get(&change.target).copied().flatten() {
                change.apply(&mut nodes[node]);
            }
        }
        self.apply_enabled(source, kept, nodes, handles);
    }

    fn apply_enabled(
        &self,
        source: &UnityTree,
        kept: &[Option<usize>],
        nodes: &mut [UnityNode],
        handles: &Handles,
    ) {
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
            let left = node.parts.iter().filter(|part| self.keeps(part, handles));
            for (from, to) in left.zip(&mut nodes[kept].parts) {
                if let Some(&switch) = switched.get(&from.id) {
                    Arc::make_mut(&mut to.component).enabled = Some(switch);
                }
            }
        }
    }
}

impl InstanceOverride {
    fn apply(&self, node: &mut UnityNode) {
        let number = || self.value.parse().ok();
        match self.property {
            OverriddenProperty::Name => node.name.clone_from(&self.value),
            OverriddenProperty::IsActive => node.active = self.value != "0",
            OverriddenProperty::Tag => node.tag = normalize_tag(Cow::Borrowed(&self.value)),
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
            let link = document.prefab_link()?;
            handles.own.insert(link, document.id);
            let (instance, source) = link;
            let (id, class) = (document.id, document.class);
            handles.all.push(Handle { instance, source, id, class });
        }
        let instances = instance_ids(documents)?;
        if instances.is_empty() {
            return Ok(handles);
        }
        let full = |document: &&UnityDocument<'_>| !document.stripped && is_linked(document.body);
        for document in documents.iter().filter(full) {
            let link = document.prefab_link()?;
            if link.1 != 0 && instances.contains(&link.0) {
                handles.add_full(document, link);
            }
        }
        Ok(handles)
    }

    fn add_full(&mut self, document: &UnityDocument<'_>, link: (i64, i64)) {
        self.own.insert(link, document.id);
        self.full.insert(link);
        if document.class == GAME_OBJECT {
            self.expanded.insert(link.0);
        }
    }

    /// Whether an object or component of an instance is a full document of the file.
    fn is_full(&self, instance: i64, source: i64) -> bool {
        !self.full.is_empty() && self.full.contains(&(instance, source))
    }

    /// Whether the file has a document for an object inside an instance.
    pub(crate) fn contains(&self, instance: i64, source: i64) -> bool {
        self.own.contains_key(&(instance, source))
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

/// The instances of a file.
fn instance_ids(documents: &[UnityDocument<'_>]) -> Result<HashSet<i64>, EngineError> {
    let mut found = HashSet::new();
    for document in documents {
        let is_instance = document.class == PREFAB_INSTANCE && !document.stripped;
        if is_instance && !is_prefab_description(document)? {
            found.insert(document.id);
        }
    }
    Ok(found)
}

/// Whether a document names an instance, without parsing it: the field is among the first, and
/// nearly all documents are not part of an instance.
pub(crate) fn is_linked(body: &str) -> bool {
    const LINK_WINDOW: usize = 512;
    let head = &body.as_bytes()[..body.len().min(LINK_WINDOW)];
    PREFAB_LINKS.iter().any(|(key, _)| {
        let at = memmem::find(head, key.as_bytes()).map(|at| at + key.len());
        at.is_some_and(|at| !head[at..].starts_with(b": {fileID: 0}"))
    })
}

/// The prefab that an instance is made from.
pub(crate) fn source_pointer(document: &UnityDocument<'_>) -> Result<Pointer, EngineError> {
    let source = document.pointer("m_SourcePrefab")?;
    if source.is_null() { document.pointer("m_ParentPrefab") } else { Ok(source) }
}

/// Unity stores "Untagged" for an object without a tag.
pub(crate) fn normalize_tag(text: Cow<'_, str>) -> String {
    if text == "Untagged" { String::new() } else { text.into_owned() }
}

/// Until Unity 2018, a prefab file describes itself with a document of the class of instances.
/// Overrides in it have no effect.
pub(crate) fn is_prefab_description(document: &UnityDocument<'_>) -> Result<bool, EngineError> {
    // Both fields at once: nearly all documents have neither.
    if memmem::find(document.body.as_bytes(), b"\n  m_IsPrefab").is_none() {
        return Ok(false);
    }
    let is_set = |key| Ok(document.text_ref(key)? == "1");
    Ok(is_set("m_IsPrefabParent")? || is_set("m_IsPrefabAsset")?)
}
