//! The scenes that are loaded, and the changes to a project's files that are not saved yet.
//!
//! A loaded scene without changes is nothing but a path, and is read from the disk whenever it is asked
//! for. Unsaved changes are contents of files ([`crate::unsaved`]), which the project's root reads before
//! those of the disk.
//!
//! Invariant: one change at a time ([`Workspace::turn`]); readers never wait for it.
//!
//! Invariant: unsaved changes of a scene have one owner ([`ownership`]). Nobody else saves, changes or
//! discards them unless the caller includes others. They are recorded beside the journal before they are
//! acknowledged ([`records`]), and outlive the process ([`restored`]).
//!
//! Invariant: a pseudo-scene is never written.
//!
//! Invariant: what is reported as changed comes from the files before and after, never from the edit.

mod discard;
mod editing;
mod ownership;
mod port;
mod records;
mod restored;
mod saving;
mod scenes;
mod selecting;
mod undoing;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_engine::{Context, EngineError, ReadResult};
use scenewright_model::{Clipboard, ObjectId, ProjectPath, Scene};

use crate::format::Format;
use crate::journal_writer::JournalWriter;
use crate::root::ProjectRoot;
use crate::unsaved::Drafts;
use crate::waiting::{WriteTurn, WriteTurns};

/// How many handles of saved edits are remembered.
const MAX_SAVED_HANDLES: usize = 1_000;

pub(crate) struct Workspace {
    format: Arc<dyn Format>,
    writer: JournalWriter,
    turns: WriteTurns,
    state: Mutex<WorkspaceState>,
}

#[derive(Default)]
struct WorkspaceState {
    /// The loaded scenes in the order of their loading. `None` until somebody asks.
    scenes: Option<Vec<ProjectPath>>,
    active: Option<ProjectPath>,
    selection: Vec<ObjectId>,
    clipboard: Clipboard,
    /// The entry of the journal that was written last, and when, by the count of changes in memory.
    written: Option<(String, u64)>,
    /// When an entry was last written, undone or redone.
    last_entry: u64,
    /// Unsaved edits that were saved, each with the entry that saved it. The oldest are forgotten.
    saved: VecDeque<(String, String)>,
    /// For handles of edits where there is no journal.
    handles: u64,
}

impl Workspace {
    pub(crate) fn new(format: Arc<dyn Format>, data: Option<PathBuf>) -> Workspace {
        Workspace {
            writer: JournalWriter::new(data, format.root().path(), format.layout()),
            format,
            turns: WriteTurns::default(),
            state: Mutex::default(),
        }
    }

    /// A scene with its unsaved changes.
    pub(crate) fn read_scene(&self, path: &ProjectPath, cx: &Context) -> ReadResult<Arc<Scene>> {
        self.root().check_scene_readable(path)?;
        self.format.scene(path, cx)
    }

    fn format(&self) -> &dyn Format {
        &*self.format
    }

    fn root(&self) -> &ProjectRoot {
        self.format.root()
    }

    fn writer(&self) -> &JournalWriter {
        &self.writer
    }

    fn drafts(&self) -> Arc<Drafts> {
        self.root().unsaved().snapshot()
    }

    /// A path as the engine writes it, for answers.
    fn engine_path(&self, path: &ProjectPath) -> String {
        self.format.layout().to_engine_path(path)
    }

    /// Until it is dropped nobody else changes anything. Fails for a caller that no longer waits.
    fn turn(&self, cx: &Context) -> Result<WriteTurn<'_>, EngineError> {
        self.turns.wait(cx)
    }

    fn state(&self) -> MutexGuard<'_, WorkspaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The scenes that are loaded. The first call finds the one that the game starts with.
    fn loaded_paths(&self, cx: &Context) -> Vec<ProjectPath> {
        if let Some(scenes) = &self.state().scenes {
            return scenes.clone();
        }
        let main = self.format.main_scene(cx).filter(|path| self.root().has_file(path));
        self.state().scenes.get_or_insert_with(|| main.into_iter().collect()).clone()
    }

    /// Changes which scenes are loaded; [`loaded_paths`](Workspace::loaded_paths) was called before.
    fn set_loaded(&self, change: impl FnOnce(&mut Vec<ProjectPath>, &mut Option<ProjectPath>)) {
        let mut state = self.state();
        let WorkspaceState { scenes, active, .. } = &mut *state;
        change(scenes.get_or_insert_default(), active);
    }

    /// An entry was written, with the unsaved edits that it saved.
    fn entry_written(&self, entry: &str, saved: impl IntoIterator<Item = String>) {
        let now = self.drafts().changes();
        let mut state = self.state();
        state.written = Some((entry.to_owned(), now));
        state.last_entry = now;
        state.saved.extend(saved.into_iter().map(|edit| (edit, entry.to_owned())));
        let surplus = state.saved.len().saturating_sub(MAX_SAVED_HANDLES);
        state.saved.drain(..surplus);
    }

    fn entry_undone(&self) {
        let now = self.drafts().changes();
        self.state().last_entry = now;
    }

    /// When the entry was written, if it was the last one of this process.
    fn written_at(&self, entry: &str) -> Option<u64> {
        let state = self.state();
        state.written.as_ref().filter(|(handle, _)| handle == entry).map(|(_, at)| *at)
    }

    fn last_entry(&self) -> u64 {
        self.state().last_entry
    }

    /// Why there is no unsaved edit with this handle.
    fn missing_edit_reason(&self, handle: &str) -> String {
        let state = self.state();
        match state.saved.iter().find(|(edit, _)| edit == handle) {
            Some((_, entry)) => format!("'{handle}' was saved by the entry '{entry}'"),
            None => format!("there is no unsaved edit '{handle}'"),
        }
    }

    fn next_handle(&self) -> String {
        let mut state = self.state();
        state.handles += 1;
        format!("{}{:06}-memory", scenewright_journal::UNSAVED_HANDLE, state.handles)
    }
}

fn refused(what: impl Into<String>, reason: impl Into<String>) -> EngineError {
    EngineError::Refused { what: what.into(), reason: reason.into() }
}
