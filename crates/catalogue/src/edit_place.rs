//! Which of several edits a failure is about, in the words of the client.

use scenewright_engine::quote::QuotedText;
use scenewright_model::{Edit, ObjectRef};

/// One edit of many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditLocation {
    /// Its place among the edits, from 0.
    pub index: usize,
    /// The tool that makes such edits.
    pub tool: &'static str,
    /// What it was to change.
    pub target: String,
}

impl EditLocation {
    pub(crate) fn new(index: usize, edit: &Edit) -> EditLocation {
        let (tool, scene, object) = parts(edit);
        let scene = QuotedText(scene);
        let target = match object {
            Some(ObjectRef::Path(path)) => format!("{} in {scene}", QuotedText(path)),
            Some(ObjectRef::Id(id)) => format!("object {} in {scene}", id.get()),
            None => scene.to_string(),
        };
        EditLocation { index, tool, target }
    }
}

/// The tool, the file, and the object if it is about one that was there before.
fn parts(edit: &Edit) -> (&'static str, &str, Option<&ObjectRef>) {
    match edit {
        Edit::CreateObject { scene, parent, .. } => ("scene.object.create", scene, parent.as_ref()),
        Edit::DeleteObject { scene, object } => ("scene.object.delete", scene, Some(object)),
        Edit::DuplicateObject { scene, object, .. } => {
            ("scene.object.duplicate", scene, Some(object))
        }
        Edit::RenameObject { scene, object, .. } => ("scene.object.rename", scene, Some(object)),
        Edit::ReparentObject { scene, object, .. } => {
            ("scene.object.reparent", scene, Some(object))
        }
        Edit::SetActive { scene, object, .. } => ("scene.object.activate", scene, Some(object)),
        Edit::AddComponent { scene, object, .. } => ("scene.component.add", scene, Some(object)),
        Edit::RemoveComponent { scene, object, .. } => {
            ("scene.component.remove", scene, Some(object))
        }
        Edit::AttachScript { scene, object, .. } => ("scene.script.attach", scene, Some(object)),
        Edit::DetachScript { scene, object } => ("scene.script.detach", scene, Some(object)),
        Edit::SetMember { scene, object, .. } => ("scene.member.write", scene, Some(object)),
        Edit::SetTag { scene, object, .. } => ("scene.tag.set", scene, Some(object)),
        Edit::SetLayer { scene, object, .. } => ("scene.layer.set", scene, Some(object)),
        Edit::SetGroup { scene, object, .. } => ("scene.group.set", scene, Some(object)),
        Edit::Instantiate { scene, parent, .. } => {
            ("scene.instance.create", scene, parent.as_ref())
        }
        Edit::RevertOverride { scene, object, .. } => {
            ("scene.override.revert", scene, Some(object))
        }
        Edit::ApplyOverride { scene, object, .. } => ("scene.override.apply", scene, Some(object)),
        Edit::CreateScene { path, .. } => ("scene.file.create", path, None),
        Edit::CreatePrefab { scene, object, .. } => ("scene.prefab.create", scene, Some(object)),
        Edit::InheritScene { path, .. } => ("scene.variant.create", path, None),
        Edit::AddToBuild { scene, .. } => ("scene.build.add", scene, None),
    }
}
