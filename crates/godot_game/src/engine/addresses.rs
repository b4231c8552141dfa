//! The scenes of a running game beside those of the project: a path that begins with `game:` is one of the game's.

use std::sync::Arc;

use scenewright_engine::{
    Context, Editing, EngineError, MemberReader, NodePropertyReader, ReadResult, World,
};
use scenewright_model::{
    Clipboard, Edit, EditHistoryEntry, EditMode, EditOutcome, EditPlan, EngineKind, FileChange,
    LoadedScene, Member, MemberValue, NodeProperties, ObjectId, Placement, RecordedRequest,
    Recovery, RecoveryDirection, SaveMode, SceneChange, Selection, UnfinishedEdit, UnloadMode,
    UnsavedWork, is_game_scene,
};

use super::PlayableEngine;
use crate::inspector::GameEngine;

/// What an answer says that lists scenes of both.
const BOTH: &str = "Scenes whose path begins with game: are those of the running game.";
/// What an answer says to a change of the game.
const IN_GAME: &str =
    "The change was made in the running game: no file was written, and it cannot be undone.";

type Result<T> = std::result::Result<T, EngineError>;

/// Asks the game for its own scenes, and the project for all others.
macro_rules! for_scene {
    ($self:ident.$inner:ident, $scene:expr, $interface:ident::$name:ident($($argument:expr),*; $cx:ident)) => {
        match is_game_scene($scene) {
            true => $interface::$name(&$self.running_game($cx)?, $($argument),*, $cx),
            false => $self.$inner()?.$name($($argument),*, $cx),
        }
    };
}

impl PlayableEngine {
    pub(super) fn running_game(&self, cx: &Context) -> Result<GameEngine> {
        let game = self.games().require_running(cx)?;
        Ok(GameEngine::new(game, Arc::clone(self.inner_engine())))
    }

    fn project_members(&self) -> Result<&dyn MemberReader> {
        self.inner().as_members().ok_or_else(missing)
    }

    fn project_nodes(&self) -> Result<&dyn NodePropertyReader> {
        self.inner().as_nodes().ok_or_else(missing)
    }

    fn project_world(&self) -> Result<&dyn World> {
        self.inner().as_world().ok_or_else(missing)
    }

    fn project_editing(&self) -> Result<&dyn Editing> {
        self.inner().as_editing().ok_or_else(missing)
    }
}

/// The interface is offered only if the project's engine has it.
fn missing() -> EngineError {
    let (what, reason) = ("do this".to_owned(), "the project does not offer it".to_owned());
    EngineError::Unsupported { engine: EngineKind::GODOT, what, reason }
}

/// Whether edits are for the game. They cannot be for both.
fn is_for_game(edits: &[Edit]) -> Result<bool> {
    let mut games = edits.iter().map(|edit| is_game_scene(edit.target().scene));
    let is_game = games.next().unwrap_or_default();
    match games.all(|other| other == is_game) {
        true => Ok(is_game),
        false => Err(EngineError::Refused {
            what: "Changing files and the running game at once".to_owned(),
            reason: "they cannot be made as one change".to_owned(),
        }),
    }
}

impl MemberReader for PlayableEngine {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        for_scene!(
            self.project_members,
            scene,
            MemberReader::members(scene, object, components; cx)
        )
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        for_scene!(
            self.project_members,
            scene,
            MemberReader::member(scene, object, component, path; cx)
        )
    }

    fn script_namespaces(&self, script: &str, cx: &Context) -> Option<Vec<String>> {
        self.inner().as_members()?.script_namespaces(script, cx)
    }
}

impl NodePropertyReader for PlayableEngine {
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> ReadResult<Vec<NodeProperties>> {
        for_scene!(
            self.project_nodes,
            scene,
            NodePropertyReader::node_properties(scene, nodes, with_defaults; cx)
        )
    }
}

