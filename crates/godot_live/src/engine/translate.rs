//! Edits in the format of the plugin. `None` for edits that the plugin does not support; those are made in the files.

use scenewright_engine::names;
use scenewright_model::{Edit, EditValue, ObjectId, ObjectRef, Scene};
use serde_json::{Map, Value, json};

/// The names of a node's properties.
pub(super) type PropertyNames<'a> = dyn Fn(ObjectId) -> Vec<String> + 'a;

/// `scene` is the scene before the edits; nodes that earlier edits create are named by their paths. `resolved` is the
/// value of a member as the files would contain it.
pub(super) fn translate_edit(
    edit: &Edit,
    resolved: Option<&EditValue>,
    scene: &Scene,
    properties: &PropertyNames<'_>,
) -> Option<Value> {
    let node = |object: &ObjectRef| node_path(object, scene);
    let property =
        |object: &ObjectRef, member: &str| property_path(object, member, scene, properties);
    let parent = |parent: &Option<ObjectRef>| match parent {
        Some(parent) => node(parent),
        None => Some(".".to_owned()),
    };
    Some(match edit {
        Edit::CreateObject { parent: under, sibling, name, class, components, .. } => {
            if !components.is_empty() {
                return None;
            }
            json!({
                "kind": "create_node",
                "parent": parent(under)?,
                "sibling": sibling,
                "name": name,
                "type": class.as_deref().unwrap_or("Node"),
            })
        }
        Edit::DeleteObject { object, .. } => {
            json!({ "kind": "delete_node", "node": node(object)? })
        }
        Edit::DuplicateObject { object, name, .. } => {
            json!({ "kind": "duplicate_node", "node": node(object)?, "name": name })
        }
        Edit::RenameObject { object, name, .. } => {
            json!({ "kind": "rename_node", "node": node(object)?, "name": name })
        }
        Edit::ReparentObject { object, parent: under, sibling, keep_world, .. } => json!({
            "kind": "reparent_node",
            "node": node(object)?,
            "parent": parent(under)?,
            "sibling": sibling,
            "keep_world": keep_world,
        }),
        Edit::SetActive { object, active, .. } => json!({
            "kind": "set_property",
            "node": node(object)?,
            "property": "visible",
            "value": { "json": active },
        }),
        Edit::AttachScript { object, script, .. } => {
            json!({ "kind": "attach_script", "node": node(object)?, "script": script })
        }
        Edit::DetachScript { object, .. } => {
            json!({ "kind": "detach_script", "node": node(object)? })
        }
        Edit::SetMember { object, member, value, .. } => json!({
            "kind": "set_property",
            "node": node(object)?,
            "property": property(object, member),
            "value": value_json(resolved.unwrap_or(value), scene)?,
        }),
        Edit::SetGroup { object, group, member, .. } => {
            json!({ "kind": "set_group", "node": node(object)?, "group": group, "member": member })
        }
        Edit::Instantiate { source, parent: under, sibling, name, .. } => json!({
            "kind": "instantiate",
            "source": source,
            "parent": parent(under)?,
            "sibling": sibling,
            "name": name,
        }),
        Edit::RevertOverride { object, member, .. } => {
            let property = member.as_deref().map(|member| property(object, member));
            json!({ "kind": "revert", "node": node(object)?, "property": property })
        }
        Edit::AddComponent { .. }
        | Edit::RemoveComponent { .. }
        | Edit::SetTag { .. }
        | Edit::SetLayer { .. }
        | Edit::ApplyOverride { .. }
        | Edit::CreateScene { .. }
        | Edit::CreatePrefab { .. }
        | Edit::InheritScene { .. }
        | Edit::AddToBuild { .. } => return None,
    })
}

/// The path relative to the root of the scene, which is `.`.
fn node_path(object: &ObjectRef, scene: &Scene) -> Option<String> {
    let path = match (names::object(scene, object), object) {
        (Ok(found), _) => scene.objects[found].path.as_str(),
        (Err(_), ObjectRef::Path(path)) => path.as_str(),
        (Err(_), ObjectRef::Id(_)) => return None,
    };
    let root = &scene.object(*scene.roots.first()?).name;
    match path.strip_prefix(root.as_str()) {
        Some("") => Some(".".to_owned()),
        Some(rest) if rest.starts_with('/') => Some(rest[1..].to_owned()),
        // The root may be omitted.
        _ => Some(path.to_owned()),
    }
}

/// The editor writes `position.x` as `position:x`.
fn property_path(
    object: &ObjectRef,
    member: &str,
    scene: &Scene,
    properties: &PropertyNames<'_>,
) -> String {
    let found = names::object(scene, object).map(|found| scene.objects[found].id);
    let known = found.map(properties).unwrap_or_default();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match names::split_property_path(member, &known) {
        Some((name, rest)) => name + &rest.replace('.', ":"),
        None => member.replace('.', ":"),
    }
}

fn value_json(value: &EditValue, scene: &Scene) -> Option<Value> {
    Some(match value {
        // The editor does not know the ids of a file.
        EditValue::Literal(text) if text.contains("Resource(") => return None,
        EditValue::Literal(text) => json!({ "literal": text }),
        EditValue::Asset { path, inner } => json!({ "resource": resource_path(path, inner) }),
        EditValue::Object { object, component: None } => {
            json!({ "node": node_path(object, scene)? })
        }
        EditValue::Object { component: Some(_), .. } => return None,
        plain => json!({ "json": plain_json(plain)? }),
    })
}

/// A resource inside of a scene is `res://main.tscn::Shape_1` in the editor.
fn resource_path(path: &str, inner: &Option<String>) -> String {
    match inner {
        Some(inner) => format!("{path}::{inner}"),
        None => path.to_owned(),
    }
}

fn plain_json(value: &EditValue) -> Option<Value> {
    Some(match value {
        EditValue::Null => Value::Null,
        EditValue::Bool(value) => json!(value),
        EditValue::Int(value) => json!(value),
        EditValue::Float(value) => json!(value),
        EditValue::Text(value) => json!(value),
        EditValue::List(items) => {
            Value::Array(items.iter().map(plain_json).collect::<Option<_>>()?)
        }
        EditValue::Fields(fields) => {
            let fields =
                fields.iter().map(|(name, value)| Some((name.clone(), plain_json(value)?)));
            Value::Object(fields.collect::<Option<Map<_, _>>>()?)
        }
        EditValue::Asset { path, inner } => json!(resource_path(path, inner)),
        EditValue::Object { .. } | EditValue::Literal(_) => return None,
    })
}
