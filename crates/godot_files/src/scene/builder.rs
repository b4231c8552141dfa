//! Builds the tree of one scene file.

mod conflicts;
mod lookup;
mod scripts;

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use scenewright_engine::EngineError;

use super::{GodotSceneResolver, InstancedScene, SceneDocument, UNKNOWN_CLASS, naming};
use crate::externals::ExternalResources;
use crate::files::{ReferenceTarget, res_path};
use crate::layers::{NodeLayers, SectionLayer};
use crate::text::{GodotDocument, Section};
use crate::tree::{NodeClass, NodeTree, ROOT, SignalWire, TreeNode};
use crate::value;

/// Nodes have a few groups; each copy of a node with another group needs a list of its own.
const MAX_GROUPS: usize = 256;

pub(super) struct SceneTreeBuilder<'r, 'a, 'd> {
    resolver: &'r mut GodotSceneResolver<'a>,
    document: &'d GodotDocument,
    relative: &'d str,
    /// The index of the document among those of the scene.
    number: u32,
    externals: ExternalResources<'d>,
    tree: NodeTree,
    /// By parent, the last name that replaced a taken one.
    numbered: HashMap<(u32, String), String>,
    /// The last parent that was found by its path: siblings follow each other.
    last_parent: Option<(String, u32)>,
    classes: HashMap<Cow<'d, str>, Rc<str>, RandomState>,
    /// Lists of groups by their text, shared by the nodes that have them.
    groups: HashMap<&'d str, Rc<Vec<Rc<str>>>, RandomState>,
}

impl<'r, 'a, 'd> SceneTreeBuilder<'r, 'a, 'd> {
    pub(super) fn new(
        resolver: &'r mut GodotSceneResolver<'a>,
        source: &'d SceneDocument,
        number: u32,
    ) -> Self {
        SceneTreeBuilder {
            resolver,
            document: &source.document,
            relative: &source.relative,
            number,
            externals: ExternalResources::new(&source.document, &source.relative),
            tree: NodeTree::default(),
            numbered: HashMap::new(),
            last_parent: None,
            classes: HashMap::default(),
            groups: HashMap::default(),
        }
    }

    pub(super) fn build(mut self) -> Result<NodeTree, EngineError> {
        let nodes = self.document.sections().filter(|section| section.tag() == "node");
        self.tree.reserve(nodes.count());
        for (index, section) in self.document.sections().enumerate() {
            let layer = SectionLayer { document: self.number, section: index as u32 };
            match section.tag() {
                "node" => self.node(section, layer)?,
                "connection" => self.connection(section, layer)?,
                "editable" => self.editable(section),
                _ => {}
            }
        }
        Ok(self.tree)
    }

