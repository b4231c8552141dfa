//! For tests: one edit of every kind that a scene can be the subject of.

use scenewright_engine::{Context, Engine, EngineError};
use scenewright_model::{ComponentRef, Edit, EditMode, EditValue, ObjectRef};

pub struct EditSubject<'a> {
    pub scene: &'a str,
    pub object: &'a str,
    pub component: &'a str,
    pub member: &'a str,
    /// Something to make an instance of.
    pub source: &'a str,
    pub script: &'a str,
    /// A free path for a prefab.
    pub free: &'a str,
}

pub fn every_edit(subject: &EditSubject<'_>) -> Vec<Edit> {
    let scene = || subject.scene.to_owned();
    let object = || ObjectRef::Path(subject.object.to_owned());
    let component = || ComponentRef::Type(subject.component.to_owned());
    let name = || "Other".to_owned();
    vec![
        Edit::CreateObject {
            scene: scene(),
            parent: None,
            sibling: None,
            name: name(),
            class: None,
            components: Vec::new(),
        },
        Edit::DeleteObject { scene: scene(), object: object() },
        Edit::DuplicateObject { scene: scene(), object: object(), name: None },
        Edit::RenameObject { scene: scene(), object: object(), name: name() },
        Edit::ReparentObject {
            scene: scene(),
            object: object(),
            parent: None,
            sibling: Some(0),
            keep_world: true,
        },
        Edit::SetActive { scene: scene(), object: object(), active: false },
        Edit::AddComponent { scene: scene(), object: object(), component: "Light".to_owned() },
        Edit::RemoveComponent { scene: scene(), object: object(), component: component() },
        Edit::AttachScript { scene: scene(), object: object(), script: subject.script.to_owned() },
        Edit::DetachScript { scene: scene(), object: object() },
        Edit::SetMember {
            scene: scene(),
            object: object(),
            component: Some(component()),
            member: subject.member.to_owned(),
            value: EditValue::Int(1),
        },
        Edit::SetTag { scene: scene(), object: object(), tag: "Player".to_owned() },
        Edit::SetLayer { scene: scene(), object: object(), layer: "4".to_owned() },
        Edit::SetGroup { scene: scene(), object: object(), group: "g".to_owned(), member: true },
        Edit::Instantiate {
            scene: scene(),
            source: subject.source.to_owned(),
            parent: None,
            sibling: None,
            name: None,
        },
        Edit::RevertOverride { scene: scene(), object: object(), component: None, member: None },
        Edit::ApplyOverride { scene: scene(), object: object(), component: None, member: None },
        Edit::CreatePrefab { scene: scene(), object: object(), path: subject.free.to_owned() },
    ]
}

/// What an engine says to every kind of edit, each of which it must refuse.
pub fn refusals(engine: &dyn Engine, subject: &EditSubject<'_>) -> Vec<EngineError> {
    let editing = engine.as_editing().expect("the engine writes");
    let refused = |edit: Edit| {
        let done = editing.edit(
            std::slice::from_ref(&edit),
            "test",
            EditMode::Save,
            &Context::unbounded(),
        );
        done.expect_err(&format!("{edit:?} is refused"))
    };
    every_edit(subject).into_iter().map(refused).collect()
}
