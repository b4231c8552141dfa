//! The scenes that are open in the editor, instead of those that the engine on files has loaded.

use std::sync::Arc;

use scenewright_engine::names::NameError;
use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject, World};
use scenewright_model::{
    Clipboard, DataSource, EditOutcome, LoadedScene, ObjectId, Placement, SaveMode, Scene,
    SceneObject, SelectedObject, Selection, UnloadMode, UnsavedWork,
};
use serde_json::{Value, json};

use super::LiveGodot;
use super::errors::unsupported;
use super::read_source::ReadSource;
use crate::protocol::{EditorState, OpenScene};

impl LiveGodot {
    pub(super) fn files_world(&self) -> std::result::Result<&dyn World, EngineError> {
        self.files.as_world().ok_or_else(|| unsupported("load scenes"))
    }

    /// Runs `live` if there is an editor, otherwise `files`.
    fn live_or_files<T>(
        &self,
        cx: &Context,
        live: impl FnOnce(&EditorState) -> std::result::Result<T, EngineError>,
        files: impl FnOnce(&dyn World) -> ReadResult<T>,
    ) -> ReadResult<T> {
        match self.sync_with_editor(cx)? {
            ReadSource::Live(state, _) => {
                let value = live(&state)?;
                Ok(Reading::new(value, DataSource::Live))
            }
            source @ ReadSource::Files(_) => Ok(source.label(files(self.files_world()?)?)),
        }
    }

    pub(super) fn command(
        &self,
        method: &str,
        params: Value,
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        self.ask::<Value>(method, params, cx).map(drop)
    }

    /// Opens a scene and makes it the current tab.
    pub(super) fn open_scene(
        &self,
        scene: &str,
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        self.command("scenewright.open_scene", json!({ "path": scene }), cx)
    }

    /// The path of a node in the protocol's format.
    pub(super) fn node_path(
        &self,
        scene: &str,
        object: ObjectId,
        cx: &Context,
    ) -> std::result::Result<String, EngineError> {
        self.sync_with_editor(cx)?;
        let scene = self.files.scene(scene, cx)?.value;
        let found = scene.objects.iter().find(|candidate| candidate.id == object);
        let missing = || EngineError::Name(NameError::unknown_id(object));
        Ok(format!("/root/{}", found.ok_or_else(missing)?.path))
    }

    fn loaded_scene(
        &self,
        path: &str,
        cx: &Context,
    ) -> std::result::Result<LoadedScene, EngineError> {
        match self.sync_with_editor(cx)?.open_scene(path) {
            Some(open) => self.describe_scene(open, cx),
            None => Err(EngineError::NotFound { what: Subject::OpenScene, path: path.to_owned() }),
        }
    }

    fn describe_scene(
        &self,
        open: &OpenScene,
        cx: &Context,
    ) -> std::result::Result<LoadedScene, EngineError> {
        let (roots, objects) = match self.files.scene(&open.path, cx) {
            Ok(scene) => (scene.value.roots.len(), scene.value.objects.len()),
            Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => {
                return Err(error);
            }
            Err(_) => (0, 0),
        };
        let name = open.path.rsplit('/').next().unwrap_or_default();
        Ok(LoadedScene {
            name: name.trim_end_matches(".tscn").to_owned(),
            path: open.path.clone(),
            is_pseudo: false,
            is_active: open.current,
            is_dirty: open.unsaved,
            is_conflicted: false,
            roots,
            objects,
        })
    }

    fn read_selection(
        &self,
        state: &EditorState,
        cx: &Context,
    ) -> std::result::Result<Selection, EngineError> {
        let Some(current) = state.scenes.iter().find(|scene| scene.current) else {
            return Ok(Selection::default());
        };
        let scene = self.files.scene(&current.path, cx)?.value;
        let one = |path: &String| {
            let object = object_at(&scene, path)?;
            Some(SelectedObject {
                scene: current.path.clone(),
                id: object.id,
                path: object.path.clone(),
            })
        };
        Ok(Selection { objects: state.selection.iter().filter_map(one).collect() })
    }

