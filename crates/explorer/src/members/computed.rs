//! Members that are computed instead of stored: the place in the world, the name, the parent.

use scenewright_model::{MemberValue, ObjectId};
use serde_json::json;

use super::{ComponentView, DisplayValue, ListedMember};
use crate::error::ExplorerResult;
use crate::view::pose;

const VECTOR: &str = "UnityEngine.Vector3";

/// Members of every component: name, type, whether it can be set.
const COMPONENT_MEMBERS: [(&str, &str, bool); 3] = [
    ("gameObject", "UnityEngine.GameObject", false),
    ("name", "System.String", true),
    ("tag", "System.String", true),
];

/// Of transforms.
const TRANSFORM_MEMBERS: [(&str, &str, bool); 8] = [
    ("position", VECTOR, true),
    ("rotation", "UnityEngine.Quaternion", true),
    ("eulerAngles", VECTOR, true),
    ("localEulerAngles", VECTOR, true),
    ("lossyScale", VECTOR, false),
    ("childCount", "System.Int32", false),
    ("parent", "UnityEngine.Transform", false),
    ("root", "UnityEngine.Transform", false),
];

/// A method that the world itself can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EngineMethod {
    /// The type that declares it.
    pub(crate) declaring_type: &'static str,
    pub(crate) name: &'static str,
    pub(crate) returns: &'static str,
    pub(crate) parameters: &'static [&'static str],
}

const METHODS: [EngineMethod; 12] = [
    method("UnityEngine.Transform", "SetParent", "System.Void", &["UnityEngine.Transform"]),
    method(
        "UnityEngine.Transform",
        "SetParent",
        "System.Void",
        &["UnityEngine.Transform", "System.Boolean"],
    ),
    method("UnityEngine.Transform", "GetChild", "UnityEngine.Transform", &["System.Int32"]),
    method("UnityEngine.Component", "CompareTag", "System.Boolean", &["System.String"]),
    method("UnityEngine.Component", "GetInstanceID", "System.Int32", &[]),
    method("UnityEngine.Component", "GetHashCode", "System.Int32", &[]),
    method("UnityEngine.Component", "ToString", "System.String", &[]),
    method("UnityEngine.GameObject", "SetActive", "System.Void", &["System.Boolean"]),
    method("UnityEngine.GameObject", "AddComponent", "UnityEngine.Component", &["System.Type"]),
    method("UnityEngine.GameObject", "CompareTag", "System.Boolean", &["System.String"]),
    method("UnityEngine.Object", "Destroy", "System.Void", &["UnityEngine.Object"]),
    method(
        "UnityEngine.SceneManagement.SceneManager",
        "LoadScene",
        "System.Void",
        &["System.String", "UnityEngine.SceneManagement.LoadSceneMode"],
    ),
];

const fn method(
    of: &'static str,
    name: &'static str,
    returns: &'static str,
    takes: &'static [&'static str],
) -> EngineMethod {
    EngineMethod { declaring_type: of, name, returns, parameters: takes }
}

impl EngineMethod {
    /// `System.Void(System.Boolean)`.
    pub(crate) fn call_shape(self) -> String {
        format!("{}({})", self.returns, self.parameters.join(", "))
    }

    /// `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    pub(crate) fn signature(self) -> String {
        format!(
            "{} {}::{}({})",
            self.returns,
            self.declaring_type,
            self.name,
            self.parameters.join(", ")
        )
    }
}

/// The methods of a type: its own, and those of every component for a component.
pub(crate) fn methods(full: &str) -> Vec<EngineMethod> {
    let whole = ["UnityEngine.GameObject", "UnityEngine.Object"];
    let is_component = !whole.contains(&full) && !full.ends_with("SceneManager");
    let matches = |method: &&EngineMethod| {
        method.declaring_type == full
            || is_component && method.declaring_type == "UnityEngine.Component"
            || is_transform(full) && method.declaring_type == "UnityEngine.Transform"
    };
    METHODS.iter().filter(matches).copied().collect()
}

pub(super) fn is_transform(full: &str) -> bool {
    ["UnityEngine.Transform", "UnityEngine.RectTransform"].contains(&full)
}

pub(super) fn summaries(component: &ComponentView<'_>) -> Vec<ListedMember> {
    if !component.view.is_unity() {
        return Vec::new();
    }
    let placed = TRANSFORM_MEMBERS.iter().filter(|_| is_transform(&component.full_type));
    let listed = |(name, type_name, can_write): &(&str, &str, bool)| ListedMember {
        name: (*name).to_owned(),
        kind: "property",
        type_name: (*type_name).to_owned(),
        can_read: true,
        can_write: *can_write,
    };
    placed.chain(&COMPONENT_MEMBERS).map(listed).collect()
}

/// `None` for a member that is not computed, or not for this component.
pub(super) fn read(
    component: &ComponentView<'_>,
    name: &str,
) -> ExplorerResult<Option<DisplayValue>> {
    let object = component.location.object();
    if !component.view.is_unity() {
        return Ok(None);
    }
    let id_of = |index| component.location.scene.object(index).id;
    let value = match name {
        "gameObject" => {
            DisplayValue::object("UnityEngine.GameObject", Some(object.id), component.view.ids)
        }
        "name" => DisplayValue::new("System.String", &object.name, json!(object.name)),
        "tag" => {
            let tag = object.tag.as_deref().unwrap_or("Untagged");
            DisplayValue::new("System.String", tag, json!(tag))
        }
        _ if !is_transform(&component.full_type) => return Ok(None),
        "childCount" => {
            let count = object.children.len();
            DisplayValue::new("System.Int32", count.to_string(), json!(count))
        }
        "parent" => transform(component, object.parent.map(id_of)),
        "root" => transform(component, Some(root(component))),
        _ => return read_transform(component, name),
    };
    Ok(Some(value))
}

fn transform(component: &ComponentView<'_>, id: Option<ObjectId>) -> DisplayValue {
    DisplayValue::object("UnityEngine.Transform", id, component.view.ids)
}

fn root(component: &ComponentView<'_>) -> ObjectId {
    let mut at = component.location.object();
    while let Some(parent) = at.parent {
        at = component.location.scene.object(parent);
    }
    at.id
}

fn read_transform(
    component: &ComponentView<'_>,
    name: &str,
) -> ExplorerResult<Option<DisplayValue>> {
    if !TRANSFORM_MEMBERS.iter().any(|(known, _, _)| *known == name) {
        return Ok(None);
    }
    let Some((local, world)) = pose::placement(component.view, component.location)? else {
        return Ok(None);
    };
    let value = match name {
        "position" => DisplayValue::vector3(world.position),
        "eulerAngles" => DisplayValue::vector3(pose::to_euler(world.rotation)),
        "localEulerAngles" => DisplayValue::vector3(pose::to_euler(local.rotation)),
        "lossyScale" => DisplayValue::vector3(world.scale),
        _ => {
            let euler = pose::to_euler(world.rotation);
            let rotation = MemberValue::Quaternion { xyzw: world.rotation, euler };
            DisplayValue::from_member(name, &rotation, component.view.ids)
        }
    };
    Ok(Some(value))
}
