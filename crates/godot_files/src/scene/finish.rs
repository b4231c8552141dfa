//! Converts a tree of nodes to a scene of the model.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use scenewright_model::{
    Component, NodeFacts, NodeOrigin, ObjectId, ObjectIndex, Scene, SceneObject, SignalConnection,
};

use super::SceneDocument;
use crate::files::res_path;
use crate::layers::NodeLayers;
use crate::text::Section;
use crate::tree::{NodeClass, NodeTree, ROOT, SignalWire, TreeNode};
use crate::value;

/// Paths repeat the names of ancestors, and copies of nodes their groups: this limits the memory that a small
/// hostile file can use.
const MAX_TEXT_BYTES: usize = 256 << 20;

/// Godot's `CONNECT_PERSIST`, which files omit if it is the only flag.
const CONNECT_PERSIST: u32 = 2;

pub(super) struct FinishedScene {
    pub scene: Scene,
    /// By index in the scene's objects.
    pub layers: Vec<Arc<NodeLayers>>,
    /// Whether the whole tree is within the limit.
    pub complete: bool,
}

pub(super) fn finish(
    tree: &NodeTree,
    path: &str,
    documents: &[Arc<SceneDocument>],
) -> FinishedScene {
    let mut finisher = SceneFinisher {
        tree,
        path,
        scene: Scene { path: path.to_owned(), ..Scene::default() },
        layers: Vec::with_capacity(tree.nodes.len()),
        placed: vec![None; tree.nodes.len()],
        room: MAX_TEXT_BYTES,
        classes: HashMap::default(),
        groups: HashMap::default(),
    };
    finisher.scene.objects.reserve_exact(tree.nodes.len());
    let complete = finisher.nodes().is_some() && finisher.connections(documents).is_some();
    FinishedScene { scene: finisher.scene, layers: finisher.layers, complete }
}

struct SceneFinisher<'a> {
    tree: &'a NodeTree,
    path: &'a str,
    scene: Scene,
    layers: Vec<Arc<NodeLayers>>,
    /// The indexes of the tree's nodes in the scene.
    placed: Vec<Option<ObjectIndex>>,
    room: usize,
    classes: HashMap<&'a str, Arc<Component>, RandomState>,
    /// By the list of the tree.
    groups: HashMap<*const Vec<Rc<str>>, Arc<[String]>, RandomState>,
}

impl<'a> SceneFinisher<'a> {
    /// `None` if the limit is exceeded.
    fn nodes(&mut self) -> Option<()> {
        let mut open = if self.tree.is_empty() { Vec::new() } else { vec![(ROOT, None)] };
        while let Some((index, parent)) = open.pop() {
            let node = self.tree.get(index);
            let object = self.object(index, node, parent);
            self.reserve(weight(&object))?;
            let pushed = self.scene.push_with_path(parent, object);
            self.placed[index as usize] = Some(pushed);
            self.layers.push(Arc::clone(&node.layers));
            open.extend(node.children.iter().rev().map(|&child| (child, Some(pushed))));
        }
        Some(())
    }

    fn reserve(&mut self, bytes: usize) -> Option<()> {
        self.room = self.room.checked_sub(bytes)?;
        Some(())
    }

    fn object(
        &mut self,
        index: u32,
        node: &'a TreeNode,
        parent: Option<ObjectIndex>,
    ) -> SceneObject {
        let path = match parent {
            None => node.name.to_string(),
            Some(parent) => [&self.scene.object(parent).path, "/", &node.name].concat(),
        };
        let class = self.class(&node.class);
        let script = node.script.clone();
        SceneObject {
            id: ObjectId::new(self.path, &path),
            name: node.name.to_string(),
            path,
            active: node.active,
            tag: None,
            layer: None,
            static_flags: None,
            components: [class].into_iter().chain(script).collect(),
            parent: None,
            children: Vec::new(),
            node: Some(Box::new(self.facts(index, node))),
        }
    }

    fn facts(&mut self, index: u32, node: &'a TreeNode) -> NodeFacts {
        let owner = if index == ROOT { None } else { self.placed[node.owner as usize] };
        NodeFacts {
            groups: self.groups(node),
            unique_name: node.unique_name,
            has_unknown_class: matches!(node.class, NodeClass::Unknown(_)),
            has_unknown_children: node.opaque,
            instance_of: node.instance_of.as_deref().map(str::to_owned),
            placeholder: node.placeholder,
            owner,
            editable: node.editable,
            origin: origin(index, node),
        }
    }

    /// Shared by all nodes of the class.
    fn class(&mut self, class: &'a NodeClass) -> Arc<Component> {
        let new = || Arc::new(Component::built_in(class.to_string()));
        match class {
            NodeClass::Known(name) => Arc::clone(self.classes.entry(name).or_insert_with(new)),
            NodeClass::Unknown(_) => new(),
        }
    }

    /// Shared by the nodes that share them in the tree.
    fn groups(&mut self, node: &'a TreeNode) -> Arc<[String]> {
        let Some(groups) = &node.groups else { return Arc::default() };
        let copied = || groups.iter().map(|group| group.as_ref().to_owned()).collect();
        Arc::clone(self.groups.entry(Rc::as_ptr(groups)).or_insert_with(copied))
    }

    /// Without duplicates: Godot does not connect the same method to the same signal twice.
    fn connections(&mut self, documents: &[Arc<SceneDocument>]) -> Option<()> {
        let mut known = HashSet::new();
        for wire in &self.tree.wires {
            let source = &documents[wire.layer.document as usize];
            let section = source.document.section(wire.layer.section as usize);
            let Some(section) = section else { continue };
            let names = (section.attribute("signal"), section.attribute("method"));
            if !known.insert((wire.from, wire.to, names)) {
                continue;
            }
            let file = res_path(&source.relative);
            if let Some(connection) = self.connection(wire, section, file) {
                let binds = connection.binds.as_ref().map_or(0, String::len);
                let text = connection.signal.len() + connection.method.len();
                self.reserve(binds + text + connection.file.len())?;
                self.scene.connections.push(connection);
            }
        }
        Some(())
    }

    fn connection(
        &self,
        wire: &SignalWire,
        section: Section<'_>,
        file: String,
    ) -> Option<SignalConnection> {
        let text = |key| section.attribute(key).and_then(value::string);
        let number = |key| section.attribute(key).and_then(value::integer);
        let number = |key| number(key).and_then(|number| u32::try_from(number).ok());
        Some(SignalConnection {
            signal: text("signal")?.into_owned(),
            from: self.placed[wire.from as usize]?,
            to: self.placed[wire.to as usize]?,
            method: text("method")?.into_owned(),
            flags: number("flags").unwrap_or(CONNECT_PERSIST),
            binds: section.attribute("binds").map(str::to_owned),
            unbinds: number("unbinds").unwrap_or(0),
            file,
        })
    }
}

fn origin(index: u32, node: &TreeNode) -> NodeOrigin {
    if index == ROOT {
        NodeOrigin::Own
    } else if node.is_assumed || node.owner != ROOT {
        NodeOrigin::Instanced
    } else if node.declared_in == 0 {
        NodeOrigin::Own
    } else {
        NodeOrigin::Inherited
    }
}

fn weight(object: &SceneObject) -> usize {
    let facts = object.node.as_deref();
    let groups = facts.map_or(0, |facts| facts.groups.iter().map(|group| group.len() + 24).sum());
    let instance_of = facts.and_then(|facts| facts.instance_of.as_ref());
    object.path.len() + groups + instance_of.map_or(0, String::len)
}
