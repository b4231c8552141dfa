//! For tests: one edit of every kind that applies to a scene.

use scenewright_engine::{Context, Engine, EngineError};
use scenewright_model::{ComponentRef, Edit, EditKind, EditMode, EditValue, ObjectRef};

pub struct EditSubject<'a> {
    pub scene: &'a str,
    pub object: &'a str,
    pub component: &'a str,
    pub member: &'a str,
    /// Something to instantiate.
    pub source: &'a str,
    pub script: &'a str,
    /// An unused path for a prefab.
    pub free: &'a str,
}

pub fn every_edit(subject: &EditSubject<'_>) -> Vec<Edit> {
    EditKind::all().filter_map(|kind| example(kind, subject)).collect()
}

/// `None` for an edit that does not apply to a scene.
fn example(kind: EditKind, subject: &EditSubject<'_>) -> Option<Edit> {
    let scene = subject.scene.to_owned();
    let object = ObjectRef::Path(subject.object.to_owned());
    let component = ComponentRef::Type(subject.component.to_owned());
    let name = "Other".to_owned();
    Some(match kind {
        EditKind::CreateObject => Edit::CreateObject {
            scene,
            parent: None,
            sibling: None,
            name,
            class: None,
            components: Vec::new(),
        },
        EditKind::DeleteObject => Edit::DeleteObject { scene, object },
        EditKind::DuplicateObject => Edit::DuplicateObject { scene, object, name: None },
        EditKind::RenameObject => Edit::RenameObject { scene, object, name },
        EditKind::ReparentObject => {
            Edit::ReparentObject { scene, object, parent: None, sibling: Some(0), keep_world: true }
        }
        EditKind::SetActive => Edit::SetActive { scene, object, active: false },
        EditKind::AddComponent => {
            Edit::AddComponent { scene, object, component: "Light".to_owned() }
        }
        EditKind::RemoveComponent => Edit::RemoveComponent { scene, object, component },
        EditKind::AttachScript => {
            Edit::AttachScript { scene, object, script: subject.script.to_owned() }
        }
        EditKind::DetachScript => Edit::DetachScript { scene, object },
        EditKind::SetMember => Edit::SetMember {
            scene,
            object,
            component: Some(component),
            member: subject.member.to_owned(),
            value: EditValue::Int(1),
        },
        EditKind::SetTag => Edit::SetTag { scene, object, tag: "Player".to_owned() },
        EditKind::SetLayer => Edit::SetLayer { scene, object, layer: "4".to_owned() },
        EditKind::SetGroup => Edit::SetGroup { scene, object, group: "g".to_owned(), member: true },
        EditKind::Instantiate => Edit::Instantiate {
            scene,
            source: subject.source.to_owned(),
            parent: None,
            sibling: None,
            name: None,
        },
        EditKind::RevertOverride => {
            Edit::RevertOverride { scene, object, component: None, member: None }
        }
        EditKind::ApplyOverride => {
            Edit::ApplyOverride { scene, object, component: None, member: None }
        }
        EditKind::CreatePrefab => {
            Edit::CreatePrefab { scene, object, path: subject.free.to_owned() }
        }
        EditKind::CreateScene | EditKind::InheritScene | EditKind::AddToBuild => return None,
    })
}

/// The engine's errors for every kind of edit; each must be refused.
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
