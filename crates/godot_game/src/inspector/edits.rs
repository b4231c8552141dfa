//! Changes of a running game. They are made in its memory, one at a time, and no file is written.

use scenewright_engine::{
    Context, Editing, EngineError, GameFailure, GameFailureKind, ReadResult, Subject, names,
};
use scenewright_model::{
    CreatedObject, DONT_DESTROY_ON_LOAD_SCENE, Edit, EditHistoryEntry, EditMode, EditOutcome,
    EditPlan, FileChange, ObjectId, ObjectRef, RecordedRequest, Recovery, RecoveryDirection,
    SceneChange, UnfinishedEdit,
};

use super::members::{property_path, unknown_member};
use super::{GameEngine, id, reading, unsupported};
use crate::answer::Fields;
use crate::error::GameError;
use crate::values::from_edit;
use crate::variant::{Dictionary, Variant};

/// The class of a node that is created without one.
const DEFAULT_CLASS: &str = "Node";
/// Why a game has no history.
const NO_HISTORY: &str = "what is changed in a running game cannot be undone";

/// The probe's number for the root window as a parent.
const ROOT_WINDOW: ObjectId = ObjectId::from_number(0);

/// One question to the probe.
struct ProbeEdit {
    method: &'static str,
    arguments: Vec<(Variant, Variant)>,
    /// The scene in which it creates an object.
    creates_in: Option<String>,
}

impl GameEngine {
    fn object_id(
        &self,
        scene: &str,
        object: &ObjectRef,
        cx: &Context,
    ) -> Result<ObjectId, EngineError> {
        match object {
            ObjectRef::Id(id) => Ok(*id),
            ObjectRef::Path(_) => {
                let scene = self.read_scene(scene, cx)?;
                let at = names::object(&*scene, object).map_err(EngineError::Name)?;
                Ok(scene.objects[at].id)
            }
        }
    }

    /// The root of a scene if there is no other parent; for what belongs to no scene, the root window.
    fn parent_id(
        &self,
        scene: &str,
        parent: Option<&ObjectRef>,
        cx: &Context,
    ) -> Result<ObjectId, EngineError> {
        if let Some(parent) = parent {
            return self.object_id(scene, parent, cx);
        }
        if scene == DONT_DESTROY_ON_LOAD_SCENE {
            return Ok(ROOT_WINDOW);
        }
        let missing = EngineError::NotFound { what: Subject::LoadedScene, path: scene.to_owned() };
        let scene = self.read_scene(scene, cx)?;
        Ok(scene.objects.first().ok_or(missing)?.id)
    }