    fn node(&mut self, section: Section<'d>, layer: SectionLayer) -> Result<(), EngineError> {
        let header = &NodeHeader::read(section);
        let name = header.name.and_then(value::string).filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| self.malformed(section, "a node has no name"))?;
        let added = match (header.parent.and_then(value::string), self.tree.is_empty()) {
            (None, true) => Some(self.root(header, &name)?),
            (Some(_), true) => return Err(self.malformed(section, "the root node has a parent")),
            (None, false) => return Err(self.malformed(section, "a second root node")),
            (Some(parent), false) => self.non_root_node(header, layer, &parent, &name)?,
        };
        match added {
            Some(index) => self.apply_section(index, header, layer),
            None => Ok(()),
        }
    }

    fn root(&mut self, header: &NodeHeader<'d>, name: &str) -> Result<u32, EngineError> {
        if header.is_override() {
            let path = res_path(self.relative);
            let note = format!("the root of '{path}' has no type: Godot cannot open the scene");
            self.resolver.notes.add(&note);
        }
        self.new_node(header, None, &naming::valid_name(name))
    }

    /// A node that is not the root: a new node, or an override of a node of an instance.
    fn non_root_node(
        &mut self,
        header: &NodeHeader<'d>,
        layer: SectionLayer,
        parent_path: &str,
        name: &str,
    ) -> Result<Option<u32>, EngineError> {
        let found = self.parent(header.section, parent_path);
        if header.is_override() {
            let found = found.and_then(|parent| self.instance_node(header, parent, name));
            if found.is_none() {
                self.note_missing_node(&format!("{parent_path}/{name}"), layer);
            }
            return Ok(found);
        }
        let (parent, name) = match found {
            Some(parent) => (parent, self.free_name(parent, name)),
            None => {
                self.note_missing_node(parent_path, layer);
                (ROOT, Cow::Owned(self.stray_name(parent_path, name)))
            }
        };
        let added = self.new_node(header, Some(parent), &name)?;
        let index = header.index.and_then(value::integer);
        if let Some(index) = index.and_then(|index| usize::try_from(index).ok()) {
            self.tree.move_last(parent, index);
        }
        Ok(Some(added))
    }

    fn new_node(
        &mut self,
        header: &NodeHeader<'d>,
        parent: Option<u32>,
        name: &str,
    ) -> Result<u32, EngineError> {
        self.take_room(header.section)?;
        let index = match self.instanced(header)? {
            Some(target) => self.new_instance(&target, parent, name)?,
            None => {
                let class = header.class.and_then(value::string);
                let class = class.map_or(UNKNOWN_CLASS, |class| self.class(class));
                self.tree.add(parent, TreeNode::new(name, class))
            }
        };
        let owner = header.owner.and_then(value::string).and_then(|path| self.find(&path));
        let document = self.number;
        let node = self.tree.node(index);
        node.unique_id = header.unique_id();
        node.declared_in = document;
        node.owner = owner.unwrap_or(ROOT);
        node.placeholder = header.placeholder.is_some();
        Ok(index)
    }

    fn class(&mut self, name: Cow<'d, str>) -> NodeClass {
        let shared = |name: &Cow<'_, str>| Rc::from(&**name);
        NodeClass::Known(Rc::clone(self.classes.entry(name).or_insert_with_key(shared)))
    }

    fn parent(&mut self, section: Section<'d>, path: &str) -> Option<u32> {
        if let Some((last, parent)) = &self.last_parent
            && last == path
        {
            return Some(*parent);
        }
        // What only its ids lead to is another node for another section.
        self.last_parent = self.find(path).map(|parent| (path.to_owned(), parent));
        match &self.last_parent {
            Some((_, parent)) => Some(*parent),
            None => self.find_by_path_or_ids(section, path, "parent_id_path"),
        }
    }

    fn new_instance(
        &mut self,
        target: &ReferenceTarget,
        parent: Option<u32>,
        name: &str,
    ) -> Result<u32, EngineError> {
        let index = match self.resolver.instance(target)? {
            InstancedScene::Tree(tree) => self.tree.graft(parent, &tree, name),
            InstancedScene::Opaque { class } => {
                self.tree.add(parent, TreeNode::opaque(name, class))
            }
        };
        let path = match target {
            ReferenceTarget::File(relative) => res_path(relative),
            ReferenceTarget::Elsewhere(path) | ReferenceTarget::Missing { target: path, .. } => {
                path.clone()
            }
        };
        self.tree.node(index).instance_of = Some(path.into());
        Ok(index)
    }

    fn take_room(&mut self, section: Section<'d>) -> Result<(), EngineError> {
        let left = self.resolver.room.checked_sub(1);
        self.resolver.room = left.ok_or_else(|| self.malformed(section, "too many nodes"))?;
        Ok(())
    }

    /// The scene that a node is an instance of.
    fn instanced(
        &mut self,
        header: &NodeHeader<'d>,
    ) -> Result<Option<ReferenceTarget>, EngineError> {
        let files = self.resolver.files;
        if let Some(raw) = header.instance {
            let target = self.externals.locate(raw, files)?;
            self.record_dependency(target.as_ref(), self.externals.path(raw).as_deref());
            return Ok(target);
        }
        let Some(path) = header.placeholder.and_then(value::string) else {
            return Ok(None);
        };
        let target = files.locate(&path, None, self.relative)?;
        self.record_dependency(Some(&target), Some(&path));
        Ok(Some(target))
    }

    /// Records a dependency of the scene: a file at its path, or else an unknown one.
    fn record_dependency(&mut self, target: Option<&ReferenceTarget>, path: Option<&str>) {
        let made_of = &mut self.resolver.made_of;
        match target {
            Some(ReferenceTarget::File(relative)) => {
                made_of.depends_on_others |= path != Some(&res_path(relative));
                made_of.files.insert(relative.clone());
            }
            Some(ReferenceTarget::Elsewhere(_)) | None => {}
            Some(ReferenceTarget::Missing { .. }) => made_of.depends_on_others = true,
        }
    }

    /// Applies a section to a new node or a node of an instance.
    fn apply_section(
        &mut self,
        index: u32,
        header: &NodeHeader<'d>,
        layer: SectionLayer,
    ) -> Result<(), EngineError> {
        let [visible, unique_name, script] =
            header.section.values(["visible", "unique_name_in_owner", "script"]);
        let node = self.tree.node(index);
        NodeLayers::push(&mut node.layers, layer);
        node.active = visible.and_then(value::boolean).unwrap_or(node.active);
        node.unique_name = unique_name.and_then(value::boolean).unwrap_or(node.unique_name);
        if node.is_assumed {
            node.unique_id = header.unique_id();
        }
        if let Some(raw) = script {
            let script = self.script(raw)?;
            self.tree.node(index).script = script;
        }
        if let Some(raw) = header.groups {
            self.join_groups(index, raw);
        }
        Ok(())
    }

    fn join_groups(&mut self, index: u32, raw: &'d str) {
        let node = self.tree.node(index);
        let is_first = node.groups.is_none();
        if let Some(known) = self.groups.get(raw).filter(|_| is_first) {
            node.groups = Some(Rc::clone(known));
            return;
        }
        for group in value::strings(raw) {
            if node.groups().iter().any(|known| **known == *group) {
                continue;
            }
            if node.groups().len() == MAX_GROUPS {
                let note = format!("a node of '{}' is in too many groups", res_path(self.relative));
                self.resolver.notes.add(&note);
                return;
            }
            Rc::make_mut(node.groups.get_or_insert_default()).push(group.as_ref().into());
        }
        if let Some(groups) = node.groups.as_ref().filter(|_| is_first) {
            self.groups.insert(raw, Rc::clone(groups));
        }
    }

    fn connection(&mut self, section: Section<'d>, layer: SectionLayer) -> Result<(), EngineError> {
        let (Some(from), Some(to)) =
            (string_attribute(section, "from"), string_attribute(section, "to"))
        else {
            return Ok(());
        };
        let ends = self.find_by_path_or_ids(section, &from, "from_uid_path");
        let ends = ends.zip(self.find_by_path_or_ids(section, &to, "to_uid_path"));
        match ends {
            Some((from, to)) => {
                self.take_room(section)?;
                self.tree.wires.push(SignalWire { from, to, layer });
            }
            None => {
                self.resolver.lost.push(layer);
                let signal = string_attribute(section, "signal").unwrap_or_default();
                let path = res_path(self.relative);
                let note = format!(
                    "'{path}' connects the signal '{signal}' of the node '{from}' to the node '{to}', and does not have both nodes"
                );
                self.resolver.notes.add(&note);
            }
        }
        Ok(())
    }

    fn editable(&mut self, section: Section<'d>) {
        if let Some(index) = string_attribute(section, "path").and_then(|path| self.find(&path)) {
            self.tree.node(index).editable = true;
        }
    }

    fn malformed(&self, section: Section<'d>, reason: &str) -> EngineError {
        self.document.malformed(&res_path(self.relative), section, reason)
    }
}

