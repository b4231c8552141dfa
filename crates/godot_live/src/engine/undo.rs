//! Undo and redo: through the editor's own history for its edits, through the journal for the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use scenewright_engine::{Context, EngineError, ReadResult, Reading};
use scenewright_journal::UNSAVED_HANDLE;
use scenewright_model::{DataSource, EditHistoryEntry, EditOutcome, EditState};
use serde_json::{Value, json};

use super::LiveGodot;
use super::editing::LiveSceneDiff;
use super::read_source::ReadSource;
use super::saving::no_answer;

/// The owner of unsaved changes in an open editor.
pub(super) const EDITOR_OWNER: &str = "the Godot editor";

/// Older edits can be undone only in the editor itself.
const MAX_KEPT_EDITS: usize = 50;

/// Distinguishes handles that are created at the same time.
static NEXT_HANDLE: AtomicU64 = AtomicU64::new(0);

/// An edit that the editor made.
#[derive(Debug, Clone)]
pub(super) struct LiveEdit {
    pub(super) handle: String,
    pub(super) scene: String,
    pub(super) label: String,
    pub(super) is_saved: bool,
    /// The time of the undo, if it is undone.
    pub(super) undone: Option<SystemTime>,
    pub(super) time: SystemTime,
    /// The texts of the scene before and after.
    pub(super) texts: [Arc<[u8]>; 2],
    /// The versions of the scene's undo history before and after.
    pub(super) versions: [f64; 2],
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum LiveUndoDirection {
    Undo,
    Redo,
}

impl LiveUndoDirection {
    fn verb(self) -> &'static str {
        match self {
            LiveUndoDirection::Undo => "undo",
            LiveUndoDirection::Redo => "redo",
        }
    }
}

impl LiveEdit {
    pub(super) fn new(
        scene: &str,
        label: &str,
        texts: [Arc<[u8]>; 2],
        versions: [f64; 2],
    ) -> LiveEdit {
        let time = SystemTime::now();
        let millis = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let number = NEXT_HANDLE.fetch_add(1, Ordering::Relaxed);
        LiveEdit {
            handle: format!("live-{millis:x}-{number}"),
            scene: scene.to_owned(),
            label: label.to_owned(),
            is_saved: false,
            undone: None,
            time,
            texts,
            versions,
        }
    }

    fn entry(&self, source: &ReadSource) -> EditHistoryEntry {
        let is_unsaved = source.open_scene(&self.scene).is_some_and(|open| open.unsaved);
        EditHistoryEntry {
            handle: self.handle.clone(),
            label: self.label.clone(),
            time: self.time,
            state: if self.undone.is_some() { EditState::Undone } else { EditState::Done },
            undone: self.undone,
            files: vec![self.scene.clone()],
            unsaved_of: (is_unsaved && !self.is_saved).then(|| EDITOR_OWNER.to_owned()),
        }
    }
}

impl LiveGodot {
    pub(super) fn remember_edit(&self, edit: LiveEdit) {
        let done = &mut self.memory().edits;
        done.push(edit);
        let surplus = done.len().saturating_sub(MAX_KEPT_EDITS);
        done.drain(..surplus);
    }

    pub(super) fn full_history(&self, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
        let mut history = self.files_editing()?.history(cx)?;
        let done = self.memory().edits.clone();
        if !done.is_empty() {
            let source = self.sync_with_editor(cx)?;
            history.value.extend(done.iter().map(|edit| edit.entry(&source)));
        }
        history.value.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        Ok(history)
    }

    pub(super) fn undo_or_redo(
        &self,
        direction: LiveUndoDirection,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        let _turn = self.turn();
        match self.find_live_edit(direction, handle, cx)? {
            Some(edit) => self.undo_or_redo_live(direction, &edit, dry_run, cx),
            None => self.undo_or_redo_files(direction, handle, dry_run, cx),
        }
    }

