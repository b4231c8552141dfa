//! Changes of objects and their components. They are made in memory: no file is written.

use scenewright_model::{ComponentRef, Edit, EditMode, Edited, ObjectId, ObjectRef};
use serde_json::{Value, json};

use super::hooks::{Act, argument, before};
use super::scenes::no_world;
use super::{Desk, done};
use crate::args::{Args, object_id};
use crate::fault::{Fault, Found};
use crate::members::{Part, set_edit};
use crate::view::Place;
use crate::view::types::Types;

/// Does edits in memory.
pub(super) fn edit(desk: &Desk<'_>, edits: &[Edit], label: &str) -> Found<Edited> {
    let editing = desk.view.engine.as_editing().ok_or_else(|| no_world("change objects"))?;
    Ok(editing.edit(edits, label, EditMode::Keep, desk.view.cx)?.value)
}

fn one(desk: &Desk<'_>, change: Edit, label: &str) -> Found<()> {
    edit(desk, &[change], label).map(drop)
}

/// How an edit names an object.
fn named(place: &Place) -> (String, ObjectRef) {
    (place.scene.path.clone(), ObjectRef::Id(place.object().id))
}

/// What is done to an object, for the hooks of a type.
fn act<'a>(of: &str, method: &'a str, target: ObjectId, args: Vec<Value>) -> Act<'a> {
    Act { of: vec![of.to_owned()], method, target: Some(target), args }
}

/// Hooks name objects by their ids.
fn target(args: &[Value], at: usize) -> Found<ObjectId> {
    argument(args, at, |id| id.as_str().and_then(object_id))
}

pub(super) fn set_active(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let active = args.required_flag("active")?;
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    let given = before(desk, act("UnityEngine.GameObject", "SetActive", id, vec![active.into()]))?;
    let active = argument(&given, 0, Value::as_bool)?;
    let (scene, object) = named(&desk.view.find(id)?);
    one(desk, Edit::SetActive { scene, object, active }, "SetActive")?;
    Ok(done())
}

pub(super) fn reparent(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let child = desk.view.find(args.object("objectId")?)?.object().id;
    let parent = desk.view.find(args.object("newParentId")?)?.object().id;
    let given = vec![json!(desk.view.ids.text(parent)), json!(true)];
    let given = before(desk, act("UnityEngine.Transform", "SetParent", child, given))?;
    let parent = match given.first() {
        None | Some(Value::Null) => None,
        Some(_) => Some(desk.view.find(target(&given, 0)?)?),
    };
    let child = desk.view.find(child)?;
    if parent.as_ref().is_some_and(|parent| parent.scene.path != child.scene.path) {
        return Err(Fault::argument("the two objects are in different scenes"));
    }
    let (scene, object) = named(&child);
    let parent = parent.map(|parent| named(&parent).1);
    let keep_world = argument(&given, 1, Value::as_bool)?;
    let change = Edit::ReparentObject { scene, object, parent, sibling: None, keep_world };
    one(desk, change, "Reparent")?;
    Ok(done())
}

pub(super) fn destroy(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let id = desk.view.find(args.object("objectId")?)?.object().id;
    let given = vec![json!(desk.view.ids.text(id))];
    let given = before(desk, act("UnityEngine.Object", "Destroy", id, given))?;
    let (scene, object) = named(&desk.view.find(target(&given, 0)?)?);
    one(desk, Edit::DeleteObject { scene, object }, "DestroyObject")?;
    Ok(done())
}

pub(super) fn add_component(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let component = args.required("type")?;
    desk.shared.config().permits_component(component)?;
    add(desk, args.object("objectId")?, component)?;
    Ok(done())
}

pub(super) fn add(desk: &Desk<'_>, id: ObjectId, component: &str) -> Found<()> {
    desk.view.find(id)?;
    let given = vec![json!(component)];
    let given = before(desk, act("UnityEngine.GameObject", "AddComponent", id, given))?;
    let component = argument(&given, 0, Value::as_str)?.to_owned();
    let (scene, object) = named(&desk.view.find(id)?);
    one(desk, Edit::AddComponent { scene, object, component }, "AddComponent")
}

