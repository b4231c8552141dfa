//! A scene's nodes while its instances are being resolved: an arena, so that no depth of nesting
//! can exhaust the stack.

use std::collections::HashMap;
use std::rc::Rc;

use scenewright_model::{Component, Object, ObjectId, Scene};

/// Paths repeat the names above them; this bounds what a small hostile file can blow up to.
const MAX_PATH_BYTES: usize = 256 << 20;

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub name: Rc<str>,
    pub class: Rc<str>,
    pub script: Option<Rc<Component>>,
    pub active: bool,
    /// Its children cannot be known (an imported model, a missing scene), so a path through it is
    /// believed.
    pub opaque: bool,
    parent: Option<u32>,
    children: Vec<u32>,
}

impl Node {
    pub(super) fn new(name: &str, class: &str) -> Node {
        Node {
            name: name.into(),
            class: class.into(),
            script: None,
            active: true,
            opaque: false,
            parent: None,
            children: Vec::new(),
        }
    }

    pub(super) fn opaque(name: &str, class: &str) -> Node {
        Node { opaque: true, ..Node::new(name, class) }
    }
}

/// The root is node 0; every node's parent stands before it.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    by_name: HashMap<(u32, Rc<str>), u32>,
}

pub(super) const ROOT: u32 = 0;

impl Tree {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    pub(super) fn child(&self, parent: u32, name: &str) -> Option<u32> {
        self.by_name.get(&(parent, Rc::from(name))).copied()
    }

    /// Adds `node` as the last child of `parent`. The caller has seen to it that its name is free.
    pub(super) fn add(&mut self, parent: Option<u32>, mut node: Node) -> u32 {
        let index = self.nodes.len() as u32;
        node.parent = parent;
        if let Some(parent) = parent {
            self.by_name.insert((parent, Rc::clone(&node.name)), index);
            self.node(parent).children.push(index);
        }
        self.nodes.push(node);
        index
    }

    /// Adds a copy of `other` under `parent`, its root renamed to `name`.
    pub(super) fn graft(&mut self, parent: Option<u32>, other: &Tree, name: &str) -> u32 {
        let base = self.nodes.len() as u32;
        for node in &other.nodes {
            let mut copy = node.clone();
            copy.children.iter_mut().for_each(|child| *child += base);
            copy.parent = node.parent.map(|parent| parent + base);
            if let Some(parent) = copy.parent {
                let index = self.nodes.len() as u32;
                self.by_name.insert((parent, Rc::clone(&copy.name)), index);
            }
            self.nodes.push(copy);
        }
        self.adopt(parent, base, name);
        base
    }

    fn adopt(&mut self, parent: Option<u32>, index: u32, name: &str) {
        let node = self.node(index);
        node.parent = parent;
        node.name = name.into();
        if let Some(parent) = parent {
            self.by_name.insert((parent, name.into()), index);
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

    /// The scene that the model knows, and whether all of the tree found room in it.
    pub(super) fn finish(&self, path: &str) -> (Scene, bool) {
        let mut scene = Scene { path: path.to_owned(), ..Scene::default() };
        let mut room = MAX_PATH_BYTES;
        let mut open = if self.nodes.is_empty() { Vec::new() } else { vec![(ROOT, None)] };
        while let Some((index, parent)) = open.pop() {
            let node = &self.nodes[index as usize];
            let above = parent.map_or("", |parent| scene.object(parent).path.as_str());
            let object = object(path, above, node);
            let Some(left) = room.checked_sub(object.path.len()) else {
                return (scene, false);
            };
            room = left;
            let pushed = scene.push(parent, object);
            open.extend(node.children.iter().rev().map(|&child| (child, Some(pushed))));
        }
        (scene, true)
    }
}

fn object(scene: &str, above: &str, node: &Node) -> Object {
    let path = match above {
        "" => node.name.to_string(),
        above => format!("{above}/{}", node.name),
    };
    let class = Component::built_in(&*node.class);
    let script = node.script.as_deref().cloned();
    Object {
        id: ObjectId::new(scene, &path),
        name: node.name.to_string(),
        path,
        active: node.active,
        tag: None,
        layer: None,
        static_flags: None,
        components: [class].into_iter().chain(script).collect(),
        parent: None,
        children: Vec::new(),
    }
}
