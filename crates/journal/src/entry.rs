//! What a journal tells of its past, and of what was cut short.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::refused::Version;

/// One commit: all of its files, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Names it for `undo` and `redo`. Never given twice, not even after a journal was thrown away.
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub files: Vec<EntryFile>,
    pub state: State,
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
pub enum State {
    Done,
    Undone,
    /// It was cut short; the next writer deals with it.
    Unfinished {
        action: Action,
    },
    /// It was cut short, and a file of it has changed since. Its files were left as they are.
    Conflicted {
        action: Action,
        reason: String,
    },
}

/// What was being done to an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Commit,
    Undo,
    Redo,
}

/// A record that could not be read. It is kept for a person to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    pub handle: String,
    pub reason: String,
}

/// An entry that was cut short. "Old" and "new" mean before and after what was being done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub action: Action,
    /// What a writer does about it by itself.
    pub plan: RecoveryPlan,
    pub files: Vec<UnfinishedFile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedFile {
    pub path: String,
    pub has: FileState,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileState {
    Old,
    New,
    /// Neither; `None` if there is no such file.
    Other(Option<Version>),
    Unreadable {
        reason: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecoveryPlan {
    /// All files are old: nothing is left to do.
    Discard,
    /// Files with the new content get the old one.
    TakeBack,
    /// All files are new.
    Complete,
    /// A file is neither; a person decides.
    Conflict,
}

/// What came of an unfinished entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// As it was found.
    pub unfinished: Unfinished,
    pub outcome: RecoveryOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecoveryOutcome {
    Discarded,
    /// The files that got their old content.
    TakenBack(Vec<String>),
    Completed,
    /// Left as it is, for [`Journal::resolve`](crate::Journal::resolve).
    Conflict,
    /// It will be tried again.
    Failed {
        reason: String,
    },
}

/// Which way a person decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// As if what was cut short had been done.
    Forward,
    /// As if it had never begun.
    Back,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// As it was found.
    pub unfinished: Unfinished,
    /// The files that were written.
    pub written: Vec<String>,
    /// Undoing this one brings back what conflicting files had.
    pub kept: Option<Entry>,
    /// The contents could not be had: the entry was set aside, and its files were left as they are.
    pub set_aside: Option<String>,
}

/// A caller's own name for a change, so that it can ask what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub id: String,
    /// Of everything that was asked for under that name.
    pub fingerprint: String,
}

/// A change that was made under a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRecord {
    pub request: Request,
    pub action: Action,
    pub entry: Entry,
    /// What the caller was answered, if that was recorded.
    pub answer: Option<String>,
}