impl World for PlayableEngine {
    fn loaded(&self, cx: &Context) -> ReadResult<Vec<LoadedScene>> {
        let mut loaded = self.project_world()?.loaded(cx)?;
        if self.games().known_running().is_some() {
            loaded.value.extend(self.running_game(cx)?.addressed_scenes(cx)?);
            loaded.diagnostics.push(BOTH.to_owned());
        }
        Ok(loaded)
    }

    fn unsaved(&self, cx: &Context) -> ReadResult<Vec<UnsavedWork>> {
        self.project_world()?.unsaved(cx)
    }

    fn load(
        &self,
        path: &str,
        additive: bool,
        others: UnloadMode,
        cx: &Context,
    ) -> ReadResult<LoadedScene> {
        self.project_world()?.load(path, additive, others, cx)
    }

    fn unload(&self, path: &str, how: UnloadMode, cx: &Context) -> ReadResult<()> {
        for_scene!(self.project_world, path, World::unload(path, how; cx))
    }

    fn reload(&self, path: &str, cx: &Context) -> ReadResult<LoadedScene> {
        for_scene!(self.project_world, path, World::reload(path; cx))
    }

    fn save(&self, path: Option<&str>, mode: SaveMode, cx: &Context) -> ReadResult<EditOutcome> {
        for_scene!(self.project_world, path.unwrap_or_default(), World::save(path, mode; cx))
    }

    fn save_as(
        &self,
        path: &str,
        to: &str,
        mode: SaveMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        for_scene!(self.project_world, path, World::save_as(path, to, mode; cx))
    }

    fn placements(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>> {
        for_scene!(self.project_world, scene, World::placements(scene, objects; cx))
    }

    fn selection(&self, cx: &Context) -> ReadResult<Selection> {
        self.project_world()?.selection(cx)
    }

    fn select(&self, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection> {
        self.project_world()?.select(objects, cx)
    }

    fn clipboard(&self, cx: &Context) -> ReadResult<Clipboard> {
        self.project_world()?.clipboard(cx)
    }

    fn set_clipboard(&self, clipboard: Clipboard, cx: &Context) -> ReadResult<()> {
        self.project_world()?.set_clipboard(clipboard, cx)
    }
}

impl Editing for PlayableEngine {
    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
        match is_for_game(edits)? {
            true => self.running_game(cx)?.plan(edits, cx),
            false => self.project_editing()?.plan(edits, cx),
        }
    }

    fn edit(
        &self,
        edits: &[Edit],
        label: &str,
        mode: EditMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        if !is_for_game(edits)? {
            return self.project_editing()?.edit(edits, label, mode, cx);
        }
        let mut edited = self.running_game(cx)?.edit(edits, label, mode, cx)?;
        edited.value.diagnostics.push(IN_GAME.to_owned());
        Ok(edited)
    }

    fn changes(&self, files: &[FileChange], cx: &Context) -> ReadResult<Vec<SceneChange>> {
        self.project_editing()?.changes(files, cx)
    }

    fn history(&self, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
        self.project_editing()?.history(cx)
    }

    fn undo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome> {
        self.project_editing()?.undo(handle, dry_run, cx)
    }

    fn redo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome> {
        self.project_editing()?.redo(handle, dry_run, cx)
    }

    fn unfinished(&self, cx: &Context) -> ReadResult<Vec<UnfinishedEdit>> {
        self.project_editing()?.unfinished(cx)
    }

    fn recover_interrupted(&self, cx: &Context) -> ReadResult<()> {
        self.project_editing()?.recover_interrupted(cx)
    }

    fn recover(
        &self,
        handle: &str,
        direction: RecoveryDirection,
        cx: &Context,
    ) -> ReadResult<Recovery> {
        self.project_editing()?.recover(handle, direction, cx)
    }

    fn find_request(&self, id: &str, cx: &Context) -> ReadResult<Option<RecordedRequest>> {
        self.project_editing()?.find_request(id, cx)
    }

    fn record_answer(&self, handle: &str, id: &str, answer: &str, cx: &Context) -> ReadResult<()> {
        self.project_editing()?.record_answer(handle, id, answer, cx)
    }
}
