//! The loaded scenes and their objects, as this interface names them.

pub(crate) mod pose;
pub(crate) mod types;
pub(crate) mod walk;

use std::sync::Arc;

use scenewright_engine::{Context, Engine, Runtime};
use scenewright_model::{
    DONT_DESTROY_ON_LOAD_SCENE, EngineKind, HIDDEN_SCENE, LoadedScene, ObjectId, ObjectIndex,
    Scene, SceneObject,
};
use serde_json::{Value, json};

use crate::error::{ExplorerError, ExplorerResult};
use crate::instance_ids::InstanceIds;

/// The engine as a tool sees it.
#[derive(Clone, Copy)]
pub(crate) struct EngineView<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) cx: &'a Context,
    pub(crate) ids: &'a InstanceIds,
}

/// Runs work on what is inspected: the running game if there is one, otherwise the project.
pub(crate) fn with_view<T>(
    engine: &dyn Engine,
    cx: &Context,
    ids: &InstanceIds,
    work: impl FnOnce(EngineView<'_>) -> T,
) -> T {
    let game = engine.as_games().and_then(|games| games.running(cx));
    work(EngineView { engine: game.as_deref().unwrap_or(engine), cx, ids })
}

/// A scene of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExplorerScene {
    /// `scn:0` for the first that was loaded, `scn:ddol`, `scn:hide`.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) index: i64,
    /// The engine's path; for a pseudo-scene its id.
    pub(crate) path: String,
    pub(crate) is_loaded: bool,
    pub(crate) roots: usize,
}

/// An object and the scene that it is in.
#[derive(Clone)]
pub(crate) struct ObjectLocation {
    pub(crate) scene: Arc<Scene>,
    pub(crate) index: ObjectIndex,
}

impl<'a> EngineView<'a> {
    /// The scenes in the order in which they were loaded, then the pseudo-scenes.
    pub(crate) fn scenes(self) -> ExplorerResult<Vec<ExplorerScene>> {
        let loaded = self.loaded_scenes()?;
        let (pseudo, real): (Vec<_>, Vec<_>) = loaded.into_iter().partition(|it| it.is_pseudo);
        let scenes = real.into_iter().enumerate().map(|(at, scene)| ExplorerScene {
            id: format!("scn:{at}"),
            name: scene.name,
            index: i64::try_from(at).unwrap_or(i64::MAX),
            path: scene.path,
            is_loaded: true,
            roots: scene.roots,
        });
        let outside = [
            (DONT_DESTROY_ON_LOAD_SCENE, "DontDestroyOnLoad", -1),
            (HIDDEN_SCENE, "HideAndDontSave", -2),
        ];
        let outside = outside.map(|(id, name, index)| {
            let roots = pseudo.iter().find(|it| it.path == id).map_or(0, |it| it.roots);
            let (id, path, name) = (id.to_owned(), id.to_owned(), name.to_owned());
            ExplorerScene { id, name, index, path, is_loaded: index == -1 && roots > 0, roots }
        });
        Ok(scenes.chain(outside).collect())
    }

    fn loaded_scenes(self) -> ExplorerResult<Vec<LoadedScene>> {
        match self.engine.as_world() {
            Some(world) => Ok(world.loaded(self.cx)?.value),
            None => self.assumed_loaded(),
        }
    }

    /// For an engine without a world: the scene that the game starts with, or the first.
    fn assumed_loaded(self) -> ExplorerResult<Vec<LoadedScene>> {
        let main = self.engine.project(self.cx)?.value.main_scene;
        let all = self.engine.scenes(self.cx)?.value;
        let main = main.and_then(|main| all.iter().find(|scene| scene.path == main));
        let Some(scene) = main.or(all.first()) else { return Ok(Vec::new()) };
        let objects = self.scene(&scene.path)?;
        Ok(vec![LoadedScene {
            path: scene.path.clone(),
            name: scene.name.clone(),
            is_pseudo: false,
            is_active: true,
            is_dirty: false,
            is_conflicted: false,
            roots: objects.roots.len(),
            objects: objects.objects.len(),
        }])
    }