fn string_attribute<'d>(section: Section<'d>, key: &str) -> Option<Cow<'d, str>> {
    section.attribute(key).and_then(value::string)
}

/// The raw attributes of a node's section, which are read in one pass.
struct NodeHeader<'d> {
    section: Section<'d>,
    name: Option<&'d str>,
    parent: Option<&'d str>,
    class: Option<&'d str>,
    instance: Option<&'d str>,
    placeholder: Option<&'d str>,
    owner: Option<&'d str>,
    index: Option<&'d str>,
    groups: Option<&'d str>,
    unique_id: Option<&'d str>,
}

impl<'d> NodeHeader<'d> {
    fn read(section: Section<'d>) -> NodeHeader<'d> {
        let [name, parent, class, instance, placeholder, owner, index, groups, unique_id] = section
            .attributes([
                "name",
                "parent",
                "type",
                "instance",
                "instance_placeholder",
                "owner",
                "index",
                "groups",
                "unique_id",
            ]);
        NodeHeader {
            section,
            name,
            parent,
            class,
            instance,
            placeholder,
            owner,
            index,
            groups,
            unique_id,
        }
    }

    /// Whether it overrides a node of an instance.
    fn is_override(&self) -> bool {
        self.class.is_none() && self.instance.is_none() && self.placeholder.is_none()
    }

    fn unique_id(&self) -> i64 {
        self.unique_id.and_then(value::integer).unwrap_or(0)
    }
}

/// A section that overrides a node of an instance.
pub(crate) fn is_override(section: Section<'_>) -> bool {
    ["type", "instance", "instance_placeholder"].iter().all(|key| section.attribute(key).is_none())
}
