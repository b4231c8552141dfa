//! Where a `NodePath` leads inside a resolved scene.

use scenewright_model::{Object, ObjectIndex, Scene};

use super::files::extension;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    Node(ObjectIndex),
    Nowhere,
    /// Out of the scene, or into something whose nodes its files do not tell.
    Beyond,
}

/// What a path means that stands at a node. Properties behind a `:` are left aside.
pub(super) fn follow(scene: &Scene, from: ObjectIndex, path: &str) -> Lead {
    let nodes = path.split(':').next().unwrap_or(path);
    if nodes.starts_with('/') {
        return Lead::Beyond;
    }
    let mut at = from;
    for step in nodes.split('/').filter(|step| !matches!(*step, "" | ".")) {
        match walk(scene, at, step) {
            Lead::Node(next) => at = next,
            other => return other,
        }
    }
    Lead::Node(at)
}

fn walk(scene: &Scene, at: ObjectIndex, step: &str) -> Lead {
    let object = scene.object(at);
    if step == ".." {
        return object.parent.map_or(Lead::Beyond, Lead::Node);
    }
    let found = match step.strip_prefix('%') {
        Some(name) => unique(scene, at, name),
        None => child(scene, object, step),
    };
    match found {
        Some(found) => Lead::Node(found),
        None if is_opaque(object) => Lead::Beyond,
        None => Lead::Nowhere,
    }
}

fn child(scene: &Scene, object: &Object, name: &str) -> Option<ObjectIndex> {
    object.children.iter().copied().find(|&child| scene.object(child).name == name)
}

/// A node that the scene of `at` gives a unique name: the scene that `at` is the root of, or the
/// one that it is saved with.
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

/// An imported or binary scene, a missing one: what it holds is not told.
pub(super) fn is_opaque(object: &Object) -> bool {
    let is_unknown =
        object.components.first().is_some_and(|class| class.type_name.starts_with('('));
    let instance = object.node.as_ref().and_then(|node| node.instance_of.as_deref());
    is_unknown || instance.is_some_and(|path| !matches!(extension(path), "tscn" | "escn"))
}
