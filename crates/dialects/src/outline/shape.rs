//! Shapes: objects that are equal except for their names, with everything below them.

use std::collections::HashMap;

use super::OutlineNode;
use super::kind::OutlineKind;

/// The number of a shape: equal for equal objects.
pub(super) type ShapeId = usize;

#[derive(PartialEq, Eq, Hash)]
struct OutlineShape {
    kind: OutlineKind,
    state: &'static str,
    below: Vec<(String, ShapeId)>,
}

/// An object with its shape, and its descendants with theirs.
pub(super) struct ShapedNode<'a> {
    pub(super) node: &'a OutlineNode,
    pub(super) shape: ShapeId,
    pub(super) below: Vec<ShapedNode<'a>>,
}

/// All shapes of a scene.
#[derive(Default)]
pub(super) struct ShapeTable {
    ids: HashMap<OutlineShape, ShapeId>,
    all: Vec<(OutlineKind, &'static str)>,
}

impl ShapeTable {
    pub(super) fn add_all<'a>(
        &mut self,
        nodes: &'a [OutlineNode],
        is_godot: bool,
    ) -> Vec<ShapedNode<'a>> {
        nodes.iter().map(|node| self.add(node, is_godot)).collect()
    }

    fn add<'a>(&mut self, node: &'a OutlineNode, is_godot: bool) -> ShapedNode<'a> {
        let below = self.add_all(&node.children, is_godot);
        let inner = below.iter().map(|one| (one.node.name.clone(), one.shape)).collect();
        let (kind, state) = (OutlineKind::from_node(node, is_godot), state(node));
        let shape = OutlineShape { kind: kind.clone(), state, below: inner };
        let next = self.all.len();
        let id = *self.ids.entry(shape).or_insert(next);
        if id == next {
            self.all.push((kind, state));
        }
        ShapedNode { node, shape: id, below }
    }

    pub(super) fn kind(&self, shape: ShapeId) -> &OutlineKind {
        &self.all[shape].0
    }

    /// ` off`, ` unique`, both or nothing.
    pub(super) fn state(&self, shape: ShapeId) -> &'static str {
        self.all[shape].1
    }
}

fn state(node: &OutlineNode) -> &'static str {
    match (node.active, node.unique_name) {
        (true, false) => "",
        (false, false) => " off",
        (true, true) => " unique",
        (false, true) => " off unique",
    }
}
