//! Changes of objects and their components. They are made in memory: no file is written.

use scenewright_model::{ComponentRef, Edit, EditMode, EditOutcome, ObjectId, ObjectRef};
use serde_json::{Value, json};

use super::hooks::{PendingCall, argument, run_hooks};
use super::scenes::no_world;
use super::{ToolContext, ok_answer};
use crate::args::{ExplorerArgs, parse_object_id};
use crate::fault::{ExplorerError, ExplorerResult};
use crate::members::{ComponentView, set_edit};
use crate::view::ObjectLocation;
use crate::view::types::TypeNames;

/// Does edits in memory.
pub(super) fn edit(
    desk: &ToolContext<'_>,
    edits: &[Edit],
    label: &str,
) -> ExplorerResult<EditOutcome> {
    let editing = desk.view.engine.as_editing().ok_or_else(|| no_world("change objects"))?;
    Ok(editing.edit(edits, label, EditMode::KeepUnsaved, desk.view.cx)?.value)
}

fn apply_one(desk: &ToolContext<'_>, change: Edit, label: &str) -> ExplorerResult<()> {
    edit(desk, &[change], label).map(drop)
}

/// How an edit names an object.
fn edit_target(place: &ObjectLocation) -> (String, ObjectRef) {
    (place.scene.path.clone(), ObjectRef::Id(place.object().id))
}

/// What is done to an object, for the hooks of a type.
fn pending_call<'a>(
    of: &str,
    method: &'a str,
    target: ObjectId,
    args: Vec<Value>,
) -> PendingCall<'a> {
    PendingCall { types: vec![of.to_owned()], method, target: Some(target), args }
}

/// Hooks name objects by their ids.
fn object_argument(args: &[Value], at: usize) -> ExplorerResult<ObjectId> {
    argument(args, at, |id| id.as_str().and_then(parse_object_id))
}

pub(super) fn set_active(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let active = args.required_flag("active")?;
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    let given = run_hooks(
        desk,
        pending_call("UnityEngine.GameObject", "SetActive", id, vec![active.into()]),
    )?;
    let active = argument(&given, 0, Value::as_bool)?;
    let (scene, object) = edit_target(&desk.view.find(id)?);
    apply_one(desk, Edit::SetActive { scene, object, active }, "SetActive")?;
    Ok(ok_answer())
}

pub(super) fn reparent(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let child = desk.view.find(args.object("objectId")?)?.object().id;
    let parent = desk.view.find(args.object("newParentId")?)?.object().id;
    let given = vec![json!(desk.view.ids.text(parent)), json!(true)];
    let given = run_hooks(desk, pending_call("UnityEngine.Transform", "SetParent", child, given))?;
    let parent = match given.first() {
        None | Some(Value::Null) => None,
        Some(_) => Some(desk.view.find(object_argument(&given, 0)?)?),
    };
    let child = desk.view.find(child)?;
    if parent.as_ref().is_some_and(|parent| parent.scene.path != child.scene.path) {
        return Err(ExplorerError::invalid_argument("the two objects are in different scenes"));
    }
    let (scene, object) = edit_target(&child);
    let parent = parent.map(|parent| edit_target(&parent).1);
    let keep_world = argument(&given, 1, Value::as_bool)?;
    let change = Edit::ReparentObject { scene, object, parent, sibling: None, keep_world };
    apply_one(desk, change, "Reparent")?;
    Ok(ok_answer())
}

pub(super) fn destroy(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    let given = vec![json!(desk.view.ids.text(id))];
    let given = run_hooks(desk, pending_call("UnityEngine.Object", "Destroy", id, given))?;
    let (scene, object) = edit_target(&desk.view.find(object_argument(&given, 0)?)?);
    apply_one(desk, Edit::DeleteObject { scene, object }, "DestroyObject")?;
    Ok(ok_answer())
}

pub(super) fn add_component(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let component = args.required("type")?;
    desk.shared.config().check_component(component)?;
    add(desk, args.object("objectId")?, component)?;
    Ok(ok_answer())
}

pub(super) fn add(desk: &ToolContext<'_>, id: ObjectId, component: &str) -> ExplorerResult<()> {
    desk.view.find(id)?;
    let given = vec![json!(component)];
    let given = run_hooks(desk, pending_call("UnityEngine.GameObject", "AddComponent", id, given))?;
    let component = argument(&given, 0, Value::as_str)?.to_owned();
    let (scene, object) = edit_target(&desk.view.find(id)?);
    apply_one(desk, Edit::AddComponent { scene, object, component }, "AddComponent")
}

pub(super) fn remove_component(
    args: &ExplorerArgs,
    desk: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    let asked = args.required("typeOrIndex")?;
    if asked.parse::<usize>().is_err() {
        desk.shared.config().check_component(asked)?;
    }
    remove(desk, args.object("objectId")?, asked)?;
    Ok(ok_answer())
}

