//! Changes that were cut short, and requests that can be repeated.

use std::time::SystemTime;

use crate::{EditOutcome, EditState};

/// A change that was cut short. "Old" and "new" mean before and after what was being done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedEdit {
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub action: EditAction,
    /// What a writer does about it by itself.
    pub plan: RecoveryPlan,
    pub files: Vec<UnfinishedFile>,
}

/// What was being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditAction {
    Edit,
    Undo,
    Redo,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedFile {
    pub path: String,
    pub state: FileState,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileState {
    Old,
    New,
    /// Neither. Without a size there is no such file.
    Other {
        size: Option<u64>,
        time: Option<SystemTime>,
    },
    Unreadable {
        reason: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecoveryPlan {
    /// All files are old: nothing is left to do.
    Discard,
    /// Files with the new content get the old one.
    RollBack,
    /// All files are new.
    Complete,
    /// A file is neither; a person decides.
    Conflict,
}

/// What came of an unfinished change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovery {
    /// As it was found.
    pub edit: UnfinishedEdit,
    pub outcome: RecoveryOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecoveryOutcome {
    Discarded,
    RolledBack {
        /// Those that got their old content.
        files: Vec<String>,
    },
    Completed,
    /// Left as it is until a person decides.
    Conflict,
    /// It will be tried again.
    Failed {
        reason: String,
    },
    /// A person decided.
    Resolved {
        direction: RecoveryDirection,
        /// Those that were written.
        files: Vec<String>,
        /// Undoing this entry brings back what conflicting files had.
        kept: Option<String>,
    },
    /// Its contents are lost: it is not listed any longer, and its files are left as they are.
    SetAside {
        reason: String,
    },
}

/// Which way a person decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecoveryDirection {
    /// As if what was cut short had been done.
    Forward,
    /// As if it had never begun.
    Back,
}

/// A caller's own name for a change, so that it can ask what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditRequest {
    pub id: String,
    /// Of everything that was asked for under that name.
    pub fingerprint: String,
}

/// A change that was made under a request.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedRequest {
    pub request: EditRequest,
    pub action: EditAction,
    pub handle: String,
    pub time: SystemTime,
    /// Of the entry, now.
    pub state: EditState,
    /// What the caller was answered, if that was recorded.
    pub answer: Option<String>,
    /// What is still known of the change where no answer was recorded.
    pub edited: EditOutcome,
}
