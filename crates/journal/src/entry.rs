//! What a journal tells of its past, and of what was cut short.

use std::time::SystemTime;

use scenewright_model::{EditAction, UnfinishedEdit};
use serde::{Deserialize, Serialize};

/// One commit: all of its files, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEntry {
    /// Names it for `undo` and `redo`. Never given twice, not even after a journal was thrown away.
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub files: Vec<EntryFile>,
    pub state: EntryState,
    /// When it was undone, if it is.
    pub undone: Option<SystemTime>,
    /// Files that had other names too: those still have the old content. Only known of a new commit.
    pub hard_links: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFile {
    /// As the commit named it.
    pub path: String,
    /// Its size; `None` for a file that there was none of.
    pub before: Option<u64>,
    /// Its size; `None` for a file that went.
    pub after: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryState {
    Done,
    Undone,
    /// It was cut short; the next writer deals with it.
    Unfinished {
        action: EditAction,
    },
    /// It was cut short, and a file of it has changed since. Its files were left as they are.
    Conflicted {
        action: EditAction,
        reason: String,
    },
}

/// A record that could not be read. It is kept for a person to look at.
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
    /// Undoing this one brings back what conflicting files had.
    pub kept: Option<JournalEntry>,
    /// The contents could not be had: the entry was set aside, and its files were left as they are.
    pub unreadable_reason: Option<String>,
}

/// A caller's own name for a change, so that it can ask what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestKey {
    pub id: String,
    /// Of everything that was asked for under that name.
    pub fingerprint: String,
}

/// A change that was made under a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRecord {
    pub request: RequestKey,
    pub action: EditAction,
    pub entry: JournalEntry,
    /// What the caller was answered, if that was recorded.
    pub answer: Option<String>,
}
