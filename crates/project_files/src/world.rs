//! The world: scenes in memory over the files that they come from, for both engines.
//!
//! A scene that is loaded and clean is nothing but a name, and is read from the disk whenever somebody
//! asks. What is not saved yet is [`unsaved`]: contents of files, which the project's root puts before
//! those of the disk. The project's index knows the disk alone.
//!
//! What is unsaved belongs to whoever made it ([`ownership`]), is recorded beside the journal before it
//! is acknowledged ([`records`]), and outlives the process ([`restored`]).

mod discard;
mod editing;
mod ownership;
mod records;
mod restored;
mod saving;
mod scenes;
mod selecting;
mod undoing;

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use scenewright_engine::{Context, Engine, EngineError, ReadResult};
use scenewright_model::{Clipboard, Edit, EditPlan, FileChange, ObjectId, SceneChange};

use crate::root::ProjectRoot;
use crate::writer::JournalWriter;

pub use editing::{
    changes, edit, find_request, plan, record_answer, recover, recover_interrupted, unfinished,
};
pub use saving::{save, save_as};
pub use scenes::{load, loaded, on_disk, reload, unload, unsaved};
pub use selecting::{clipboard, select, selection, set_clipboard};
pub use undoing::{history, redo, undo};

/// How often somebody who waits for another's change asks whether to go on.
const PATIENCE: Duration = Duration::from_millis(2);

/// What an engine adds to a world. Paths without a word about them are project-relative.
pub trait Host: Engine {
    fn root(&self) -> &ProjectRoot;
    fn writer(&self) -> &JournalWriter;
    fn memory(&self) -> &SceneMemory;

    /// What edits come to, on top of what is unsaved.
    fn planned(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan>;

    /// Brings what is known of the project up to date.
    fn refresh(&self, cx: &Context) -> std::result::Result<(), EngineError>;

    /// What differs between two versions of files, by project-relative path, as of the last refresh.
    fn compared(
        &self,
        files: &[FileChange],
        cx: &Context,
    ) -> std::result::Result<Vec<SceneChange>, EngineError>;

    /// Of a scene that a client names; it may still not exist.
    fn file_of(&self, scene: &str, cx: &Context) -> std::result::Result<String, EngineError>;

    /// The scene that the game starts with, if there is one.
    fn main_file(&self, cx: &Context) -> Option<String>;

    /// A scene of this name with nothing in it.
    fn blank(&self, pseudo: &str) -> Vec<u8>;

    /// How many objects a blank scene has.
    fn blank_objects(&self) -> usize;

    /// A scene's content under another path, with what a new file has beside it.
    fn copied(
        &self,
        to: &str,
        content: Vec<u8>,
        cx: &Context,
    ) -> std::result::Result<Vec<FileChange>, EngineError>;
}

/// What a world remembers beside the contents of files.
#[derive(Default)]
pub struct SceneMemory {
    /// One change at a time; who only reads never waits for it.
    turn: Mutex<()>,
    state: Mutex<SceneMemoryState>,
}

#[derive(Default)]
struct SceneMemoryState {
    /// In the order of their loading. `None` until somebody asks.
    scenes: Option<Vec<String>>,
    active: Option<String>,
    selection: Vec<ObjectId>,
    clipboard: Clipboard,
    /// The entry of the journal that was written last, and when, by the count of changes in memory.
    written: Option<(String, u64)>,
    /// When an entry was last written, undone or done again.
    last_entry: u64,
    /// Unsaved edits that were saved, each with the entry that it was saved by. The oldest are forgotten.
    saved: VecDeque<(String, String)>,
    /// For handles of edits where there is no journal.
    handles: u64,
}

/// How many handles of edits that were saved are remembered.
const MAX_SAVED_HANDLES: usize = 1_000;

impl SceneMemory {
    /// An entry was written, with the unsaved edits that it saved.
    fn entry_written(
        &self,
        host: &impl Host,
        entry: &str,
        saved: impl IntoIterator<Item = String>,
    ) {
        let now = host.root().unsaved().snapshot().changes();
        let mut state = self.lock();
        state.written = Some((entry.to_owned(), now));
        state.last_entry = now;
        state.saved.extend(saved.into_iter().map(|edit| (edit, entry.to_owned())));
        let surplus = state.saved.len().saturating_sub(MAX_SAVED_HANDLES);
        state.saved.drain(..surplus);
    }

    fn entry_undone(&self, host: &impl Host) {
        let now = host.root().unsaved().snapshot().changes();
        self.lock().last_entry = now;
    }

    /// When the entry was written, if it was the last one of this process.
    fn written_at(&self, entry: &str) -> Option<u64> {
        let state = self.lock();
        state.written.as_ref().filter(|(handle, _)| handle == entry).map(|(_, at)| *at)
    }

    fn last_entry(&self) -> u64 {
        self.lock().last_entry
    }

    /// What became of an unsaved edit that is not there any longer.
    fn fate(&self, handle: &str) -> String {
        let state = self.lock();
        match state.saved.iter().find(|(edit, _)| edit == handle) {
            Some((_, entry)) => format!("'{handle}' was saved by the entry '{entry}'"),
            None => format!("there is no unsaved edit '{handle}'"),
        }
    }

    fn next_handle(&self) -> String {
        let mut state = self.lock();
        state.handles += 1;
        format!("{}{:06}-memory", scenewright_journal::UNSAVED_HANDLE, state.handles)
    }

