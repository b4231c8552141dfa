//! Walking through a scene in the order of its hierarchy.

use scenewright_model::{ObjectId, ObjectIndex, Scene, SceneObject};

/// All objects, parents before their children, children in their order.
pub(crate) fn depth_first(scene: &Scene) -> Vec<&SceneObject> {
    let mut found = Vec::with_capacity(scene.objects.len());
    let mut ahead: Vec<ObjectIndex> = scene.roots.iter().rev().copied().collect();
    while let Some(index) = ahead.pop() {
        let object = scene.object(index);
        found.push(object);
        ahead.extend(object.children.iter().rev());
    }
    found
}

pub(crate) fn position(scene: &Scene, id: ObjectId) -> Option<ObjectIndex> {
    let at = scene.objects.iter().position(|object| object.id == id)?;
    u32::try_from(at).ok().map(ObjectIndex)
}

/// Whether an object and all its ancestors are on.
pub(crate) fn is_active(scene: &Scene, object: &SceneObject) -> bool {
    let mut at = Some(object);
    while let Some(object) = at {
        if !object.active {
            return false;
        }
        at = object.parent.map(|parent| scene.object(parent));
    }
    true
}

/// Whether a text contains another, in either case.
pub(crate) fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}
