//! The entries of a journal as callers see them.

use std::time::SystemTime;

use scenewright_model::{EditAction, UnfinishedEdit};
use serde::{Deserialize, Serialize};

/// One commit: all of its files, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEntry {
    /// Identifies the entry for `undo` and `redo`. Never reused, not even after a journal was deleted.
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub files: Vec<EntryFile>,
    pub state: EntryState,
    /// When it was undone, if it is.
    pub undone: Option<SystemTime>,
    /// Files with hard links: their other names still have the old content. Only known for a new commit.
    pub hard_links: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFile {
    /// As the commit named it.
    pub path: String,
    /// Its size; `None` if it did not exist.
    pub before: Option<u64>,
    /// Its size; `None` if it was removed.
    pub after: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryState {
    Done,
    Undone,
    /// It was interrupted; the next writer recovers it.
    Unfinished {
        action: EditAction,
    },
    /// It was interrupted, and one of its files has changed since. Its files were left as they are.
    Conflicted {
        action: EditAction,
        reason: String,
    },
}

/// A record that cannot be read. It is kept for inspection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableRecord {
    pub handle: String,
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedEdit {
    /// As it was found.
    pub edit: UnfinishedEdit,
    /// The files that were written.
    pub written: Vec<String>,
    /// Undoing this entry restores the contents of the conflicting files.
    pub kept: Option<JournalEntry>,
    /// The contents could not be restored: the entry was closed, and its files were left as they are.
    pub unreadable_reason: Option<String>,
}

/// A caller's own id for a change, with which it can ask for the outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestKey {
    pub id: String,
    /// Of everything that was requested under that id.
    pub fingerprint: String,
}

/// A change that was made under a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRecord {
    pub request: RequestKey,
    pub action: EditAction,
    pub entry: JournalEntry,
    /// The answer that the caller got, if it was recorded.
    pub answer: Option<String>,
}
