//! The loaded scenes of a game and their trees.

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError, Subject};
use scenewright_model::{
    Component, ComponentScript, DONT_DESTROY_ON_LOAD_SCENE, LoadedScene, NodeFacts, NodeOrigin,
    ObjectId, ObjectIndex, Scene, SceneObject,
};

use super::GameEngine;
use crate::answer::Fields;
use crate::variant::{Dictionary, Variant};

/// A child of the root window is a scene: `game:/root/Main`.
const SCENE_PREFIX: &str = "game:/root/";

/// A child of the root window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RootChild {
    name: String,
    file: String,
    kind: RootKind,
    objects: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RootKind {
    /// The tree's current scene.
    Current,
    /// A scene that was loaded beside it.
    Beside,
    /// What stays when the scene changes: autoloads, and nodes that scripts put there.
    Kept,
}

impl GameEngine {
    pub(super) fn root_children(&self, cx: &Context) -> Result<Vec<RootChild>, EngineError> {
        self.ask("scenes", Dictionary::default(), cx, |answer| {
            let rows = answer.list("scenes")?.iter().map(root_child).collect::<Option<_>>();
            rows.ok_or_else(|| Fields::wrong("scenes"))
        })
    }

    /// In the order of the tree, the current scene first; what belongs to none comes last, as one pseudo-scene.
    pub(super) fn loaded_scenes(&self, cx: &Context) -> Result<Vec<LoadedScene>, EngineError> {
        let (kept, mut scenes): (Vec<_>, Vec<_>) =
            self.root_children(cx)?.into_iter().partition(|it| it.kind == RootKind::Kept);
        scenes.sort_by_key(|scene| scene.kind != RootKind::Current);
        let mut loaded: Vec<LoadedScene> = scenes.into_iter().map(loaded_scene).collect();
        if !kept.is_empty() {
            loaded.push(LoadedScene {
                path: DONT_DESTROY_ON_LOAD_SCENE.to_owned(),
                name: "DontDestroyOnLoad".to_owned(),
                is_active: false,
                is_dirty: false,
                is_conflicted: false,
                is_pseudo: true,
                roots: kept.len(),
                objects: kept.iter().map(|it| it.objects).sum(),
            });
        }
        Ok(loaded)
    }

    pub(super) fn read_scene(&self, path: &str, cx: &Context) -> Result<Scene, EngineError> {
        let missing =
            || EngineError::NotFound { what: Subject::LoadedScene, path: path.to_owned() };
        let names: Vec<String> = match path {
            DONT_DESTROY_ON_LOAD_SCENE => {
                let kept = self.root_children(cx)?.into_iter();
                kept.filter(|it| it.kind == RootKind::Kept).map(|it| it.name).collect()
            }
            _ => vec![path.strip_prefix(SCENE_PREFIX).ok_or_else(missing)?.to_owned()],
        };
        let names: Vec<Variant> = names.into_iter().map(Variant::from).collect();
        let mut scene = self.ask("objects", [("names", names.into())], cx, |answer| {
            to_scene(answer.list("rows")?).ok_or_else(|| Fields::wrong("rows"))
        })?;
        if scene.objects.is_empty() && path != DONT_DESTROY_ON_LOAD_SCENE {
            return Err(missing());
        }
        path.clone_into(&mut scene.path);
        Ok(scene)
    }

    /// All objects of the game, scene by scene.
    pub(super) fn all_scenes(&self, cx: &Context) -> Result<Vec<Scene>, EngineError> {
        let loaded = self.loaded_scenes(cx)?.into_iter();
        loaded.map(|scene| self.read_scene(&scene.path, cx)).collect()
    }
}

/// The address of a child of the root.
pub(super) fn scene_path(name: &str) -> String {
    format!("{SCENE_PREFIX}{name}")
}

fn loaded_scene(child: RootChild) -> LoadedScene {
    let RootChild { name, file, kind, objects } = child;
    let stem = file.rsplit('/').next().and_then(|file| file.rsplit_once('.')).map(|(stem, _)| stem);
    LoadedScene {
        path: scene_path(&name),
        name: stem.map_or_else(|| name.clone(), str::to_owned),
        is_active: kind == RootKind::Current,
        is_dirty: false,
        is_conflicted: false,
        is_pseudo: false,
        roots: 1,
        objects,
    }
}

fn root_child(row: &Variant) -> Option<RootChild> {
    let [name, file, kind, objects] = row.as_array()? else { return None };
    Some(RootChild {
        name: name.as_text()?.to_owned(),
        file: file.as_text()?.to_owned(),
        kind: match kind.as_text()? {
            "current" => RootKind::Current,
            "beside" => RootKind::Beside,
            _ => RootKind::Kept,
        },
        objects: usize::try_from(objects.as_int()?).ok()?,
    })
}

fn to_scene(rows: &[Variant]) -> Option<Scene> {
    let mut scene = Scene::default();
    let mut places: HashMap<i64, ObjectIndex> = HashMap::with_capacity(rows.len());
    for row in rows {
        let [parent, name, class, id, script, path, file, active, groups, unique, owner] =
            row.as_array()?
        else {
            return None;
        };
        let parent = u32::try_from(parent.as_int()?).ok().map(ObjectIndex);
        let (id, owner) = (id.as_int()?, owner.as_int()?);
        let class = Component::built_in(class.as_text()?);
        let script = script_component(script.as_text()?, path.as_text()?);
        let groups = groups.as_array()?.iter().filter_map(Variant::as_text).map(str::to_owned);
        let file = Some(file.as_text()?).filter(|file| !file.is_empty() && parent.is_some());
        let owner = places.get(&owner).copied();
        let facts = NodeFacts {
            groups: groups.collect(),
            unique_name: unique.as_bool()?,
            instance_of: file.map(str::to_owned),
            owner,
            origin: if owner.is_some_and(|owner| owner.0 > 0) {
                NodeOrigin::Instanced
            } else {
                NodeOrigin::Own
            },
            ..NodeFacts::default()
        };
        let object = SceneObject {
            id: ObjectId::from_number(id as u64),
            name: name.as_text()?.to_owned(),
            path: String::new(),
            active: active.as_bool()?,
            tag: None,
            layer: None,
            static_flags: None,
            components: [class].into_iter().chain(script).map(Arc::new).collect(),
            parent: None,
            children: Vec::new(),
            node: Some(Box::new(facts)),
        };
        places.insert(id, scene.push(parent, object));
    }
    Some(scene)
}

fn script_component(name: &str, path: &str) -> Option<Component> {
    let found = || Component::new(name, ComponentScript::Found(path.to_owned()));
    (!name.is_empty()).then(found)
}
