//! The workspace as the engine port shows it. Each method takes the client's own words (paths as the
//! client writes them); the modules beside this one work with [`ProjectPath`](scenewright_model::ProjectPath)s.

use std::sync::Arc;

use scenewright_engine::{Context, Editing, GuardedFiles, ReadResult, Reading, World, WriteGuard};
use scenewright_model::{
    Clipboard, Edit, EditHistoryEntry, EditMode, EditOutcome, EditPlan, FileChange, LoadedScene,
    ObjectId, Placement, RecordedRequest, Recovery, RecoveryDirection, SaveMode, SceneChange,
    Selection, UnfinishedEdit, UnloadMode, UnsavedWork,
};

use super::{Workspace, editing, saving, scenes, selecting, undoing};
use crate::journal_writer::UndoDirection;

impl Editing for Workspace {
    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
        editing::plan(self, edits, cx)
    }

    fn edit(
        &self,
        edits: &[Edit],
        label: &str,
        mode: EditMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        editing::edit(self, edits, label, mode, cx)
    }

    fn changes(&self, files: &[FileChange], cx: &Context) -> ReadResult<Vec<SceneChange>> {
        Ok(Reading::from_files(self.format().compare(files, cx)?))
    }

    fn history(&self, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
        undoing::history(self, cx)
    }

    fn undo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome> {
        undoing::undo_or_redo(self, handle, dry_run, UndoDirection::Undo, cx)
    }

    fn redo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome> {
        undoing::undo_or_redo(self, handle, dry_run, UndoDirection::Redo, cx)
    }

    fn unfinished(&self, cx: &Context) -> ReadResult<Vec<UnfinishedEdit>> {
        cx.check()?;
        Ok(Reading::from_files(self.writer().unfinished()?))
    }

    fn recover_interrupted(&self, cx: &Context) -> ReadResult<()> {
        let _turn = self.turn(cx)?;
        Ok(Reading::from_files(self.writer().recover_first(cx)?))
    }

    fn recover(
        &self,
        handle: &str,
        direction: RecoveryDirection,
        cx: &Context,
    ) -> ReadResult<Recovery> {
        let _turn = self.turn(cx)?;
        Ok(Reading::from_files(self.writer().resolve(handle, direction, cx)?))
    }

    fn find_request(&self, id: &str, cx: &Context) -> ReadResult<Option<RecordedRequest>> {
        cx.check()?;
        Ok(Reading::from_files(self.writer().find_request(id, cx)?))
    }

    fn record_answer(&self, handle: &str, id: &str, answer: &str, _: &Context) -> ReadResult<()> {
        Ok(Reading::from_files(self.writer().record_answer(handle, id, answer)?))
    }
}

impl GuardedFiles for Workspace {
    fn set_write_guard(&self, guard: Arc<dyn WriteGuard>) {
        self.writer().set_guard(guard);
    }
}

impl World for Workspace {
    fn loaded(&self, cx: &Context) -> ReadResult<Vec<LoadedScene>> {
        scenes::loaded(self, cx)
    }

    fn unsaved(&self, cx: &Context) -> ReadResult<Vec<UnsavedWork>> {
        scenes::unsaved(self, cx)
    }

    fn load(
        &self,
        path: &str,
        additive: bool,
        others: UnloadMode,
        cx: &Context,
    ) -> ReadResult<LoadedScene> {
        scenes::load(self, path, additive, others, cx)
    }

    fn unload(&self, path: &str, how: UnloadMode, cx: &Context) -> ReadResult<()> {
        scenes::unload(self, path, how, cx)
    }

    fn reload(&self, path: &str, cx: &Context) -> ReadResult<LoadedScene> {
        scenes::reload(self, path, cx)
    }

    fn save(&self, path: Option<&str>, mode: SaveMode, cx: &Context) -> ReadResult<EditOutcome> {
        saving::save(self, path, mode, cx)
    }

    fn save_as(
        &self,
        path: &str,
        to: &str,
        mode: SaveMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        saving::save_as(self, path, to, mode, cx)
    }

    fn placements(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>> {
        self.format().placements(scene, objects, cx)
    }

    fn selection(&self, cx: &Context) -> ReadResult<Selection> {
        selecting::selection(self, cx)
    }

    fn select(&self, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection> {
        selecting::select(self, objects, cx)
    }

    fn clipboard(&self, cx: &Context) -> ReadResult<Clipboard> {
        selecting::clipboard(self, cx)
    }

    fn set_clipboard(&self, clipboard: Clipboard, cx: &Context) -> ReadResult<()> {
        selecting::set_clipboard(self, clipboard, cx)
    }
}
