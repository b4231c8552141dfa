//! Resolves the object that a client names.

use scenewright_engine::EngineError;
use scenewright_engine::names::{self, ObjectTable};
use scenewright_model::{ObjectId, ObjectRef};

use crate::document::UnityText;
use crate::members::{self, OverrideTarget};
use crate::tree::{ComponentPart, UnityNode, UnityTree};

use super::{Planner, refuse};

/// An object of a scene.
pub(super) struct TargetObject {
    /// The scene's path.
    pub(super) path: String,
    pub(super) tree: UnityTree,
    pub(super) node: usize,
}

impl TargetObject {
    pub(super) fn node(&self) -> &UnityNode {
        &self.tree.nodes[self.node]
    }

    pub(super) fn part(&self, component: usize) -> &ComponentPart {
        &self.node().parts[component]
    }

    pub(super) fn object_path(&self) -> String {
        self.tree.object_path(self.node)
    }

    /// How many instances deep the object itself is.
    pub(super) fn instance_depth(&self) -> usize {
        instance_depth(self.node())
    }

    /// The object and its descendants.
    pub(super) fn subtree(&self) -> Vec<usize> {
        subtree(&self.tree, self.node)
    }
}

pub(super) fn instance_depth(node: &UnityNode) -> usize {
    node.key.matches('/').count()
}

/// In pre-order, descendants follow their ancestor.
pub(super) fn subtree(tree: &UnityTree, node: usize) -> Vec<usize> {
    let mut found = vec![node];
    for at in node + 1..tree.nodes.len() {
        match tree.nodes[at].parent {
            Some(parent) if parent >= node => found.push(at),
            _ => break,
        }
    }
    found
}

/// The objects of a tree, for resolving names.
struct TreeTable<'t> {
    path: &'t str,
    tree: &'t UnityTree,
}

impl ObjectTable for TreeTable<'_> {
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
    ) -> Result<TargetObject, EngineError> {
        let (path, tree) = self.open(scene)?;
        let node = find_object(&path, &tree, object)?;
        Ok(TargetObject { path, tree, node })
    }

    /// The override target of an object or component in the file's own instance.
    pub(super) fn override_target(
        &self,
        target: &TargetObject,
        component: Option<usize>,
    ) -> Result<Option<OverrideTarget>, EngineError> {
        let levels = component.map_or(target.instance_depth(), |at| target.part(at).levels);
        if levels == 0 {
            return Ok(None);
        }
        if component.is_none() && target.node().game_object == 0 {
            return Err(refuse(
                format!("Object '{}'", target.object_path()),
                "the id of its GameObject is not known, because its prefab or model cannot be read",
            ));
        }
        self.with_opened(target, target.node, |opened| opened.override_target(component))?
    }

    pub(super) fn with_opened<T>(
        &self,
        target: &TargetObject,
        node: usize,
        read: impl FnOnce(&members::OpenedObject<'_>) -> T,
    ) -> Result<T, EngineError> {
        let assets = self.assets();
        let text = self.files.text(&target.path)?.text.clone();
        let text = UnityText::from_checked(&target.path, text);
        let tree = UnityTree { nodes: target.tree.nodes.clone() };
        Ok(read(&members::open_node(text, tree, node, &assets)?))
    }
}

pub(super) fn find_object(
    path: &str,
    tree: &UnityTree,
    object: &ObjectRef,
) -> Result<usize, EngineError> {
    names::object(&TreeTable { path, tree }, object).map_err(EngineError::Name)
}
