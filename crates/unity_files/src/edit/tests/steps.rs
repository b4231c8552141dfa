//! Short constructors of edits.

use super::*;

pub(super) fn scene_path() -> String {
    SCENE.to_owned()
}

pub(super) fn create(parent: Option<&str>, sibling: Option<usize>, components: &[&str]) -> Edit {
    Edit::CreateObject {
        scene: scene_path(),
        parent: parent.map(at),
        sibling,
        name: "New".to_owned(),
        class: None,
        components: components.iter().map(|name| (*name).to_owned()).collect(),
    }
}

pub(super) fn delete(object: &str) -> Edit {
    Edit::DeleteObject { scene: scene_path(), object: at(object) }
}

pub(super) fn reparent(
    object: &str,
    parent: Option<&str>,
    sibling: Option<usize>,
    keep_world: bool,
) -> Edit {
    let (object, parent) = (at(object), parent.map(at));
    Edit::ReparentObject { scene: scene_path(), object, parent, sibling, keep_world }
}

pub(super) fn add(object: &str, component: &str) -> Edit {
    let component = component.to_owned();
    Edit::AddComponent { scene: scene_path(), object: at(object), component }
}

pub(super) fn remove(object: &str, component: &str) -> Edit {
    let component = ComponentRef::Type(component.to_owned());
    Edit::RemoveComponent { scene: scene_path(), object: at(object), component }
}

pub(super) fn duplicate(object: &str) -> Edit {
    Edit::DuplicateObject { scene: scene_path(), object: at(object), name: None }
}

pub(super) fn show(edits: &[Edit]) -> String {
    diff(&project(&scene()), edits)
}

/// The scene as Unity 2021 writes it: each root stores its order.
pub(super) fn older() -> String {
    let mut documents = scene();
    documents.pop();
    documents[1] = documents[1].replace("  m_LocalEuler", "  m_RootOrder: 0\n  m_LocalEuler");
    documents[5] = documents[5].replace("  m_LocalEuler", "  m_RootOrder: 0\n  m_LocalEuler");
    documents[7] = instance(30, 0, &[(1001, "m_RootOrder", "1")]);
    project(&documents).replace("2022.3.20f1", "2021.3.1f1")
}
