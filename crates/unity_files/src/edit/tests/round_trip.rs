//! After an edit, the reader returns the new value, and everything else as before.

use std::collections::BTreeMap;

use scenewright_model::{EditValue as V, ObjectId, Scene};

use super::*;

type Seen = BTreeMap<String, String>;

/// Everything that the reader returns for a scene, by object and member.
fn seen(fixture: &Fixture) -> Seen {
    let engine = engine(fixture);
    let cx = Context::unbounded();
    let scene = engine.scene(SCENE, &cx).unwrap().value;
    let members = engine.as_members().unwrap();
    let mut seen = Seen::new();
    for object in &scene.objects {
        let id = object.id;
        seen.insert(format!("{id} name"), object.name.clone());
        let state = format!("{} {:?} {:?}", object.active, object.tag, object.layer);
        seen.insert(format!("{id} state"), state);
        seen.insert(format!("{id} parent"), format!("{:?}", parent(&scene, id)));
        let all: Vec<usize> = (0..object.components.len()).collect();
        let lists = members.members(SCENE, id, &all, &cx).unwrap().value;
        for (component, list) in object.components.iter().zip(lists) {
            for member in list {
                let key = format!("{id} {}.{}", component.type_name, member.name);
                seen.insert(key, format!("{:?}", member.value));
            }
        }
    }
    seen
}

fn parent(scene: &Scene, id: ObjectId) -> Option<ObjectId> {
    let object = scene.objects.iter().find(|object| object.id == id)?;
    Some(scene.objects[object.parent?.0 as usize].id)
}

/// What differs, without the objects' ids.
fn differences(edits: &[Edit]) -> Vec<String> {
    let fixture = Fixture::new(&project(&scene()));
    let before = seen(&fixture);
    let plan = plan(&fixture, edits).unwrap();
    accepted(&fixture, &plan);
    let after = seen(&fixture);
    let keys: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let differing = keys.into_iter().filter(|key| before.get(*key) != after.get(*key));
    differing.map(|key| key.split_once(' ').unwrap().1.to_owned()).collect()
}

#[test]
fn an_edit_changes_only_what_it_reports() {
    let scene = || SCENE.to_owned();
    let tag = |object: &str| Edit::SetTag {
        scene: scene(),
        object: at(object),
        tag: "Player".to_owned(),
    };
    let position = |object: &str| set(object, of("Transform"), "m_LocalPosition.y", V::Float(0.5));
    let wood = V::Asset { path: "Assets/Wood.mat".to_owned(), inner: None };
    let rename = |object: &str| Edit::RenameObject {
        scene: scene(),
        object: at(object),
        name: "- x".to_owned(),
    };
    for (edit, expected) in [
        (position("Hero"), vec!["Transform.m_LocalPosition"]),
        (position("Crate"), vec!["Transform.m_LocalPosition"]),
        (position("Crate/Lid"), vec!["Transform.m_LocalPosition"]),
        (rename("Hero"), vec!["name"]),
        (rename("Crate"), vec!["name"]),
        (tag("Hero/Sword"), vec!["state"]),
        (tag("Crate/Lid"), vec!["state"]),
        (
            set(
                "Hero/Sword",
                of("MeshRenderer"),
                "m_Materials",
                V::List(vec![wood.clone(), V::Null]),
            ),
            vec!["MeshRenderer.m_Materials"],
        ),
        (
            set("Crate", of("MeshRenderer"), "m_Materials[0]", wood),
            vec!["MeshRenderer.m_Materials"],
        ),
        (set("Hero", of("Player"), "title", V::Text("Ü: x\n\ny".to_owned())), vec!["Player.title"]),
    ] {
        let mut found = differences(std::slice::from_ref(&edit));
        // References contain the name of their object.
        found.retain(|key| !key.ends_with("m_Father") && !key.ends_with("m_Children"));
        assert_eq!(found, expected, "{edit:?}");
    }
}