    /// The editor's edit to undo or redo; `None` if it is an edit of the files.
    fn find_live_edit(
        &self,
        direction: LiveUndoDirection,
        handle: Option<&str>,
        cx: &Context,
    ) -> std::result::Result<Option<LiveEdit>, EngineError> {
        let done = self.memory().edits.clone();
        if let Some(handle) = handle {
            return Ok(done.into_iter().find(|edit| edit.handle == handle));
        }
        // Undo takes the latest edit, redo the one undone last.
        let wanted = |edit: &LiveEdit| match direction {
            LiveUndoDirection::Undo => edit.undone.is_none().then_some(edit.time),
            LiveUndoDirection::Redo => edit.undone,
        };
        let Some(edit) = done.into_iter().filter(|edit| wanted(edit).is_some()).max_by_key(wanted)
        else {
            return Ok(None);
        };
        let files = self.files_editing()?.history(cx)?.value;
        let newest = files.iter().filter_map(|entry| match (direction, &entry.state) {
            (LiveUndoDirection::Undo, EditState::Done) => Some(entry.time),
            (LiveUndoDirection::Redo, EditState::Undone) => {
                Some(entry.undone.unwrap_or(entry.time))
            }
            _ => None,
        });
        Ok(newest.max().is_none_or(|time| Some(time) < wanted(&edit)).then_some(edit))
    }

    fn undo_or_redo_live(
        &self,
        direction: LiveUndoDirection,
        edit: &LiveEdit,
        dry_run: bool,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        let what = || format!("The {} of '{}'", direction.verb(), edit.handle);
        if edit.undone.is_some() != (direction == LiveUndoDirection::Redo) {
            let reason =
                if edit.undone.is_some() { "it is already undone" } else { "it is not undone" };
            return Err(EngineError::Refused { what: what(), reason: reason.to_owned() });
        }
        let ([before, after], [old, new]) = (&edit.texts, edit.versions);
        let (from, to, version) = match direction {
            LiveUndoDirection::Undo => (after, before, new),
            LiveUndoDirection::Redo => (before, after, old),
        };
        let compared = LiveSceneDiff::new(&edit.scene, from, to).into_iter().collect();
        let edited = self.to_edited(compared, cx);
        let mut edited = EditOutcome { handle: Some(edit.handle.clone()), ..edited };
        if !dry_run {
            let permit = cx.begin_commit()?;
            let cx = &cx.after_commit();
            let method = format!("scenewright.{}", direction.verb());
            let params = json!({ "scene": edit.scene, "version": version });
            match self.ask_once::<Value>(&method, params, cx) {
                Err(EngineError::DeadlinePassed) => {
                    permit.written();
                    return Err(no_answer(&what()));
                }
                other => drop(other?),
            }
            permit.written();
            let mut memory = self.memory();
            if let Some(kept) = memory.edits.iter_mut().find(|kept| kept.handle == edit.handle) {
                kept.undone = (direction == LiveUndoDirection::Undo).then(SystemTime::now);
            }
            drop(memory);
            if edit.is_saved {
                edited.diagnostics.extend(self.save_undone(&edit.scene, cx));
            }
        }
        Ok(Reading::new(edited, DataSource::Live))
    }

    /// Undoes or redoes an edit of the journal. An editor that has one of the files open reloads it, and must not have
    /// unsaved changes in it.
    fn undo_or_redo_files(
        &self,
        direction: LiveUndoDirection,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        let source = self.sync_with_editor(cx)?;
        let files = self.files_editing()?;
        let turn = |dry_run| match direction {
            LiveUndoDirection::Undo => files.undo(handle, dry_run, cx),
            LiveUndoDirection::Redo => files.redo(handle, dry_run, cx),
        };
        if !dry_run {
            files.recover_interrupted(cx)?;
        }
        let shown = turn(true)?;
        let mut open = shown.value.files.iter().filter_map(|file| source.open_scene(&file.path));
        if let Some(scene) = open.find(|scene| scene.unsaved) {
            return Err(EngineError::UnsavedInEditor { path: scene.path.clone() });
        }
        if dry_run {
            self.check_preview(&source, &shown.value)?;
            return Ok(shown);
        }
        let mut edited = turn(false)?;
        // Of an edit in memory, nothing was written.
        if edited.value.handle.as_deref().is_some_and(|handle| !handle.starts_with(UNSAVED_HANDLE))
        {
            self.update_editor(&mut edited.value, cx);
        }
        Ok(edited)
    }
}