pub(super) fn remove_component(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let asked = args.required("typeOrIndex")?;
    if asked.parse::<usize>().is_err() {
        desk.shared.config().permits_component(asked)?;
    }
    remove(desk, args.object("objectId")?, asked)?;
    Ok(done())
}

/// By its type or its position. Hooks hear of its type.
pub(super) fn remove(desk: &Desk<'_>, id: ObjectId, asked: &str) -> Found<()> {
    let at = located(desk, id, asked)?;
    let place = desk.view.find(id)?;
    let full = Types::new(desk.view).full_name(&place.object().components[at]);
    let given = vec![json!(full)];
    let given = before(desk, act("UnityEngine.Object", "Destroy", id, given))?;
    let meant = argument(&given, 0, Value::as_str)?;
    let asked = if meant == full { asked } else { meant };
    let component = ComponentRef::Index(located(desk, id, asked)?);
    let (scene, object) = named(&desk.view.find(id)?);
    one(desk, Edit::RemoveComponent { scene, object, component }, "RemoveComponent")
}

fn located(desk: &Desk<'_>, id: ObjectId, asked: &str) -> Found<usize> {
    let place = desk.view.find(id)?;
    let count = place.object().components.len();
    match asked.parse::<usize>() {
        Ok(at) if at < count => Ok(at),
        Ok(at) => Err(Fault::not_found(format!("there is no component {at} of {count}"))),
        Err(_) => Ok(Part::find(desk.view, &place, asked)?.at),
    }
}

pub(super) fn set_member(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (type_name, member) = (args.required("componentType")?, args.required("member")?);
    desk.shared.config().permits_member(type_name, member)?;
    let text = args.text("jsonValue")?.ok_or_else(|| Fault::argument("'jsonValue' is required"))?;
    // What is no JSON is meant as it stands.
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    set(desk, args.object("objectId")?, type_name, member, value)?;
    Ok(done())
}

pub(super) fn set(
    desk: &Desk<'_>,
    id: ObjectId,
    type_name: &str,
    member: &str,
    value: Value,
) -> Found<()> {
    let place = desk.view.find(id)?;
    let part = Part::find(desk.view, &place, type_name)?;
    let method = format!("set_{}", part.shown_name(member)?);
    let of = Types::new(desk.view).lineage(&place.object().components[part.at]);
    let act = Act { of, method: &method, target: Some(id), args: vec![value] };
    let given = before(desk, act)?;
    // A hook may have changed what is there.
    let place = desk.view.find(id)?;
    let part = Part::find(desk.view, &place, type_name)?;
    one(desk, set_edit(&part, member, argument(&given, 0, Some)?)?, "SetMember")
}

pub(super) fn call_method(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (type_name, method) = (args.required("componentType")?, args.required("method")?);
    desk.shared.config().permits_member(type_name, method)?;
    let given = args.words("argsJson")?.unwrap_or("[]");
    let given: Vec<Value> = serde_json::from_str(given)
        .map_err(|error| Fault::argument(format!("'argsJson' is no JSON array: {error}")))?;
    let id = args.object("objectId")?;
    let place = desk.view.find(id)?;
    let part = Part::find(desk.view, &place, type_name)?;
    let of = Types::new(desk.view).lineage(&place.object().components[part.at]);
    let given = before(desk, Act { of, method, target: Some(id), args: given })?;
    let result = call(desk, &part, method, &given)?;
    Ok(json!({ "ok": true, "result": result }))
}

/// What the world can do of a component's methods. Results are texts.
fn call(desk: &Desk<'_>, part: &Part<'_>, method: &str, given: &[Value]) -> Found<Value> {
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
            let child = child.ok_or_else(|| Fault::argument("there is no such child"))?;
            json!(desk.view.ids.text(part.place.scene.object(*child).id))
        }
        ("SetParent", 1) => {
            let map = json!({ "objectId": object.id.to_string(), "newParentId": given[0] });
            reparent(&Args::new(Some(map))?, desk)?;
            Value::Null
        }
        _ => {
            return Err(Fault::not_found(format!(
                "{} has no method '{method}' with {} arguments that can be called here",
                part.full,
                given.len()
            ))
            .hint("ListComponentMembers with includeMethods=true names the methods"));
        }
    })
}