    pub(crate) fn scene(self, path: &str) -> ExplorerResult<Arc<Scene>> {
        Ok(self.engine.scene(path, self.cx)?.value)
    }

    /// The scenes that a list without a scene id covers.
    pub(crate) fn real_scenes(self) -> ExplorerResult<Vec<Arc<Scene>>> {
        let scenes = self.scenes()?.into_iter().filter(|scene| scene.index >= 0);
        scenes.map(|scene| self.scene(&scene.path)).collect()
    }

    /// With the pseudo-scenes that are not empty.
    pub(crate) fn all_scenes(self) -> ExplorerResult<Vec<Arc<Scene>>> {
        let scenes = self.scenes()?.into_iter().filter(|it| it.index >= 0 || it.roots > 0);
        scenes.map(|scene| self.scene(&scene.path)).collect()
    }

    /// `None` for an unknown id.
    pub(crate) fn scene_by_id(self, id: &str) -> ExplorerResult<Option<Arc<Scene>>> {
        let mut scenes = self.scenes()?.into_iter();
        // Some clients ask for the first scene by its number alone.
        let found =
            scenes.find(|scene| scene.id == id || scene.id.strip_prefix("scn:") == Some(id));
        match found {
            Some(scene) if scene.index < 0 && scene.roots == 0 => Ok(Some(Arc::default())),
            Some(scene) => self.scene(&scene.path).map(Some),
            None => Ok(None),
        }
    }

    /// By the number of this interface or by the engine's own id.
    pub(crate) fn find(self, id: ObjectId) -> ExplorerResult<ObjectLocation> {
        let meant = self.ids.object_id(id);
        let scenes = self.all_scenes()?;
        let position = |scene: &Scene| walk::position(scene, meant.unwrap_or(id));
        // A number from before a restart, of an object that no client has seen since.
        let number = |scene: &Scene| {
            let is_it = |object: &SceneObject| u64::from(self.ids.number(object.id)) == id.get();
            let fits = meant.is_none() && u32::try_from(id.get()).is_ok();
            let at = fits.then(|| scene.objects.iter().position(is_it)).flatten()?;
            walk::position(scene, scene.objects[at].id)
        };
        let found = scenes.iter().find_map(|scene| Some((scene, position(scene)?)));
        let found = found.or_else(|| scenes.iter().find_map(|it| Some((it, number(it)?))));
        if let Some((scene, index)) = found {
            return Ok(ObjectLocation { scene: Arc::clone(scene), index });
        }
        Err(ExplorerError::not_found(format!("no loaded scene has an object {id}"))
            .hint("ListObjects and SearchObjects return the ids of objects"))
    }

    /// The engine's id of an object that a client names by either kind of id.
    pub(crate) fn resolve_id(self, id: ObjectId) -> ObjectId {
        let found = self.find(id).map(|location| location.object().id).ok();
        found.or_else(|| self.ids.object_id(id)).unwrap_or(id)
    }

    /// An object as lists show it.
    pub(crate) fn object_json(self, object: &SceneObject) -> Value {
        json!({
            "Id": self.ids.text(object.id),
            "Name": object.name,
            "Path": slash_path(object),
            "Tag": object.tag.as_deref().unwrap_or("Untagged"),
            "Layer": object.layer.unwrap_or(0),
            "Active": object.active,
            "ComponentCount": object.components.len(),
        })
    }

    /// The running game, if it is a game that is inspected.
    pub(crate) fn runtime(self) -> Option<&'a dyn Runtime> {
        self.engine.as_runtime()
    }

    pub(crate) fn is_unity(self) -> bool {
        self.engine.kind() == EngineKind::UNITY
    }
}

impl ExplorerScene {
    pub(crate) fn to_json(&self) -> Value {
        let ExplorerScene { id, name, index, is_loaded, roots, .. } = self;
        json!({ "Id": id, "Name": name, "Index": index, "IsLoaded": is_loaded, "RootCount": roots })
    }
}

impl ObjectLocation {
    pub(crate) fn object(&self) -> &SceneObject {
        self.scene.object(self.index)
    }
}

pub(crate) fn slash_path(object: &SceneObject) -> String {
    format!("/{}", object.path)
}
