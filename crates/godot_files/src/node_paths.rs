//! Resolves a `NodePath` in a resolved scene.

use scenewright_model::{ObjectIndex, Scene, SceneObject};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeTarget {
    Node(ObjectIndex),
    Nowhere,
    /// Outside of the scene, or inside of an instance whose nodes are unknown.
    Beyond,
}

/// The target of a path at a node. Properties after a `:` are ignored.
pub(super) fn follow(scene: &Scene, from: ObjectIndex, path: &str) -> NodeTarget {
    let nodes = path.split(':').next().unwrap_or(path);
    if nodes.starts_with('/') {
        return NodeTarget::Beyond;
    }
    let mut at = from;
    for step in nodes.split('/').filter(|step| !matches!(*step, "" | ".")) {
        match follow_step(scene, at, step) {
            NodeTarget::Node(next) => at = next,
            other => return other,
        }
    }
    NodeTarget::Node(at)
}

fn follow_step(scene: &Scene, at: ObjectIndex, step: &str) -> NodeTarget {
    let object = scene.object(at);
    if step == ".." {
        return object.parent.map_or(NodeTarget::Beyond, NodeTarget::Node);
    }
    let found = match step.strip_prefix('%') {
        Some(name) => unique(scene, at, name),
        None => child(scene, object, step),
    };
    match found {
        Some(found) => NodeTarget::Node(found),
        None if is_opaque(object) => NodeTarget::Beyond,
        None => NodeTarget::Nowhere,
    }
}

fn child(scene: &Scene, object: &SceneObject, name: &str) -> Option<ObjectIndex> {
    object.children.iter().copied().find(|&child| scene.object(child).name == name)
}

/// A node with a unique name in the scene of `at`: the scene that `at` is the root of, or the scene that
/// declares it.
fn unique(scene: &Scene, at: ObjectIndex, name: &str) -> Option<ObjectIndex> {
    let own_owner = scene.object(at).node.as_ref().and_then(|node| node.owner);
    let named = |owner: ObjectIndex| {
        let position = scene.objects.iter().position(|object| {
            let is_unique =
                |node: &scenewright_model::NodeFacts| node.unique_name && node.owner == Some(owner);
            object.name == name && object.node.as_deref().is_some_and(is_unique)
        })?;
        Some(ObjectIndex(u32::try_from(position).ok()?))
    };
    named(at).or_else(|| own_owner.and_then(named))
}

/// Whether the children of a node are unknown: a missing scene, or a model that was not imported yet.
pub(super) fn is_opaque(object: &SceneObject) -> bool {
    let facts = object.node.as_deref();
    facts.is_some_and(|node| node.has_unknown_class || node.has_unknown_children)
}
