//! The loaded scenes of a game, its places, and what its inspector remembers.

use scenewright_engine::{Context, EngineError, ReadResult, Subject, World};
use scenewright_model::{
    Clipboard, EditOutcome, LoadedScene, ObjectId, Placement, SaveMode, SelectedObject, Selection,
    Transform, UnloadMode, UnsavedWork,
};

use super::{GameEngine, id, reading, unsupported};
use crate::answer::Fields;
use crate::variant::Variant;

/// Why scenes of a game are not saved.
const NOT_SAVED: &str =
    "a running game changes in memory only; its scenes are not written to files";

impl World for GameEngine {
    fn loaded(&self, cx: &Context) -> ReadResult<Vec<LoadedScene>> {
        reading(self.loaded_scenes(cx)?)
    }

    /// What is changed in a game is never saved.
    fn unsaved(&self, _cx: &Context) -> ReadResult<Vec<UnsavedWork>> {
        reading(Vec::new())
    }

    /// A scene that replaces the others is there after the next tick, as when the game changes its scene itself.
    fn load(
        &self,
        path: &str,
        additive: bool,
        _others: UnloadMode,
        cx: &Context,
    ) -> ReadResult<LoadedScene> {
        let arguments = || [("path", Variant::from(path))];
        if !additive {
            self.change("load_alone", arguments(), cx, |_| Ok(()))?;
            return reading(pending_scene(path));
        }
        let name = self.change("load_beside", arguments(), cx, |answer| answer.text("name"))?;
        let path = super::scene::scene_path(&name);
        let loaded = self.loaded_scenes(cx)?.into_iter().find(|scene| scene.path == path);
        reading(loaded.ok_or(EngineError::NotFound { what: Subject::LoadedScene, path })?)
    }

    fn unload(&self, path: &str, _how: UnloadMode, cx: &Context) -> ReadResult<()> {
        let missing = EngineError::NotFound { what: Subject::LoadedScene, path: path.to_owned() };
        let root = self.read_scene(path, cx)?.objects.first().ok_or(missing)?.id;
        reading(self.change("delete_node", [("id", id(root))], cx, |_| Ok(()))?)
    }

    fn reload(&self, _path: &str, _cx: &Context) -> ReadResult<LoadedScene> {
        Err(unsupported("load the scene again", "a running game loads scenes by their files"))
    }

    fn save(&self, _path: Option<&str>, _mode: SaveMode, _cx: &Context) -> ReadResult<EditOutcome> {
        Err(unsupported("save a scene of a running game", NOT_SAVED))
    }

    fn save_as(
        &self,
        _path: &str,
        _to: &str,
        _mode: SaveMode,
        _cx: &Context,
    ) -> ReadResult<EditOutcome> {
        Err(unsupported("save a scene of a running game", NOT_SAVED))
    }

    fn placements(
        &self,
        _scene: &str,
        objects: &[ObjectId],
        cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>> {
        let ids: Vec<Variant> = objects.iter().copied().map(id).collect();
        let placed = self.ask("placements", [("ids", ids.into())], cx, |answer| {
            let rows = answer.list("placements")?.iter();
            let placed = rows.map(|row| match row {
                Variant::Nil => Some(None),
                row => placement(row).map(Some),
            });
            placed.collect::<Option<_>>().ok_or_else(|| Fields::wrong("placements"))
        });
        reading(placed?)
    }

    fn selection(&self, cx: &Context) -> ReadResult<Selection> {
        let selected = self.remembered().selected.clone();
        reading(self.select_existing(&selected, cx)?)
    }

    fn select(&self, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection> {
        let selection = self.select_existing(objects, cx)?;
        if selection.objects.len() < objects.len() {
            let path = objects.iter().map(ObjectId::to_string).collect::<Vec<_>>().join(", ");
            return Err(EngineError::NotFound { what: Subject::Object, path });
        }
        self.remembered().selected = objects.to_vec();
        reading(selection)
    }

    fn clipboard(&self, _cx: &Context) -> ReadResult<Clipboard> {
        reading(self.remembered().clipboard.clone())
    }

    fn set_clipboard(&self, clipboard: Clipboard, _cx: &Context) -> ReadResult<()> {
        self.remembered().clipboard = clipboard;
        reading(())
    }
}

impl GameEngine {
    /// Those that still exist, in the given order.
    fn select_existing(
        &self,
        selected: &[ObjectId],
        cx: &Context,
    ) -> Result<Selection, EngineError> {
        if selected.is_empty() {
            return Ok(Selection::default());
        }
        let scenes = self.all_scenes(cx)?;
        let find = |id: &ObjectId| {
            scenes.iter().find_map(|scene| {
                let object = scene.objects.iter().find(|object| object.id == *id)?;
                let (scene, path) = (scene.path.clone(), object.path.clone());
                Some(SelectedObject { scene, path, id: *id })
            })
        };
        Ok(Selection { objects: selected.iter().filter_map(find).collect() })
    }
}

/// A scene that the game will load at its next tick.
fn pending_scene(file: &str) -> LoadedScene {
    let name = file.rsplit('/').next().unwrap_or(file);
    LoadedScene {
        path: file.to_owned(),
        name: name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned(),
        is_active: true,
        is_dirty: false,
        is_conflicted: false,
        is_pseudo: false,
        roots: 0,
        objects: 0,
    }
}

fn placement(row: &Variant) -> Option<Placement> {
    let [local, world, is_2d] = row.as_array()? else { return None };
    Some(Placement { local: transform(local)?, world: transform(world)?, is_2d: is_2d.as_bool()? })
}

fn transform(row: &Variant) -> Option<Transform> {
    match row.as_array()? {
        [Variant::Vector3(position), Variant::Quaternion(rotation), Variant::Vector3(scale)] => {
            Some(Transform { position: *position, rotation: *rotation, scale: *scale })
        }
        _ => None,
    }
}
