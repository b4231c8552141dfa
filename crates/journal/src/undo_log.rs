//! What happened to an entry after its commit: undos and redos with their times and requests, and the
//! answers to requests. A file beside the record, always replaced as a whole.

use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use scenewright_model::EditAction;
use serde::{Deserialize, Serialize};

use crate::disk::InheritedMetadata;
use crate::entry::RequestKey;
use crate::error::{IoAction, JournalError};
use crate::store::{EntryMark, EntryStore, StoredEntry};

/// A longer answer is not kept; the entry itself still records what was changed.
const MAX_ANSWER_BYTES: usize = 1 << 20;

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct UndoLog {
    turns: Vec<UndoLogRecord>,
    /// By the id of the request.
    #[serde(default)]
    answers: Vec<(String, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct UndoLogRecord {
    is_undo: bool,
    /// Milliseconds since 1970.
    time: u64,
    #[serde(default)]
    request: Option<RequestKey>,
}

impl UndoLog {
    /// Reads the undos and redos that were completed. The last one was if the entry is in the state that it
    /// leads to; otherwise it was reverted and is dropped.
    pub(crate) fn read(store: &EntryStore, stored: &StoredEntry) -> UndoLog {
        let text = fs::read(store.turns_path(&stored.handle)).unwrap_or_default();
        let mut turns: UndoLog = serde_json::from_slice(&text).unwrap_or_default();
        let is_undone = matches!(
            stored.mark,
            EntryMark::Undone
                | EntryMark::RedoCancelled
                | EntryMark::Redoing
                | EntryMark::RedoConflicted
        );
        turns.turns.pop_if(|last| last.is_undo != is_undone);
        turns
    }

    pub(crate) fn undone_at(&self) -> Option<SystemTime> {
        let last = self.turns.last().filter(|last| last.is_undo)?;
        UNIX_EPOCH.checked_add(Duration::from_millis(last.time))
    }

    pub(crate) fn requests(&self) -> impl Iterator<Item = (&RequestKey, EditAction)> {
        self.turns.iter().filter_map(|turn| {
            let action = if turn.is_undo { EditAction::Undo } else { EditAction::Redo };
            Some((turn.request.as_ref()?, action))
        })
    }

    pub(crate) fn answer(&self, id: &str) -> Option<String> {
        self.answers.iter().find(|(of, _)| of == id).map(|(_, answer)| answer.clone())
    }

    pub(crate) fn push(&mut self, is_undo: bool, time: SystemTime, request: Option<RequestKey>) {
        let time = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let time = u64::try_from(time).unwrap_or(u64::MAX);
        self.turns.push(UndoLogRecord { is_undo, time, request });
    }

    pub(crate) fn set_answer(&mut self, id: &str, answer: &str) {
        self.answers.retain(|(of, _)| of != id);
        if answer.len() <= MAX_ANSWER_BYTES {
            self.answers.push((id.to_owned(), answer.to_owned()));
        }
    }

    pub(crate) fn write(&self, store: &EntryStore, handle: &str) -> Result<(), JournalError> {
        let path = store.turns_path(handle);
        let failed = |source| JournalError::io(IoAction::Write, &path, source);
        let text = serde_json::to_vec(self).map_err(|error| failed(error.into()))?;
        let new = path.with_extension("turns-new");
        store
            .disk
            .clear(&new)
            .and_then(|()| store.disk.create(&new, &[&text], &InheritedMetadata::Nothing))
            .and_then(|()| store.disk.rename(&new, &path))
            .map_err(failed)
    }
}
