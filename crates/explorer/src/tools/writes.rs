//! Changes of objects and their components. They are made in memory or in the running game: no file is written.

use scenewright_catalogue::{Permission, method_exchanges_code, property_exchanges_code};
use scenewright_engine::Runtime;
use scenewright_model::{
    ComponentRef, Edit, EditMode, EditOutcome, MemberValue, ObjectId, ObjectRef,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::hooks::{PendingCall, argument, run_hooks};
use super::scenes::unsupported;
use super::{ToolContext, ok_answer};
use crate::arguments::{ObjectArguments, object_id, parse_object_id};
use crate::error::{ExplorerError, ExplorerResult};
use crate::members::{ComponentView, DisplayValue, set_edit, to_argument};
use crate::view::ObjectLocation;
use crate::view::types::TypeNames;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetActiveArguments {
    /// obj:<instanceId>
    object_id: String,
    /// On or off
    active: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReparentArguments {
    /// obj:<instanceId>
    object_id: String,
    /// obj:<instanceId>
    new_parent_id: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddComponentArguments {
    /// obj:<instanceId>
    object_id: String,
    /// The full type of the component
    #[serde(rename = "type")]
    type_name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveComponentArguments {
    /// obj:<instanceId>
    object_id: String,
    /// The full type of the component, or its position
    type_or_index: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetMemberArguments {
    /// obj:<instanceId>
    object_id: String,
    /// The type of the component, or a type that only this component derives from
    component_type: String,
    /// The name of the member
    member: String,
    /// The value as JSON text
    json_value: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallMethodArguments {
    /// obj:<instanceId>
    object_id: String,
    /// The type of the component, or a type that only this component derives from
    component_type: String,
    /// The name of the method
    method: String,
    /// Its arguments as the text of a JSON array
    #[serde(default = "no_arguments")]
    args_json: String,
}

fn no_arguments() -> String {
    "[]".to_owned()
}

/// Makes edits in memory.
pub(super) fn edit(
    ctx: &ToolContext<'_>,
    edits: &[Edit],
    label: &str,
) -> ExplorerResult<EditOutcome> {
    let editing = ctx.view.engine.as_editing().ok_or_else(|| unsupported("change objects"))?;
    Ok(editing.edit(edits, label, EditMode::KeepUnsaved, ctx.view.cx)?.value)
}

fn apply_one(ctx: &ToolContext<'_>, change: Edit, label: &str) -> ExplorerResult<()> {
    edit(ctx, &[change], label).map(drop)
}

/// The scene and the object as an edit names them.
fn edit_target(location: &ObjectLocation) -> (String, ObjectRef) {
    (location.scene.path.clone(), ObjectRef::Id(location.object().id))
}

/// A call of a method of one type, for the hooks.
fn pending_call<'a>(
    type_name: &str,
    method: &'a str,
    target: ObjectId,
    args: Vec<Value>,
) -> PendingCall<'a> {
    PendingCall { types: vec![type_name.to_owned()], method, target: Some(target), args }
}

/// Hooks name objects by their ids.
fn object_argument(args: &[Value], index: usize) -> ExplorerResult<ObjectId> {
    argument(args, index, |id| id.as_str().and_then(parse_object_id))
}

pub(super) fn set_active(args: SetActiveArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    activate(ctx, object_id("objectId", &args.object_id)?, args.active)?;
    Ok(ok_answer())
}

pub(super) fn activate(ctx: &ToolContext<'_>, id: ObjectId, active: bool) -> ExplorerResult<()> {
    let id = ctx.view.find(id)?.object().id;
    let call = pending_call("UnityEngine.GameObject", "SetActive", id, vec![active.into()]);
    let active = argument(&run_hooks(ctx, call)?, 0, Value::as_bool)?;
    let (scene, object) = edit_target(&ctx.view.find(id)?);
    apply_one(ctx, Edit::SetActive { scene, object, active }, "SetActive")
}

pub(super) fn reparent(args: ReparentArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let child = object_id("objectId", &args.object_id)?;
    let parent = object_id("newParentId", &args.new_parent_id)?;
    set_parent(ctx, child, parent)?;
    Ok(ok_answer())
}

pub(super) fn set_parent(
    ctx: &ToolContext<'_>,
    child: ObjectId,
    parent: ObjectId,
) -> ExplorerResult<()> {
    let child = ctx.view.find(child)?.object().id;
    let parent = ctx.view.find(parent)?.object().id;
    let args = vec![json!(ctx.view.ids.text(parent)), json!(true)];
    let given = run_hooks(ctx, pending_call("UnityEngine.Transform", "SetParent", child, args))?;
    let parent = match given.first() {
        None | Some(Value::Null) => None,
        Some(_) => Some(ctx.view.find(object_argument(&given, 0)?)?),
    };
    let child = ctx.view.find(child)?;
    if parent.as_ref().is_some_and(|parent| parent.scene.path != child.scene.path) {
        return Err(ExplorerError::invalid_argument("the two objects are in different scenes"));
    }
    let (scene, object) = edit_target(&child);
    let parent = parent.map(|parent| edit_target(&parent).1);
    let keep_world = argument(&given, 1, Value::as_bool)?;
    let change = Edit::ReparentObject { scene, object, parent, sibling: None, keep_world };
    apply_one(ctx, change, "Reparent")
}

pub(super) fn destroy(args: ObjectArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    delete(ctx, object_id("objectId", &args.object_id)?)?;
    Ok(ok_answer())
}

pub(super) fn delete(ctx: &ToolContext<'_>, id: ObjectId) -> ExplorerResult<()> {
    let id = ctx.view.find(id)?.object().id;
    let args = vec![json!(ctx.view.ids.text(id))];
    let given = run_hooks(ctx, pending_call("UnityEngine.Object", "Destroy", id, args))?;
    let (scene, object) = edit_target(&ctx.view.find(object_argument(&given, 0)?)?);
    apply_one(ctx, Edit::DeleteObject { scene, object }, "DestroyObject")
}

pub(super) fn add_component(
    args: AddComponentArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    ctx.state.config().check_component(&args.type_name)?;
    add(ctx, object_id("objectId", &args.object_id)?, &args.type_name)?;
    Ok(ok_answer())
}

pub(super) fn add(ctx: &ToolContext<'_>, id: ObjectId, component: &str) -> ExplorerResult<()> {
    ctx.view.find(id)?;
    let args = vec![json!(component)];
    let given = run_hooks(ctx, pending_call("UnityEngine.GameObject", "AddComponent", id, args))?;
    let component = argument(&given, 0, Value::as_str)?.to_owned();
    let (scene, object) = edit_target(&ctx.view.find(id)?);
    apply_one(ctx, Edit::AddComponent { scene, object, component }, "AddComponent")
}

pub(super) fn remove_component(
    args: RemoveComponentArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    if args.type_or_index.parse::<usize>().is_err() {
        ctx.state.config().check_component(&args.type_or_index)?;
    }
    remove(ctx, object_id("objectId", &args.object_id)?, &args.type_or_index)?;
    Ok(ok_answer())
}

/// By its type or its position. Hooks get its type.
pub(super) fn remove(ctx: &ToolContext<'_>, id: ObjectId, asked: &str) -> ExplorerResult<()> {
    let index = component_index(ctx, id, asked)?;
    let location = ctx.view.find(id)?;
    let full = TypeNames::new(ctx.view).full_name(&location.object().components[index]);
    let args = vec![json!(full)];
    let given = run_hooks(ctx, pending_call("UnityEngine.Object", "Destroy", id, args))?;
    let chosen = argument(&given, 0, Value::as_str)?;
    let asked = if chosen == full { asked } else { chosen };
    let component = ComponentRef::Index(component_index(ctx, id, asked)?);
    let (scene, object) = edit_target(&ctx.view.find(id)?);
    apply_one(ctx, Edit::RemoveComponent { scene, object, component }, "RemoveComponent")
}

fn component_index(ctx: &ToolContext<'_>, id: ObjectId, asked: &str) -> ExplorerResult<usize> {
    let location = ctx.view.find(id)?;
    let count = location.object().components.len();
    match asked.parse::<usize>() {
        Ok(index) if index < count => Ok(index),
        Ok(index) => {
            let message = format!("component {index} not found: the object has {count} components");
            Err(ExplorerError::not_found(message))
        }
        Err(_) => Ok(ComponentView::find(ctx.view, &location, asked)?.index),
    }
}

pub(super) fn set_member(args: SetMemberArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let SetMemberArguments { component_type, member, json_value, .. } = &args;
    ctx.state.config().check_member(component_type, member)?;
    // A text that is not JSON is the value itself.
    let value = serde_json::from_str(json_value).unwrap_or_else(|_| json!(json_value));
    set(ctx, object_id("objectId", &args.object_id)?, component_type, member, value)?;
    Ok(ok_answer())
}

pub(super) fn set(
    ctx: &ToolContext<'_>,
    id: ObjectId,
    type_name: &str,
    member: &str,
    value: Value,
) -> ExplorerResult<()> {
    if property_exchanges_code(member) {
        check_evaluate(ctx)?;
    }
    let location = ctx.view.find(id)?;
    let component = ComponentView::find(ctx.view, &location, type_name)?;
    let method = format!("set_{}", component.to_api_name(member)?);
    let types = TypeNames::new(ctx.view).lineage(&location.object().components[component.index]);
    let call = PendingCall { types, method: &method, target: Some(id), args: vec![value] };
    let given = run_hooks(ctx, call)?;
    // A hook may have changed the object.
    let location = ctx.view.find(id)?;
    let component = ComponentView::find(ctx.view, &location, type_name)?;
    apply_one(ctx, set_edit(&component, member, argument(&given, 0, Some)?)?, "SetMember")
}

pub(super) fn call_method(
    args: CallMethodArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    let CallMethodArguments { component_type, method, args_json, .. } = &args;
    ctx.state.config().check_member(component_type, method)?;
    let given: Vec<Value> = serde_json::from_str(args_json).map_err(|error| {
        ExplorerError::invalid_argument(format!("'argsJson' is not a JSON array: {error}"))
    })?;
    let id = object_id("objectId", &args.object_id)?;
    let location = ctx.view.find(id)?;
    let component = ComponentView::find(ctx.view, &location, component_type)?;
    let types = TypeNames::new(ctx.view).lineage(&location.object().components[component.index]);
    let given = run_hooks(ctx, PendingCall { types, method, target: Some(id), args: given })?;
    let result = match ctx.view.runtime() {
        Some(game) => call_in_game(ctx, game, location.object().id, method, &given)?,
        None => call(ctx, &component, method, &given)?,
    };
    Ok(json!({ "ok": true, "result": result }))
}

/// Exchanging the code of a running game needs a permission of its own.
fn check_evaluate(ctx: &ToolContext<'_>) -> ExplorerResult<()> {
    let policy = ctx.state.session.policy();
    if ctx.view.runtime().is_none() || policy.allows(Permission::Evaluate) {
        return Ok(());
    }
    Err(ExplorerError::permission_denied("Exchanging the code of a running game is off")
        .hint("its user has to start the server with --allow-eval; clients cannot unlock it"))
}

/// Calls a method of the running game. Results are texts; objects are their ids.
fn call_in_game(
    ctx: &ToolContext<'_>,
    game: &dyn Runtime,
    object: ObjectId,
    method: &str,
    given: &[Value],
) -> ExplorerResult<Value> {
    if method_exchanges_code(method) {
        check_evaluate(ctx)?;
    }
    let arguments = given.iter().map(|value| to_argument(value, ctx.view));
    let arguments = arguments.collect::<ExplorerResult<Vec<_>>>()?;
    let called = game.call_method(object, method, &arguments, ctx.view.cx)?.value;
    if let Some(error) = called.logged.iter().find(|entry| entry.is_error()) {
        let message = format!("{method} logged an error: {}", error.text);
        return Err(ExplorerError::invalid_argument(message)
            .hint("what it did before the error is done; the game still runs"));
    }
    let result = called.value.filter(|value| *value != MemberValue::Null);
    let shown = |value| DisplayValue::from_member("", &value, ctx.view.ids).shown_text();
    Ok(result.map_or(Value::Null, |value| shown(value).into()))
}

/// The methods of a component that can be run without Unity. Results are texts.
fn call(
    ctx: &ToolContext<'_>,
    component: &ComponentView<'_>,
    method: &str,
    given: &[Value],
) -> ExplorerResult<Value> {
    let object = component.location.object();
    let text = |index: usize| given.get(index).and_then(Value::as_str);
    Ok(match (method, given.len()) {
        ("GetInstanceID" | "GetHashCode", 0) => json!(ctx.view.ids.number(object.id).to_string()),
        ("ToString", 0) => json!(format!("{} ({})", object.name, component.full_type)),
        ("CompareTag", 1) => {
            let tag = object.tag.as_deref().unwrap_or("Untagged");
            json!(if tag == text(0).unwrap_or_default() { "True" } else { "False" })
        }
        ("GetChild", 1) => {
            let index = given[0].as_u64().and_then(|index| usize::try_from(index).ok());
            let child = index.and_then(|index| object.children.get(index));
            let child = child.ok_or_else(|| ExplorerError::invalid_argument("child not found"))?;
            json!(ctx.view.ids.text(component.location.scene.object(*child).id))
        }
        ("SetParent", 1) => {
            let parent = text(0).ok_or_else(|| {
                ExplorerError::invalid_argument("SetParent takes the id of an object")
            })?;
            set_parent(ctx, object.id, object_id("newParentId", parent)?)?;
            Value::Null
        }
        _ => {
            return Err(ExplorerError::not_found(format!(
                "{} has no method '{method}' with {} arguments that can be called here",
                component.full_type,
                given.len()
            ))
            .hint("ListComponentMembers with includeMethods=true lists the methods"));
        }
    })
}
