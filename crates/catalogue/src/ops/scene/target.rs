//! How a call names an object of a scene and a component of it, and what a listing says of both.

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError, Members, Nodes, Reading};
use scenewright_model::{Component, Object, ObjectId, ObjectIndex, ObjectRef, Scene, Script};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, lacking};
use crate::edit_value::object_ref;
use crate::failure::Failure;
use crate::validate::Violations;

/// Enough to guess what was meant, in a time that nobody notices.
const GUESSES: usize = 20_000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Target {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    pub(crate) scene_path: String,
    /// Names from the root, joined by '/'; of siblings with the same name the second is 'Name[1]'. Or 'obj:' and an instanceId
    object_path: Option<String>,
    /// The object's instanceId, instead of its path
    instance_id: Option<u64>,
}

/// An object of a scene.
pub(crate) struct Found {
    pub(crate) scene: Arc<Scene>,
    pub(crate) index: ObjectIndex,
}

/// A component as a list shows it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Card {
    /// Position among the object's components
    index: usize,
    /// Its type
    #[serde(rename = "type")]
    type_name: String,
    /// Path of its script; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<String>,
    /// Why its script is not known; absent when all is well
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// Its own switch; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    enabled: Option<bool>,
}

impl Target {
    /// The object for an engine that finds it by itself.
    pub(crate) fn object(&self) -> Result<ObjectRef, Failure> {
        match (self.instance_id, &self.object_path) {
            (Some(id), _) => Ok(ObjectRef::Id(ObjectId::from_number(id))),
            (None, Some(path)) => Ok(object_ref(path)),
            (None, None) => Err(unnamed()),
        }
    }

    pub(crate) fn find(&self, cx: &Cx<'_>) -> Result<Found, Failure> {
        let scene = cx.ask(|engine, cx| engine.scene(&self.scene_path, cx))?;
        let index = match (self.instance_id, &self.object_path) {
            (Some(id), _) => {
                by_id(&scene, id).ok_or_else(|| cx.not_found("Object", &format!("obj:{id}"), []))?
            }
            (None, Some(path)) => by_path(&scene, path, cx)?,
            (None, None) => return Err(unnamed()),
        };
        Ok(Found { scene, index })
    }
}

fn unnamed() -> Failure {
    let missing = vec!["objectPath".to_owned()];
    Failure::InvalidArguments { violations: Violations { missing, ..Violations::default() } }
}

impl Found {
    pub(crate) fn object(&self) -> &Object {
        self.scene.object(self.index)
    }

    /// Whether it and everything above it is switched on.
    pub(crate) fn is_active_in_hierarchy(&self) -> bool {
        let above = std::iter::successors(Some(self.object()), |object| {
            object.parent.map(|parent| self.scene.object(parent))
        });
        above.into_iter().all(|object| object.active)
    }

    /// A component by its type or by its position.
    pub(crate) fn component(&self, named: &str, cx: &Cx<'_>) -> Result<usize, Failure> {
        let components = &self.object().components;
        let by_position = named.parse().ok().filter(|&index: &usize| index < components.len());
        let found = by_position.or_else(|| by_type(components, named));
        let types = components.iter().map(|component| component.type_name.as_str());
        found.ok_or_else(|| cx.not_found("Component", named, types))
    }
}

impl Card {
    pub(crate) fn of(index: usize, component: &Component) -> Card {
        let (script, problem) = match &component.script {
            Script::BuiltIn => (None, None),
            Script::Found(path) => (Some(path.clone()), None),
            Script::Missing { reason } | Script::Unknown { reason } => (None, Some(reason.clone())),
        };
        let type_name = component.type_name.clone();
        Card { index, type_name, script, problem, enabled: component.enabled }
    }
}