    fn to_probe(&self, edit: &Edit, cx: &Context) -> Result<ProbeEdit, EngineError> {
        let target = |scene: &str, object: &ObjectRef| -> Result<_, EngineError> {
            Ok(("id".into(), id(self.object_id(scene, object, cx)?)))
        };
        let parent = |scene: &str, parent: Option<&ObjectRef>| -> Result<_, EngineError> {
            Ok(("parent".into(), id(self.parent_id(scene, parent, cx)?)))
        };
        let text = |name: &str, value: &str| (Variant::from(name), Variant::from(value));
        let flag = |name: &str, value: bool| (Variant::from(name), Variant::Bool(value));
        let place = |sibling: Option<usize>| {
            let at = sibling.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1);
            (Variant::from("sibling"), Variant::Int(at))
        };
        let changes = |method, arguments| Ok(ProbeEdit { method, arguments, creates_in: None });
        let creates = |method, scene: &str, arguments| {
            Ok(ProbeEdit { method, arguments, creates_in: Some(scene.to_owned()) })
        };
        match edit {
            Edit::SetActive { scene, object, active } => {
                changes("set_active", vec![target(scene, object)?, flag("active", *active)])
            }
            Edit::RenameObject { scene, object, name } => {
                changes("rename_node", vec![target(scene, object)?, text("name", name)])
            }
            Edit::DeleteObject { scene, object } => {
                changes("delete_node", vec![target(scene, object)?])
            }
            Edit::ReparentObject { scene, object, parent: to, sibling, keep_world } => {
                let (target, to) = (target(scene, object)?, parent(scene, to.as_ref())?);
                let keep = flag("keep_world", *keep_world);
                changes("reparent_node", vec![target, to, keep, place(*sibling)])
            }
            Edit::SetGroup { scene, object, group, member } => {
                let arguments =
                    vec![target(scene, object)?, text("group", group), flag("member", *member)];
                changes("set_group", arguments)
            }
            Edit::CreateObject { scene, parent: to, sibling, name, class, .. } => {
                let class = class.as_deref().unwrap_or(DEFAULT_CLASS);
                let to = parent(scene, to.as_ref())?;
                let arguments = vec![to, place(*sibling), text("name", name), text("class", class)];
                creates("create_node", scene, arguments)
            }
            Edit::Instantiate { scene, source, parent: to, sibling, name } => {
                let to = parent(scene, to.as_ref())?;
                let name = text("name", name.as_deref().unwrap_or_default());
                let arguments = vec![to, place(*sibling), name, text("source", source)];
                creates("instantiate", scene, arguments)
            }
            Edit::DuplicateObject { scene, object, name } => {
                let name = text("name", name.as_deref().unwrap_or_default());
                creates("duplicate_node", scene, vec![target(scene, object)?, name])
            }
            Edit::SetMember { scene, object, member, value, .. } => {
                let object = format!("#{}", self.object_id(scene, object, cx)?.get());
                let property = text("property", &property_path(member));
                let value = ("value".into(), from_edit(value));
                changes("write", vec![text("path", &object), property, value])
            }
            Edit::AttachScript { scene, object, script } => {
                let object = format!("#{}", self.object_id(scene, object, cx)?.get());
                let value = ("value".into(), [("scenewright_path", script.as_str().into())].into());
                changes("write", vec![text("path", &object), text("property", "script"), value])
            }
            Edit::DetachScript { scene, object } => {
                let object = format!("#{}", self.object_id(scene, object, cx)?.get());
                let value = ("value".into(), Variant::Nil);
                changes("write", vec![text("path", &object), text("property", "script"), value])
            }
            Edit::AddComponent { .. } | Edit::RemoveComponent { .. } => Err(unsupported(
                "change the components of an object",
                "a node has its class and its script; a script is set as the member script",
            )),
            Edit::SetTag { .. }
            | Edit::SetLayer { .. }
            | Edit::RevertOverride { .. }
            | Edit::ApplyOverride { .. }
            | Edit::CreateScene { .. }
            | Edit::CreatePrefab { .. }
            | Edit::InheritScene { .. }
            | Edit::AddToBuild { .. } => Err(unsupported(
                "make this change in a running game",
                "it is one of the project's files",
            )),
        }
    }

    fn apply(&self, edit: &Edit, cx: &Context) -> Result<EditOutcome, EngineError> {
        let ProbeEdit { method, arguments, creates_in } = self.to_probe(edit, cx)?;
        let arguments = Dictionary { entries: arguments, ..Dictionary::default() };
        let outcome = self.change(method, arguments, cx, |answer| {
            let created = creates_in.map(|scene| created_object(&answer, scene)).transpose()?;
            let first_error = answer.first_error()?;
            let created = created.into_iter().collect();
            Ok((EditOutcome { created, ..EditOutcome::default() }, first_error))
        });
        let (outcome, error) = match edit {
            Edit::SetMember { member, .. } => {
                outcome.map_err(|error| unknown_member(error, member))?
            }
            _ => outcome?,
        };
        match error {
            None => Ok(outcome),
            Some(error) => {
                let message = format!("the game logged an error during the change: {error}");
                let failure = GameFailure::new(GameFailureKind::BadValue, message);
                Err(EngineError::Game(Box::new(failure)))
            }
        }
    }
}

fn created_object(answer: &Fields<'_>, scene: String) -> Result<CreatedObject, GameError> {
    let id = ObjectId::from_number(answer.int("id")? as u64);
    let path = answer.text("path")?.trim_start_matches("/root/").to_owned();
    Ok(CreatedObject { scene, path, id })
}

impl Editing for GameEngine {
    fn plan(&self, _edits: &[Edit], _cx: &Context) -> ReadResult<EditPlan> {
        Err(unsupported("plan a change of a running game", "it has no files"))
    }

    fn edit(
        &self,
        edits: &[Edit],
        _label: &str,
        mode: EditMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        if mode == EditMode::DryRun {
            return Err(unsupported("preview a change of a running game", "it has no files"));
        }
        match edits {
            [] => reading(EditOutcome::default()),
            [edit] => reading(self.apply(edit, cx)?),
            _ => Err(unsupported(
                "make several changes of a running game at once",
                "they could not be taken back if one of them failed; make one after the other",
            )),
        }
    }

    fn changes(&self, _files: &[FileChange], _cx: &Context) -> ReadResult<Vec<SceneChange>> {
        reading(Vec::new())
    }

    fn history(&self, _cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
        reading(Vec::new())
    }

    fn undo(&self, _handle: Option<&str>, _dry: bool, _cx: &Context) -> ReadResult<EditOutcome> {
        Err(unsupported("undo a change", NO_HISTORY))
    }

    fn redo(&self, _handle: Option<&str>, _dry: bool, _cx: &Context) -> ReadResult<EditOutcome> {
        Err(unsupported("redo a change", NO_HISTORY))
    }

    fn unfinished(&self, _cx: &Context) -> ReadResult<Vec<UnfinishedEdit>> {
        reading(Vec::new())
    }

    fn recover_interrupted(&self, _cx: &Context) -> ReadResult<()> {
        reading(())
    }

    fn recover(
        &self,
        _handle: &str,
        _direction: RecoveryDirection,
        _cx: &Context,
    ) -> ReadResult<Recovery> {
        Err(unsupported("recover a change", NO_HISTORY))
    }

    fn find_request(&self, _id: &str, _cx: &Context) -> ReadResult<Option<RecordedRequest>> {
        reading(None)
    }

    fn record_answer(&self, _: &str, _: &str, _: &str, _: &Context) -> ReadResult<()> {
        reading(())
    }
}
