//! Edits of scenes: read, change, write again.

use std::collections::BTreeMap;

use scenewright_engine::names;
use scenewright_engine::{Context, EngineError, Subject};
use scenewright_model::{
    CreatedObject, Edit, EditPlan, EditValue, FileChange, ObjectRef, ProjectPath,
};
use scenewright_project_files::Format;
use serde_json::Value;

use super::scene::{ToyObject, ToyScene};
use super::{TOY, ToyFormat};

struct ToyPlanner<'a> {
    format: &'a ToyFormat,
    cx: &'a Context,
    /// What the edits so far make of each scene, with the bytes that it had.
    open: BTreeMap<ProjectPath, (ToyScene, Vec<u8>)>,
    created: Vec<CreatedObject>,
}

pub(crate) fn plan(
    format: &ToyFormat,
    edits: &[Edit],
    cx: &Context,
) -> Result<EditPlan, EngineError> {
    let mut planner = ToyPlanner { format, cx, open: BTreeMap::new(), created: Vec::new() };
    for (index, edit) in edits.iter().enumerate() {
        cx.check()?;
        planner.edit(edit).map_err(|error| error.in_edit(index, edits.len()))?;
    }
    let changes = planner.open.into_iter().map(|(path, (scene, before))| FileChange {
        path,
        before: Some(before),
        after: Some(scene.to_json()),
    });
    let files = changes.filter(|change| change.before != change.after).collect();
    Ok(EditPlan { files, created: planner.created, ..EditPlan::default() })
}

impl ToyPlanner<'_> {
    fn edit(&mut self, edit: &Edit) -> Result<(), EngineError> {
        match edit {
            Edit::RenameObject { scene, object, name } => {
                self.object(scene, object)?.name.clone_from(name);
            }
            Edit::SetMember { scene, object, member, value, .. } => {
                let value = to_json(value)?;
                self.object(scene, object)?.members.insert(member.clone(), value);
            }
            Edit::CreateObject { scene, parent, name, .. } => {
                self.create(scene, parent.as_ref(), name)?;
            }
            _ => return Err(unsupported("make this edit")),
        }
        Ok(())
    }

    fn create(
        &mut self,
        scene: &str,
        parent: Option<&ObjectRef>,
        name: &str,
    ) -> Result<(), EngineError> {
        let new = ToyObject { name: name.to_owned(), ..ToyObject::default() };
        match parent {
            Some(parent) => self.object(scene, parent)?.children.push(new),
            None => self.scene(scene)?.0.objects.push(new),
        }
        let (toy, path) = self.scene(scene)?;
        let read = toy.to_scene(&path);
        let is_new = |object: &&scenewright_model::SceneObject| object.name == name;
        let found = read.objects.iter().rev().find(is_new);
        let created = found.map(|object| CreatedObject {
            scene: path,
            path: object.path.clone(),
            id: object.id,
        });
        self.created.extend(created);
        Ok(())
    }

    /// A scene as the edits so far left it, with its path for answers.
    fn scene(&mut self, scene: &str) -> Result<(&mut ToyScene, String), EngineError> {
        let path = self.format.scene_path(scene, self.cx)?;
        let shown = self.format.layout().to_engine_path(&path);
        if !self.open.contains_key(&path) {
            let read = self.format.read_scene(&path)?;
            self.open.insert(path.clone(), read);
        }
        let missing = || EngineError::NotFound { what: Subject::SceneFile, path: path.to_string() };
        let (toy, _) = self.open.get_mut(&path).ok_or_else(missing)?;
        Ok((toy, shown))
    }

    fn object(&mut self, scene: &str, object: &ObjectRef) -> Result<&mut ToyObject, EngineError> {
        let (toy, path) = self.scene(scene)?;
        let at = names::object(&toy.to_scene(&path), object).map_err(EngineError::Name)?;
        toy.object_mut(at).ok_or(EngineError::NotFound { what: Subject::Object, path })
    }
}

fn to_json(value: &EditValue) -> Result<Value, EngineError> {
    Ok(match value {
        EditValue::Null => Value::Null,
        EditValue::Bool(value) => Value::from(*value),
        EditValue::Int(value) => Value::from(*value),
        EditValue::Float(value) => Value::from(*value),
        EditValue::Text(text) | EditValue::Literal(text) => Value::from(text.as_str()),
        _ => return Err(unsupported("write such a value")),
    })
}

fn unsupported(what: &str) -> EngineError {
    let reason = "it is a toy".to_owned();
    EngineError::Unsupported { engine: TOY, what: what.to_owned(), reason }
}