/// By its type or its position. Hooks hear of its type.
pub(super) fn remove(desk: &ToolContext<'_>, id: ObjectId, asked: &str) -> ExplorerResult<()> {
    let at = component_index(desk, id, asked)?;
    let place = desk.view.find(id)?;
    let full = TypeNames::new(desk.view).full_name(&place.object().components[at]);
    let given = vec![json!(full)];
    let given = run_hooks(desk, pending_call("UnityEngine.Object", "Destroy", id, given))?;
    let meant = argument(&given, 0, Value::as_str)?;
    let asked = if meant == full { asked } else { meant };
    let component = ComponentRef::Index(component_index(desk, id, asked)?);
    let (scene, object) = edit_target(&desk.view.find(id)?);
    apply_one(desk, Edit::RemoveComponent { scene, object, component }, "RemoveComponent")
}

fn component_index(desk: &ToolContext<'_>, id: ObjectId, asked: &str) -> ExplorerResult<usize> {
    let place = desk.view.find(id)?;
    let count = place.object().components.len();
    match asked.parse::<usize>() {
        Ok(at) if at < count => Ok(at),
        Ok(at) => Err(ExplorerError::not_found(format!("there is no component {at} of {count}"))),
        Err(_) => Ok(ComponentView::find(desk.view, &place, asked)?.at),
    }
}

pub(super) fn set_member(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let (type_name, member) = (args.required("componentType")?, args.required("member")?);
    desk.shared.config().check_member(type_name, member)?;
    let text = args
        .text("jsonValue")?
        .ok_or_else(|| ExplorerError::invalid_argument("'jsonValue' is required"))?;
    // What is no JSON is meant as it stands.
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    set(desk, args.object("objectId")?, type_name, member, value)?;
    Ok(ok_answer())
}

pub(super) fn set(
    desk: &ToolContext<'_>,
    id: ObjectId,
    type_name: &str,
    member: &str,
    value: Value,
) -> ExplorerResult<()> {
    let place = desk.view.find(id)?;
    let part = ComponentView::find(desk.view, &place, type_name)?;
    let method = format!("set_{}", part.to_api_name(member)?);
    let of = TypeNames::new(desk.view).lineage(&place.object().components[part.at]);
    let act = PendingCall { types: of, method: &method, target: Some(id), args: vec![value] };
    let given = run_hooks(desk, act)?;
    // A hook may have changed what is there.
    let place = desk.view.find(id)?;
    let part = ComponentView::find(desk.view, &place, type_name)?;
    apply_one(desk, set_edit(&part, member, argument(&given, 0, Some)?)?, "SetMember")
}

pub(super) fn call_method(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let (type_name, method) = (args.required("componentType")?, args.required("method")?);
    desk.shared.config().check_member(type_name, method)?;
    let given = args.nonblank("argsJson")?.unwrap_or("[]");
    let given: Vec<Value> = serde_json::from_str(given).map_err(|error| {
        ExplorerError::invalid_argument(format!("'argsJson' is no JSON array: {error}"))
    })?;
    let id = args.object("objectId")?;
    let place = desk.view.find(id)?;
    let part = ComponentView::find(desk.view, &place, type_name)?;
    let of = TypeNames::new(desk.view).lineage(&place.object().components[part.at]);
    let given = run_hooks(desk, PendingCall { types: of, method, target: Some(id), args: given })?;
    let result = call(desk, &part, method, &given)?;
    Ok(json!({ "ok": true, "result": result }))
}

/// What the world can do of a component's methods. Results are texts.
fn call(
    desk: &ToolContext<'_>,
    part: &ComponentView<'_>,
    method: &str,
    given: &[Value],
) -> ExplorerResult<Value> {
    let object = part.place.object();
    let text = |at: usize| given.get(at).and_then(Value::as_str);
    Ok(match (method, given.len()) {
        ("GetInstanceID" | "GetHashCode", 0) => json!(desk.view.ids.number(object.id).to_string()),
        ("ToString", 0) => json!(format!("{} ({})", object.name, part.full)),
        ("CompareTag", 1) => {
            let is_it = object.tag.as_deref().unwrap_or("Untagged") == text(0).unwrap_or_default();
            json!(if is_it { "True" } else { "False" })
        }
        ("GetChild", 1) => {
            let at = given[0].as_u64().and_then(|at| usize::try_from(at).ok());
            let child = at.and_then(|at| object.children.get(at));
            let child =
                child.ok_or_else(|| ExplorerError::invalid_argument("there is no such child"))?;
            json!(desk.view.ids.text(part.place.scene.object(*child).id))
        }
        ("SetParent", 1) => {
            let map = json!({ "objectId": object.id.to_string(), "newParentId": given[0] });
            reparent(&ExplorerArgs::new(Some(map))?, desk)?;
            Value::Null
        }
        _ => {
            return Err(ExplorerError::not_found(format!(
                "{} has no method '{method}' with {} arguments that can be called here",
                part.full,
                given.len()
            ))
            .hint("ListComponentMembers with includeMethods=true names the methods"));
        }
    })
}
