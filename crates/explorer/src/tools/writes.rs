//! Changes of objects and their components. They are made in memory: no file is written.

use scenewright_model::{ComponentRef, Edit, EditMode, Edited, ObjectRef};
use serde_json::{Value, json};

use super::scenes::no_world;
use super::{Desk, done};
use crate::args::Args;
use crate::fault::{Fault, Found};
use crate::members::{Part, set_edit};
use crate::view::Place;

/// Does edits in memory.
pub(super) fn edit(desk: &Desk<'_>, edits: &[Edit], label: &str) -> Found<Edited> {
    let editing = desk.view.engine.as_editing().ok_or_else(|| no_world("change objects"))?;
    Ok(editing.edit(edits, label, EditMode::Keep, desk.view.cx)?.value)
}

fn one(desk: &Desk<'_>, change: Edit, label: &str) -> Found<Value> {
    edit(desk, &[change], label)?;
    Ok(done())
}

/// How an edit names an object.
fn named(place: &Place) -> (String, ObjectRef) {
    (place.scene.path.clone(), ObjectRef::Id(place.object().id))
}

pub(super) fn set_active(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let active = args.required_flag("active")?;
    let (scene, object) = named(&desk.view.find(args.object("objectId")?)?);
    one(desk, Edit::SetActive { scene, object, active }, "SetActive")
}

pub(super) fn reparent(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let child = desk.view.find(args.object("objectId")?)?;
    let parent = desk.view.find(args.object("newParentId")?)?;
    if child.scene.path != parent.scene.path {
        return Err(Fault::argument("the two objects are in different scenes"));
    }
    let (scene, object) = named(&child);
    let (_, parent) = named(&parent);
    let change = Edit::ReparentObject {
        scene,
        object,
        parent: Some(parent),
        sibling: None,
        keep_world: true,
    };
    one(desk, change, "Reparent")
}

pub(super) fn destroy(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (scene, object) = named(&desk.view.find(args.object("objectId")?)?);
    one(desk, Edit::DeleteObject { scene, object }, "DestroyObject")
}

pub(super) fn add_component(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let component = args.required("type")?.to_owned();
    desk.shared.config().permits_component(&component)?;
    let (scene, object) = named(&desk.view.find(args.object("objectId")?)?);
    one(desk, Edit::AddComponent { scene, object, component }, "AddComponent")
}

pub(super) fn remove_component(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let asked = args.required("typeOrIndex")?;
    let place = desk.view.find(args.object("objectId")?)?;
    let count = place.object().components.len();
    let at = match asked.parse::<usize>() {
        Ok(at) if at < count => at,
        Ok(at) => return Err(Fault::not_found(format!("there is no component {at} of {count}"))),
        Err(_) => {
            desk.shared.config().permits_component(asked)?;
            Part::find(desk.view, &place, asked)?.at
        }
    };
    let (scene, object) = named(&place);
    let component = ComponentRef::Index(at);
    one(desk, Edit::RemoveComponent { scene, object, component }, "RemoveComponent")
}

pub(super) fn set_member(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (type_name, member) = (args.required("componentType")?, args.required("member")?);
    desk.shared.config().permits_member(type_name, member)?;
    let text = args.text("jsonValue")?.ok_or_else(|| Fault::argument("'jsonValue' is required"))?;
    let place = desk.view.find(args.object("objectId")?)?;
    let part = Part::find(desk.view, &place, type_name)?;
    one(desk, set_edit(&part, member, text)?, "SetMember")
}

pub(super) fn call_method(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (type_name, method) = (args.required("componentType")?, args.required("method")?);
    desk.shared.config().permits_member(type_name, method)?;
    let given = args.words("argsJson")?.unwrap_or("[]");
    let given: Vec<Value> = serde_json::from_str(given)
        .map_err(|error| Fault::argument(format!("'argsJson' is no JSON array: {error}")))?;
    let place = desk.view.find(args.object("objectId")?)?;
    let part = Part::find(desk.view, &place, type_name)?;
    let result = call(desk, &part, method, &given)?;
    Ok(json!({ "ok": true, "result": result }))
}

/// What the world can do of a component's methods. Results are texts.
fn call(desk: &Desk<'_>, part: &Part<'_>, method: &str, given: &[Value]) -> Found<Value> {
    let object = part.place.object();
    let text = |at: usize| given.get(at).and_then(Value::as_str);
    Ok(match (method, given.len()) {
        ("GetInstanceID" | "GetHashCode", 0) => json!(object.id.get().to_string()),
        ("ToString", 0) => json!(format!("{} ({})", object.name, part.full)),
        ("CompareTag", 1) => {
            let is_it = object.tag.as_deref().unwrap_or("Untagged") == text(0).unwrap_or_default();
            json!(if is_it { "True" } else { "False" })
        }
        ("GetChild", 1) => {
            let at = given[0].as_u64().and_then(|at| usize::try_from(at).ok());
            let child = at.and_then(|at| object.children.get(at));
            let child = child.ok_or_else(|| Fault::argument("there is no such child"))?;
            json!(part.place.scene.object(*child).id.to_string())
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