    /// Selects nodes of one scene and makes that scene the current tab.
    fn select_live(
        &self,
        objects: &[ObjectId],
        state: &EditorState,
        cx: &Context,
    ) -> std::result::Result<Selection, EngineError> {
        let mut chosen: Option<(Arc<Scene>, Vec<String>)> = None;
        for open in &state.scenes {
            let scene = self.files.scene(&open.path, cx)?.value;
            let paths = objects.iter().map(|id| {
                let object = scene.objects.iter().find(|object| object.id == *id)?;
                Some(format!("/root/{}", object.path))
            });
            if let Some(paths) = paths.collect::<Option<Vec<String>>>() {
                chosen = Some((Arc::clone(&scene), paths));
                break;
            }
        }
        let Some((scene, paths)) = chosen else {
            return Err(EngineError::NotFound {
                what: Subject::OpenSceneObjects,
                path: objects.iter().map(ObjectId::to_string).collect::<Vec<_>>().join(", "),
            });
        };
        self.open_scene(&scene.path, cx)?;
        self.select_in_editor(&paths, cx)?;
        self.read_selection(&self.editor_state(cx)?, cx)
    }
}

/// Finds an object by its path relative to the root, which is `.`.
pub(super) fn object_at<'s>(scene: &'s Scene, path: &str) -> Option<&'s SceneObject> {
    let root = scene.object(*scene.roots.first()?);
    if path == "." {
        return Some(root);
    }
    let inside = |object: &&SceneObject| {
        let rest = object.path.strip_prefix(&root.path).and_then(|rest| rest.strip_prefix('/'));
        rest == Some(path)
    };
    scene.objects.iter().find(inside)
}

impl World for LiveGodot {
    fn loaded(&self, cx: &Context) -> ReadResult<Vec<LoadedScene>> {
        self.live_or_files(
            cx,
            |state| state.scenes.iter().map(|open| self.describe_scene(open, cx)).collect(),
            |files| files.loaded(cx),
        )
    }

    /// Those of the engine on files; the editor's unsaved changes belong to its user and are reported with its scenes.
    fn unsaved(&self, cx: &Context) -> ReadResult<Vec<UnsavedWork>> {
        self.files_world()?.unsaved(cx)
    }

    /// The editor keeps the other scenes open, whether `additive` or not.
    fn load(
        &self,
        path: &str,
        additive: bool,
        others: UnloadMode,
        cx: &Context,
    ) -> ReadResult<LoadedScene> {
        self.live_or_files(
            cx,
            |_| {
                self.files.scene(path, cx)?;
                self.open_scene(path, cx)?;
                self.loaded_scene(path, cx)
            },
            |files| files.load(path, additive, others, cx),
        )
    }

    fn unload(&self, path: &str, how: UnloadMode, cx: &Context) -> ReadResult<()> {
        let discard = how == UnloadMode::Discard;
        self.live_or_files(
            cx,
            |_| {
                let params = json!({ "path": path, "discard": discard });
                self.command("scenewright.close_scene", params, cx)
            },
            |files| files.unload(path, how, cx),
        )
    }

    fn reload(&self, path: &str, cx: &Context) -> ReadResult<LoadedScene> {
        self.live_or_files(
            cx,
            |_| {
                self.command("scenewright.reload_scene", json!({ "path": path }), cx)?;
                self.loaded_scene(path, cx)
            },
            |files| files.reload(path, cx),
        )
    }

    fn save(&self, path: Option<&str>, mode: SaveMode, cx: &Context) -> ReadResult<EditOutcome> {
        self.live_or_files(
            cx,
            |state| {
                let mut edited = self.save_live(path, mode, state, cx)?;
                self.save_drafts(path, mode, &mut edited, cx)?;
                Ok(edited)
            },
            |files| self.save_files(files, path, mode, cx),
        )
    }

    fn save_as(
        &self,
        path: &str,
        to: &str,
        mode: SaveMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        let source = self.sync_with_editor(cx)?;
        let mut saved = self.files_world()?.save_as(path, to, mode, cx)?;
        if mode.dry_run {
            self.check_preview(&source, &saved.value)?;
            return Ok(source.label(saved));
        }
        self.update_editor(&mut saved.value, cx);
        if source.open_scene(path).is_some() {
            self.open_scene(to, &cx.after_commit())?;
        }
        Ok(source.label(saved))
    }

    fn placements(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>> {
        let files = self.files_world()?;
        self.read(cx, || files.placements(scene, objects, cx))
    }

    fn selection(&self, cx: &Context) -> ReadResult<Selection> {
        self.live_or_files(cx, |state| self.read_selection(state, cx), |files| files.selection(cx))
    }

    fn select(&self, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection> {
        self.live_or_files(
            cx,
            |state| self.select_live(objects, state, cx),
            |files| files.select(objects, cx),
        )
    }

    fn clipboard(&self, cx: &Context) -> ReadResult<Clipboard> {
        self.files_world()?.clipboard(cx)
    }

    fn set_clipboard(&self, clipboard: Clipboard, cx: &Context) -> ReadResult<()> {
        self.files_world()?.set_clipboard(clipboard, cx)
    }
}
