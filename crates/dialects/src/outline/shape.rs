//! Objects that are the same but for their names: what they are and all that is below them.

use std::collections::HashMap;

use super::Node;
use super::kind::Kind;

/// The number of a shape: equal for equal objects.
pub(super) type ShapeId = usize;

#[derive(PartialEq, Eq, Hash)]
struct Shape {
    kind: Kind,
    state: &'static str,
    below: Vec<(String, ShapeId)>,
}

/// An object with its shape, and what is below it likewise.
pub(super) struct Shaped<'a> {
    pub(super) node: &'a Node,
    pub(super) shape: ShapeId,
    pub(super) below: Vec<Shaped<'a>>,
}

/// All shapes of a scene.
#[derive(Default)]
pub(super) struct Shapes {
    ids: HashMap<Shape, ShapeId>,
    all: Vec<(Kind, &'static str)>,
}

impl Shapes {
    pub(super) fn of<'a>(&mut self, nodes: &'a [Node], is_godot: bool) -> Vec<Shaped<'a>> {
        nodes.iter().map(|node| self.shaped(node, is_godot)).collect()
    }

    fn shaped<'a>(&mut self, node: &'a Node, is_godot: bool) -> Shaped<'a> {
        let below = self.of(&node.children, is_godot);
        let inner = below.iter().map(|one| (one.node.name.clone(), one.shape)).collect();
        let (kind, state) = (Kind::of(node, is_godot), state(node));
        let shape = Shape { kind: kind.clone(), state, below: inner };
        let next = self.all.len();
        let id = *self.ids.entry(shape).or_insert(next);
        if id == next {
            self.all.push((kind, state));
        }
        Shaped { node, shape: id, below }
    }

    pub(super) fn kind(&self, shape: ShapeId) -> &Kind {
        &self.all[shape].0
    }

    /// ` off`, ` unique`, both or nothing.
    pub(super) fn state(&self, shape: ShapeId) -> &'static str {
        self.all[shape].1
    }
}

fn state(node: &Node) -> &'static str {
    match (node.active, node.unique_name) {
        (true, false) => "",
        (false, false) => " off",
        (true, true) => " unique",
        (false, true) => " off unique",
    }
}
