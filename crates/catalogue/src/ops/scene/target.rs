//! The parameters that name an object and a component, and how a listing shows a component.

use std::sync::Arc;

use scenewright_engine::names::{self, AmbiguityPolicy};
use scenewright_engine::{Context, EngineError, MemberReader, NodePropertyReader, Reading};
use scenewright_model::{
    Component, ComponentScript, ObjectId, ObjectIndex, ObjectRef, Scene, SceneObject,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::edit_value::object_ref;
use crate::editing::component_ref;
use crate::failure::Failure;
use crate::validate::Violations;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectTarget {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    pub(crate) scene_path: String,
    /// Path from the root: names joined by '/'; the next one of the same name is 'Name[1]'. Or 'obj:' and an instanceId
    object_path: Option<String>,
    /// Its instanceId, in place of its path
    instance_id: Option<u64>,
}

/// An object of a scene.
pub(crate) struct FoundTarget {
    pub(crate) scene: Arc<Scene>,
    pub(crate) index: ObjectIndex,
}

/// A component in a list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ComponentRow {
    /// Position among the object's components
    index: usize,
    /// Its type
    #[serde(rename = "type")]
    type_name: String,
    /// Path of its script; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<String>,
    /// Why its script is unknown; absent when it is known
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// Whether it is enabled; absent when it cannot be disabled
    #[serde(skip_serializing_if = "Option::is_none")]
    enabled: Option<bool>,
}

impl ObjectTarget {
    /// The reference to the object, for an engine that resolves it.
    pub(crate) fn object(&self) -> Result<ObjectRef, Failure> {
        match (self.instance_id, &self.object_path) {
            (Some(id), _) => Ok(ObjectRef::Id(ObjectId::from_number(id))),
            (None, Some(path)) => Ok(object_ref(path)),
            (None, None) => Err(unnamed()),
        }
    }

    pub(crate) fn find(&self, cx: &Cx<'_>) -> Result<FoundTarget, Failure> {
        let scene = cx.ask(|engine, cx| engine.scene(&self.scene_path, cx))?;
        let index = resolve(&scene, &self.object()?, cx)?;
        Ok(FoundTarget { scene, index })
    }
}

fn unnamed() -> Failure {
    let missing = vec!["objectPath".to_owned()];
    Failure::InvalidArguments { violations: Violations { missing, ..Violations::default() } }
}

impl FoundTarget {
    pub(crate) fn object(&self) -> &SceneObject {
        self.scene.object(self.index)
    }

    /// Whether it and all its ancestors are active.
    pub(crate) fn is_active_in_hierarchy(&self) -> bool {
        let above = std::iter::successors(Some(self.object()), |object| {
            object.parent.map(|parent| self.scene.object(parent))
        });
        above.into_iter().all(|object| object.active)
    }

    /// Finds a component by type or index; the first one if several match.
    pub(crate) fn component(&self, named: &str, cx: &Cx<'_>) -> Result<usize, Failure> {
        let components: Vec<&Component> =
            self.object().components.iter().map(Arc::as_ref).collect();
        let namespaces = |component: &Component| match &component.script {
            ComponentScript::Found(path) => cx.script_namespaces(path),
            _ => None,
        };
        names::find_component(
            &components,
            &component_ref(named),
            AmbiguityPolicy::First,
            &namespaces,
        )
        .map_err(|error| cx.name_failure(error))
    }
}

impl ComponentRow {
    pub(crate) fn new(index: usize, component: &Component) -> ComponentRow {
        let script = match &component.script {
            ComponentScript::Found(path) => Some(path.clone()),
            _ => None,
        };
        let problem = component.script.problem();
        let type_name = component.type_name.clone();
        ComponentRow { index, type_name, script, problem, enabled: component.enabled }
    }
}

/// Asks the engine's `Members` interface.
pub(crate) fn ask_members<T>(
    cx: &Cx<'_>,
    read: impl FnOnce(&dyn MemberReader, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| match engine.as_members() {
        Some(members) => read(members, cx),
        None => Err(EngineError::Unsupported {
            engine: engine.kind(),
            what: "read members".to_owned(),
            reason: "this connection does not offer it".to_owned(),
        }),
    })
}

/// Asks the engine's `Nodes` interface, which only Godot has.
pub(crate) fn ask_nodes<T>(
    cx: &Cx<'_>,
    read: impl FnOnce(&dyn NodePropertyReader, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        read(engine.as_nodes().ok_or_else(|| missing_interface(engine, "read nodes"))?, cx)
    })
}

/// Finds an object by a path, or by `obj:` and a number.
pub(crate) fn by_path(scene: &Scene, path: &str, cx: &Cx<'_>) -> Result<ObjectIndex, Failure> {
    resolve(scene, &object_ref(path), cx)
}

fn resolve(scene: &Scene, object: &ObjectRef, cx: &Cx<'_>) -> Result<ObjectIndex, Failure> {
    let found = names::object(scene, object).map_err(|error| cx.name_failure(error))?;
    // A scene has fewer objects than u32::MAX.
    Ok(ObjectIndex(u32::try_from(found).unwrap_or(u32::MAX)))
}
