//! From what a client names to what stands in the file.

use scenewright_engine::EngineError;
use scenewright_engine::names::{self, ObjectTable};
use scenewright_model::{ObjectId, ObjectRef};

use crate::document::UnityText;
use crate::members::{self, OverrideTarget};
use crate::tree::{Node, Part, Tree};

use super::Planner;

/// An object of a scene.
pub(super) struct Target {
    /// The scene's path.
    pub(super) path: String,
    pub(super) tree: Tree,
    pub(super) node: usize,
}

impl Target {
    pub(super) fn node(&self) -> &Node {
        &self.tree.nodes[self.node]
    }

    pub(super) fn part(&self, component: usize) -> &Part {
        &self.node().parts[component]
    }

    pub(super) fn object_path(&self) -> String {
        self.tree.object_path(self.node)
    }

    /// How many instances down the object itself is.
    pub(super) fn levels(&self) -> usize {
        levels(self.node())
    }

    /// The object and all below it.
    pub(super) fn below(&self) -> Vec<usize> {
        below(&self.tree, self.node)
    }
}

pub(super) fn levels(node: &Node) -> usize {
    node.key.matches('/').count()
}

/// In pre-order what is below a node follows it.
pub(super) fn below(tree: &Tree, node: usize) -> Vec<usize> {
    let mut found = vec![node];
    for at in node + 1..tree.nodes.len() {
        match tree.nodes[at].parent {
            Some(parent) if parent >= node => found.push(at),
            _ => break,
        }
    }
    found
}

/// The objects of a tree, for the rules by which they are named.
struct Table<'t> {
    path: &'t str,
    tree: &'t Tree,
}

impl ObjectTable for Table<'_> {
    fn count(&self) -> usize {
        self.tree.nodes.len()
    }

    fn name(&self, at: usize) -> &str {
        &self.tree.nodes[at].name
    }

    fn parent(&self, at: usize) -> Option<usize> {
        self.tree.nodes[at].parent
    }

    fn id(&self, at: usize) -> ObjectId {
        self.tree.nodes[at].object_id(self.path)
    }
}

impl Planner<'_> {
    pub(super) fn target(
        &mut self,
        scene: &str,
        object: &ObjectRef,
    ) -> Result<Target, EngineError> {
        let (path, tree) = self.open(scene)?;
        let node = find(&path, &tree, object)?;
        Ok(Target { path, tree, node })
    }

    /// How the file's own instance names an object or a component of it.
    pub(super) fn override_target(
        &self,
        target: &Target,
        component: Option<usize>,
    ) -> Result<Option<OverrideTarget>, EngineError> {
        let levels = component.map_or(target.levels(), |at| target.part(at).levels);
        if levels == 0 {
            return Ok(None);
        }
        self.with_opened(target, target.node, |opened| opened.override_target(component))?
    }

    pub(super) fn with_opened<T>(
        &self,
        target: &Target,
        node: usize,
        read: impl FnOnce(&members::Opened<'_>) -> T,
    ) -> Result<T, EngineError> {
        let assets = self.assets();
        let text = self.files.text(&target.path)?.text.clone();
        let text = UnityText::understood(&target.path, text);
        let tree = Tree { nodes: target.tree.nodes.clone() };
        Ok(read(&members::open_node(text, tree, node, &assets)?))
    }
}

pub(super) fn find(path: &str, tree: &Tree, object: &ObjectRef) -> Result<usize, EngineError> {
    names::object(&Table { path, tree }, object).map_err(EngineError::Name)
}
