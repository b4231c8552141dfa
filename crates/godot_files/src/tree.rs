//! The nodes of a scene while its instances are resolved: an arena, so that no nesting depth can exhaust the
//! stack.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use scenewright_model::Component;

use super::layers::{NodeLayers, SectionLayer};

/// The class of a node, as far as its files have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NodeClass {
    Known(Rc<str>),
    Unknown(UnknownClass),
}

/// Why the class of a node is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnknownClass {
    Undeclared,
    MissingScene,
    CyclicScene,
    UnreadableScene,
}

impl From<&str> for NodeClass {
    fn from(name: &str) -> NodeClass {
        NodeClass::Known(name.into())
    }
}

impl fmt::Display for NodeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NodeClass::Known(name) => name,
            NodeClass::Unknown(UnknownClass::Undeclared) => "(unknown class)",
            NodeClass::Unknown(UnknownClass::MissingScene) => "(missing scene)",
            NodeClass::Unknown(UnknownClass::CyclicScene) => "(cyclic scene)",
            NodeClass::Unknown(UnknownClass::UnreadableScene) => "(unreadable scene)",
        })
    }
}

#[derive(Debug, Clone)]
pub(super) struct TreeNode {
    pub name: Rc<str>,
    pub class: NodeClass,
    pub script: Option<Arc<Component>>,
    pub active: bool,
    /// Its children are unknown (an imported model, a missing scene), so that paths through it are assumed to be
    /// valid.
    pub opaque: bool,
    /// No file declares it: it is assumed to exist because a path through an opaque node leads to it.
    pub is_assumed: bool,
    pub unique_name: bool,
    /// `None` for no groups.
    pub groups: Option<Rc<Vec<Rc<str>>>>,
    /// The instanced scene, for the root of an instance.
    pub instance_of: Option<Rc<str>>,
    pub placeholder: bool,
    pub editable: bool,
    /// Its unique id in the file that declares it (Godot 4.6); 0 if it has none.
    pub unique_id: i64,
    /// The root of the scene that declares it; the root is its own owner.
    pub owner: u32,
    /// The document that declares it.
    pub declared_in: u32,
    /// The sections with its properties.
    pub layers: Arc<NodeLayers>,
    pub parent: Option<u32>,
    pub children: Vec<u32>,
}

impl TreeNode {
    pub(super) fn new(name: &str, class: NodeClass) -> TreeNode {
        TreeNode {
            name: name.into(),
            class,
            script: None,
            active: true,
            opaque: false,
            is_assumed: false,
            unique_name: false,
            groups: None,
            instance_of: None,
            placeholder: false,
            editable: false,
            unique_id: 0,
            owner: ROOT,
            declared_in: 0,
            layers: Arc::default(),
            parent: None,
            children: Vec::new(),
        }
    }

    pub(super) fn groups(&self) -> &[Rc<str>] {
        self.groups.as_deref().map_or(&[], Vec::as_slice)
    }

    pub(super) fn opaque(name: &str, class: NodeClass) -> TreeNode {
        TreeNode { opaque: true, ..TreeNode::new(name, class) }
    }
}

/// A connection: its nodes and its section.
#[derive(Debug, Clone, Copy)]
pub(super) struct SignalWire {
    pub from: u32,
    pub to: u32,
    pub layer: SectionLayer,
}

/// The root is node 0; parents come before their children.
#[derive(Debug, Default)]
pub(super) struct NodeTree {
    pub nodes: Vec<TreeNode>,
    pub wires: Vec<SignalWire>,
    by_name: HashMap<ChildKey, u32, RandomState>,
    by_id: HashMap<(u32, i64), u32>,
    /// The number of nodes in `by_id`, which is filled on use.
    numbered: usize,
}

pub(super) const ROOT: u32 = 0;

/// A parent and the name of one of its children.
#[derive(Debug, PartialEq, Eq, Hash)]
struct ChildKey(u32, Rc<str>);

/// The same by reference, so that a lookup copies no name.
trait ChildName {
    fn child_name(&self) -> (u32, &str);
}

impl ChildName for ChildKey {
    fn child_name(&self) -> (u32, &str) {
        (self.0, &self.1)
    }
}