/// Asks an engine for members; not every one can tell.
pub(crate) fn ask_members<T>(
    cx: &Cx<'_>,
    read: impl FnOnce(&dyn Members, &Context) -> Result<Reading<T>, EngineError>,
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

/// Asks an engine for what only Godot's nodes have.
pub(crate) fn ask_nodes<T>(
    cx: &Cx<'_>,
    read: impl FnOnce(&dyn Nodes, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| read(engine.as_nodes().ok_or_else(|| lacking(engine, "read nodes"))?, cx))
}

fn by_id(scene: &Scene, id: u64) -> Option<ObjectIndex> {
    let at = scene.objects.iter().position(|object| object.id.get() == id)?;
    Some(ObjectIndex(u32::try_from(at).ok()?))
}

/// An object by what a client wrote for it: a path, or `obj:` and a number.
pub(crate) fn by_path(scene: &Scene, path: &str, cx: &Cx<'_>) -> Result<ObjectIndex, Failure> {
    let found = match path.strip_prefix("obj:").and_then(|id| id.parse().ok()) {
        Some(id) => by_id(scene, id),
        None => lookup(scene, path.trim_start_matches('/')),
    };
    found.ok_or_else(|| {
        let paths = scene.objects.iter().take(GUESSES).map(|object| object.path.as_str());
        cx.not_found("Object", path, paths)
    })
}

/// `Light` and `Light[0]` are the first of its type, `Light[1]` is the second.
fn by_type(components: &[Component], named: &str) -> Option<usize> {
    let of = |name: &str, nth: usize| {
        let same =
            |(_, component): &(usize, &Component)| component.type_name.eq_ignore_ascii_case(name);
        components.iter().enumerate().filter(same).nth(nth).map(|(index, _)| index)
    };
    let numbered = || {
        let (name, nth) = named.strip_suffix(']')?.rsplit_once('[')?;
        of(name, nth.parse().ok()?)
    };
    of(named, 0).or_else(numbered)
}

/// The first object with this very path, else the one that the numbers in it tell. An object is
/// looked at once, however names and numbers combine.
fn lookup(scene: &Scene, path: &str) -> Option<ObjectIndex> {
    if let Some(at) = scene.objects.iter().position(|object| object.path == path) {
        return Some(ObjectIndex(u32::try_from(at).ok()?));
    }
    let mut open: Vec<(&[ObjectIndex], &str)> = vec![(&scene.roots, path)];
    while let Some((siblings, path)) = open.pop() {
        let mut namesakes: HashMap<&str, usize> = HashMap::new();
        for &index in siblings {
            let object = scene.object(index);
            let Some(rest) = path.strip_prefix(object.name.as_str()) else {
                continue;
            };
            let number = namesakes.entry(&object.name).or_default();
            match unnumbered(rest, *number) {
                Some("") => return Some(index),
                Some(rest) => open.push((&object.children, rest)),
                None => {}
            }
            *number += 1;
        }
    }
    None
}

/// What follows a name: nothing or `/…`, or the same behind the object's number among its namesakes.
fn unnumbered(rest: &str, number: usize) -> Option<&str> {
    let rest = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((text, rest)) if text.parse() == Ok(number) => rest,
        _ => rest,
    };
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths in pre-order; a path may come more than once.
    fn scene(paths: &[&str]) -> Scene {
        let mut scene = Scene::default();
        let mut open: Vec<(String, ObjectIndex)> = Vec::new();
        for (number, path) in paths.iter().enumerate() {
            open.retain(|(above, _)| path.starts_with(&format!("{above}/")));
            let parent = open.last().map(|(_, index)| *index);
            let name = path.rsplit('/').next().unwrap().to_owned();
            let object = Object {
                id: ObjectId::new("a", &number.to_string()),
                name,
                path: String::new(),
                active: true,
                tag: None,
                layer: None,
                static_flags: None,
                components: vec![Component::built_in("Transform")],
                parent: None,
                children: Vec::new(),
                node: None,
            };
            let index = scene.push(parent, object);
            open.push(((*path).to_owned(), index));
        }
        scene
    }

    #[test]
    fn paths_number_what_names_leave_open() {
        let scene = scene(&["A", "A/B", "A/B", "A/B/C", "A", "A/B", "A/D", "E[0]", "E"]);
        for (path, expected) in [
            ("A", Some(0)),
            ("A[0]", Some(0)),
            ("A/B", Some(1)),
            ("A/B[1]", Some(2)),
            ("A/B[1]/C", Some(3)),
            ("A/B/C", Some(3)),
            ("A[1]", Some(4)),
            ("A[1]/B", Some(5)),
            ("A[1]/B[0]", Some(5)),
            ("A/D", Some(6)),
            ("E[0]", Some(7)),
            ("E", Some(8)),
            ("A[2]", None),
            ("A/B[2]", None),
            ("A/", Some(0)),
            ("", None),
            ("A[18446744073709551616]", None),
        ] {
            assert_eq!(lookup(&scene, path).map(|index| index.0), expected, "{path}");
        }
    }

    #[test]
    fn components_are_named_by_type_and_number() {
        let components = ["Transform", "Light", "Light"].map(Component::built_in);
        for (named, expected) in [
            ("light", Some(1)),
            ("Light[0]", Some(1)),
            ("Light[1]", Some(2)),
            ("Light[2]", None),
            ("Camera", None),
            ("", None),
        ] {
            assert_eq!(by_type(&components, named), expected, "{named}");
        }
    }
}
