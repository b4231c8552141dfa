//! The loaded scenes of a game and their trees.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use scenewright_engine::{Context, EngineError, Subject};
use scenewright_model::{
    Component, ComponentScript, DONT_DESTROY_ON_LOAD_SCENE, GAME_SCENE_PREFIX, LoadedScene,
    NodeFacts, NodeOrigin, ObjectId, ObjectIndex, Scene, SceneObject,
};

use super::GameEngine;
use crate::answer::Fields;
use crate::variant::{Dictionary, Variant};

/// All scenes at one moment.
pub(super) struct GameSnapshot {
    /// The current scene first, then the others in the order of the tree; what belongs to none comes last, as one
    /// pseudo-scene.
    scenes: Vec<(LoadedScene, Arc<Scene>)>,
    /// What belongs to no scene, one by one.
    kept: Vec<Arc<Scene>>,
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

/// A child of the root window, with a row for each of its nodes.
struct RootChild<'a> {
    name: &'a str,
    file: &'a str,
    kind: RootKind,
    rows: &'a [Variant],
}

impl GameEngine {
    /// One question to the game, however much of the answer is needed.
    fn snapshot(&self, cx: &Context) -> Result<Arc<GameSnapshot>, EngineError> {
        let mut kept = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(snapshot) = &*kept {
            return Ok(Arc::clone(snapshot));
        }
        let snapshot = self.ask("scenes", Dictionary::default(), cx, |answer| {
            let roots = answer.list("scenes")?.iter().map(root_child).collect::<Option<Vec<_>>>();
            let snapshot = roots.and_then(|roots| GameSnapshot::new(&roots));
            snapshot.map(Arc::new).ok_or_else(|| Fields::wrong("scenes"))
        })?;
        Ok(Arc::clone(kept.insert(snapshot)))
    }