impl ChildName for (u32, &str) {
    fn child_name(&self) -> (u32, &str) {
        *self
    }
}

impl<'a> Borrow<dyn ChildName + 'a> for ChildKey {
    fn borrow(&self) -> &(dyn ChildName + 'a) {
        self
    }
}

impl Hash for dyn ChildName + '_ {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.child_name().hash(state);
    }
}

impl PartialEq for dyn ChildName + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.child_name() == other.child_name()
    }
}

impl Eq for dyn ChildName + '_ {}

impl NodeTree {
    /// The size of a copy, for limits.
    pub(super) fn weight(&self) -> usize {
        self.nodes.len() + self.wires.len()
    }

    /// Makes room for this many nodes: lists that grow need twice their memory.
    pub(super) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve_exact(nodes);
        self.by_name.reserve(nodes);
    }

    /// For a tree that is complete.
    pub(super) fn drop_lookups(&mut self) {
        (self.by_name, self.by_id) = (HashMap::default(), HashMap::default());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn node(&mut self, index: u32) -> &mut TreeNode {
        &mut self.nodes[index as usize]
    }

    pub(super) fn get(&self, index: u32) -> &TreeNode {
        &self.nodes[index as usize]
    }

    pub(super) fn child(&self, parent: u32, name: &str) -> Option<u32> {
        self.by_name.get(&(parent, name) as &dyn ChildName).copied()
    }

    /// A node by its unique id in the scene whose root is `owner`.
    pub(super) fn by_unique_id(&mut self, owner: u32, unique_id: i64) -> Option<u32> {
        if unique_id == 0 {
            return None;
        }
        for (index, node) in self.nodes.iter().enumerate().skip(self.numbered) {
            let index = index as u32;
            self.by_id.entry((node.owner, node.unique_id)).or_insert(index);
        }
        self.numbered = self.nodes.len();
        self.by_id.get(&(owner, unique_id)).copied()
    }

    /// The root of the scene whose unique ids are valid below a node.
    pub(super) fn scene_of(&self, index: u32) -> u32 {
        let node = self.get(index);
        if node.instance_of.is_some() { index } else { node.owner }
    }

    /// Adds `node` as the last child of `parent`. The caller ensures that its name is free.
    pub(super) fn add(&mut self, parent: Option<u32>, mut node: TreeNode) -> u32 {
        let index = self.nodes.len() as u32;
        node.parent = parent;
        if let Some(parent) = parent {
            self.by_name.insert(ChildKey(parent, Rc::clone(&node.name)), index);
            self.node(parent).children.push(index);
        }
        self.nodes.push(node);
        index
    }

    /// Adds a copy of `other` under `parent`, its root renamed to `name`.
    pub(super) fn graft(&mut self, parent: Option<u32>, other: &NodeTree, name: &str) -> u32 {
        let base = self.nodes.len() as u32;
        for node in &other.nodes {
            let mut copy = node.clone();
            copy.children.iter_mut().for_each(|child| *child += base);
            copy.parent = node.parent.map(|parent| parent + base);
            copy.owner += base;
            if let Some(parent) = copy.parent {
                let index = self.nodes.len() as u32;
                self.by_name.insert(ChildKey(parent, Rc::clone(&copy.name)), index);
            }
            self.nodes.push(copy);
        }
        self.wires.extend(other.wires.iter().map(|wire| SignalWire {
            from: wire.from + base,
            to: wire.to + base,
            layer: wire.layer,
        }));
        self.adopt(parent, base, name);
        base
    }

    fn adopt(&mut self, parent: Option<u32>, index: u32, name: &str) {
        let node = self.node(index);
        node.parent = parent;
        node.owner = ROOT;
        node.name = name.into();
        if let Some(parent) = parent {
            self.by_name.insert(ChildKey(parent, name.into()), index);
            self.node(parent).children.push(index);
        }
    }

    /// Moves the last child of `parent` to `position`; a position past the end leaves it there.
    pub(super) fn move_last(&mut self, parent: u32, position: usize) {
        let children = &mut self.node(parent).children;
        if position + 1 < children.len()
            && let Some(last) = children.pop()
        {
            children.insert(position, last);
        }
    }
}