    /// Until the guard is dropped nobody else changes anything. Ends for a caller that has gone.
    fn turn(&self, cx: &Context) -> std::result::Result<MutexGuard<'_, ()>, EngineError> {
        loop {
            cx.check()?;
            match self.turn.try_lock() {
                Ok(turn) => return Ok(turn),
                Err(TryLockError::Poisoned(turn)) => return Ok(turn.into_inner()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PATIENCE),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, SceneMemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The scenes that are loaded. The first look finds the one that the game starts with.
    fn scenes(&self, host: &impl Host, cx: &Context) -> Vec<String> {
        if let Some(scenes) = &self.lock().scenes {
            return scenes.clone();
        }
        let main = host.main_file(cx).filter(|path| host.root().has_file(path));
        self.lock().scenes.get_or_insert_with(|| main.into_iter().collect()).clone()
    }

    /// Changes which scenes are loaded; [`scenes`](Memory::scenes) was asked before.
    fn set(&self, change: impl FnOnce(&mut Vec<String>, &mut Option<String>)) {
        let mut state = self.lock();
        let SceneMemoryState { scenes, active, .. } = &mut *state;
        change(scenes.get_or_insert_default(), active);
    }
}

fn refused(what: impl Into<String>, reason: impl Into<String>) -> EngineError {
    EngineError::Refused { what: what.into(), reason: reason.into() }
}

/// Makes an engine with a [`Host`] one that edits and has a world.
#[macro_export]
macro_rules! has_world {
    ($engine:ty, $placements:path) => {
        impl scenewright_engine::Editing for $engine {
            fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
                $crate::world::plan(self, edits, cx)
            }

            fn edit(
                &self,
                edits: &[Edit],
                label: &str,
                mode: EditMode,
                cx: &Context,
            ) -> ReadResult<EditOutcome> {
                $crate::world::edit(self, edits, label, mode, cx)
            }

            fn changes(&self, files: &[FileChange], cx: &Context) -> ReadResult<Vec<SceneChange>> {
                $crate::world::changes(self, files, cx)
            }

            fn history(&self, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
                $crate::world::history(self, cx)
            }

            fn undo(
                &self,
                handle: Option<&str>,
                dry_run: bool,
                cx: &Context,
            ) -> ReadResult<EditOutcome> {
                $crate::world::undo(self, handle, dry_run, cx)
            }

            fn redo(
                &self,
                handle: Option<&str>,
                dry_run: bool,
                cx: &Context,
            ) -> ReadResult<EditOutcome> {
                $crate::world::redo(self, handle, dry_run, cx)
            }

            fn unfinished(
                &self,
                cx: &Context,
            ) -> ReadResult<Vec<scenewright_model::UnfinishedEdit>> {
                $crate::world::unfinished(self, cx)
            }

            fn recover_interrupted(&self, cx: &Context) -> ReadResult<()> {
                $crate::world::recover_interrupted(self, cx)
            }

            fn recover(
                &self,
                handle: &str,
                direction: scenewright_model::RecoveryDirection,
                cx: &Context,
            ) -> ReadResult<scenewright_model::Recovery> {
                $crate::world::recover(self, handle, direction, cx)
            }

            fn find_request(
                &self,
                id: &str,
                cx: &Context,
            ) -> ReadResult<Option<scenewright_model::RecordedRequest>> {
                $crate::world::find_request(self, id, cx)
            }

            fn record_answer(
                &self,
                handle: &str,
                id: &str,
                answer: &str,
                _: &Context,
            ) -> ReadResult<()> {
                $crate::world::record_answer(self, handle, id, answer)
            }
        }

        impl scenewright_engine::World for $engine {
            fn loaded(&self, cx: &Context) -> ReadResult<Vec<LoadedScene>> {
                $crate::world::loaded(self, cx)
            }

            fn unsaved(&self, cx: &Context) -> ReadResult<Vec<UnsavedWork>> {
                $crate::world::unsaved(self, cx)
            }

            fn load(
                &self,
                path: &str,
                additive: bool,
                others: UnloadMode,
                cx: &Context,
            ) -> ReadResult<LoadedScene> {
                $crate::world::load(self, path, additive, others, cx)
            }

            fn unload(&self, path: &str, how: UnloadMode, cx: &Context) -> ReadResult<()> {
                $crate::world::unload(self, path, how, cx)
            }

            fn reload(&self, path: &str, cx: &Context) -> ReadResult<LoadedScene> {
                $crate::world::reload(self, path, cx)
            }

            fn save(
                &self,
                path: Option<&str>,
                mode: SaveMode,
                cx: &Context,
            ) -> ReadResult<EditOutcome> {
                $crate::world::save(self, path, mode, cx)
            }

            fn save_as(
                &self,
                path: &str,
                to: &str,
                mode: SaveMode,
                cx: &Context,
            ) -> ReadResult<EditOutcome> {
                $crate::world::save_as(self, path, to, mode, cx)
            }

            fn placements(
                &self,
                scene: &str,
                objects: &[ObjectId],
                cx: &Context,
            ) -> ReadResult<Vec<Option<Placement>>> {
                $placements(self, scene, objects, cx)
            }

            fn selection(&self, cx: &Context) -> ReadResult<Selection> {
                $crate::world::selection(self, cx)
            }

            fn select(&self, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection> {
                $crate::world::select(self, objects, cx)
            }

            fn clipboard(&self, cx: &Context) -> ReadResult<Clipboard> {
                $crate::world::clipboard(self, cx)
            }

            fn set_clipboard(&self, clipboard: Clipboard, cx: &Context) -> ReadResult<()> {
                $crate::world::set_clipboard(self, clipboard, cx)
            }
        }
    };
}