    /// After something that may have changed the game.
    pub(super) fn forget_snapshot(&self) {
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub(super) fn loaded_scenes(&self, cx: &Context) -> Result<Vec<LoadedScene>, EngineError> {
        Ok(self.snapshot(cx)?.scenes.iter().map(|(loaded, _)| loaded.clone()).collect())
    }

    pub(super) fn read_scene(&self, path: &str, cx: &Context) -> Result<Arc<Scene>, EngineError> {
        let snapshot = self.snapshot(cx)?;
        let asked = |loaded: &LoadedScene| match path {
            GAME_SCENE_PREFIX => loaded.is_active,
            path => loaded.path == path,
        };
        let scenes = snapshot.scenes.iter().filter(|(loaded, _)| asked(loaded));
        let kept = snapshot.kept.iter().filter(|scene| scene.path == path);
        let missing =
            || EngineError::NotFound { what: Subject::LoadedScene, path: path.to_owned() };
        scenes.map(|(_, scene)| scene).chain(kept).next().cloned().ok_or_else(missing)
    }

    /// Each child of the root window as a scene of its own.
    pub(crate) fn addressed_scenes(&self, cx: &Context) -> Result<Vec<LoadedScene>, EngineError> {
        let snapshot = self.snapshot(cx)?;
        let scenes = snapshot.scenes.iter().filter(|(loaded, _)| !loaded.is_pseudo);
        let scenes = scenes.map(|(loaded, _)| LoadedScene { is_active: false, ..loaded.clone() });
        let kept = snapshot.kept.iter().map(|scene| LoadedScene {
            name: scene.objects.first().map(|root| root.name.clone()).unwrap_or_default(),
            is_pseudo: true,
            ..described(scene)
        });
        Ok(scenes.chain(kept).collect())
    }

    /// All objects of the game, scene by scene.
    pub(super) fn all_scenes(&self, cx: &Context) -> Result<Vec<Arc<Scene>>, EngineError> {
        Ok(self.snapshot(cx)?.scenes.iter().map(|(_, scene)| Arc::clone(scene)).collect())
    }
}

impl GameSnapshot {
    /// `None` for rows that are not understood.
    fn new(roots: &[RootChild<'_>]) -> Option<GameSnapshot> {
        let of_kind = |kind| roots.iter().filter(move |root| root.kind == kind);
        let mut scenes = Vec::with_capacity(roots.len());
        for root in of_kind(RootKind::Current).chain(of_kind(RootKind::Beside)) {
            let mut scene = Scene { path: scene_path(root.name), ..Scene::default() };
            add_objects(&mut scene, root.rows)?;
            scenes.push((loaded_scene(root, &scene), Arc::new(scene)));
        }
        let path = DONT_DESTROY_ON_LOAD_SCENE.to_owned();
        let mut kept = Scene { path, ..Scene::default() };
        let mut each = Vec::new();
        for root in of_kind(RootKind::Kept) {
            add_objects(&mut kept, root.rows)?;
            let mut scene = Scene { path: scene_path(root.name), ..Scene::default() };
            add_objects(&mut scene, root.rows)?;
            each.push(Arc::new(scene));
        }
        if !kept.objects.is_empty() {
            let loaded = LoadedScene {
                name: "DontDestroyOnLoad".to_owned(),
                is_active: false,
                is_pseudo: true,
                ..described(&kept)
            };
            scenes.push((loaded, Arc::new(kept)));
        }
        Some(GameSnapshot { scenes, kept: each })
    }
}

/// The address of a child of the root.
pub(super) fn scene_path(name: &str) -> String {
    format!("{GAME_SCENE_PREFIX}/root/{name}")
}

/// The name of its file, or of its root if it has none.
fn loaded_scene(root: &RootChild<'_>, scene: &Scene) -> LoadedScene {
    let file = root.file.rsplit('/').next().and_then(|file| file.rsplit_once('.'));
    let name = file.map_or(root.name, |(stem, _)| stem).to_owned();
    let is_active = root.kind == RootKind::Current;
    LoadedScene { name, is_active, ..described(scene) }
}

fn described(scene: &Scene) -> LoadedScene {
    LoadedScene {
        path: scene.path.clone(),
        name: String::new(),
        is_active: false,
        is_dirty: false,
        is_conflicted: false,
        is_pseudo: false,
        roots: scene.roots.len(),
        objects: scene.objects.len(),
    }
}

fn root_child(row: &Variant) -> Option<RootChild<'_>> {
    let [name, file, kind, rows] = row.as_array()? else { return None };
    Some(RootChild {
        name: name.as_text()?,
        file: file.as_text()?,
        kind: match kind.as_text()? {
            "current" => RootKind::Current,
            "beside" => RootKind::Beside,
            _ => RootKind::Kept,
        },
        rows: rows.as_array()?,
    })
}

/// Adds a tree to a scene. Its rows name their parents by the position among them.
fn add_objects(scene: &mut Scene, rows: &[Variant]) -> Option<()> {
    let first = u32::try_from(scene.objects.len()).ok()?;
    let mut places: HashMap<i64, ObjectIndex> = HashMap::with_capacity(rows.len());
    for row in rows {
        let [parent, name, class, id, script, path, file, active, groups, unique, owner] =
            row.as_array()?
        else {
            return None;
        };
        let parent = u32::try_from(parent.as_int()?).ok().map(|at| ObjectIndex(first + at));
        let class = Component::built_in(class.as_text()?);
        let script = script_component(script.as_text()?, path.as_text()?);
        let groups = groups.as_array()?.iter().filter_map(Variant::as_text).map(str::to_owned);
        let file = Some(file.as_text()?).filter(|file| !file.is_empty() && parent.is_some());
        let owner = places.get(&owner.as_int()?).copied();
        let is_instanced = owner.is_some_and(|owner| owner.0 > first);
        let facts = NodeFacts {
            groups: groups.collect(),
            unique_name: unique.as_bool()?,
            instance_of: file.map(str::to_owned),
            owner,
            origin: if is_instanced { NodeOrigin::Instanced } else { NodeOrigin::Own },
            ..NodeFacts::default()
        };
        let object = SceneObject {
            id: ObjectId::from_number(id.as_int()? as u64),
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
        places.insert(id.as_int()?, scene.push(parent, object));
    }
    Some(())
}

fn script_component(name: &str, path: &str) -> Option<Component> {
    let found = || Component::new(name, ComponentScript::Found(path.to_owned()));
    (!name.is_empty()).then(found)
}
