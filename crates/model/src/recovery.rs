//! Interrupted changes, and requests that can be repeated.

use std::time::SystemTime;

use crate::{EditOutcome, EditState};

/// An interrupted change. "Old" and "new" refer to the contents before and after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedEdit {
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub action: EditAction,
    /// What a writer does about it automatically.
    pub plan: RecoveryPlan,
    pub files: Vec<UnfinishedFile>,
}

/// The action that was interrupted.
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
    /// Neither old nor new. Without a size, the file does not exist.
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
    /// All files are old: nothing needs to be done.
    Discard,
    /// Files with new contents get their old contents back.
    RollBack,
    /// All files are new.
    Complete,
    /// A file is neither old nor new; a person must decide.
    Conflict,
}

/// The outcome of an unfinished change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovery {
    /// The change as it was found.
    pub edit: UnfinishedEdit,
    pub outcome: RecoveryOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecoveryOutcome {
    Discarded,
    RolledBack {
        /// The files that got their old contents back.
        files: Vec<String>,
    },
    Completed,
    /// Left unchanged until a person decides.
    Conflict,
    /// The recovery will be tried again.
    Failed {
        reason: String,
    },
    /// A person decided.
    Resolved {
        direction: RecoveryDirection,
        /// The files that were written.
        files: Vec<String>,
        /// Undoing this entry restores the former contents of the conflicting files.
        kept: Option<String>,
    },
    /// Its contents are lost: it is no longer listed, and its files are left unchanged.
    SetAside {
        reason: String,
    },
}

/// A person's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecoveryDirection {
    /// As if the interrupted change had been completed.
    Forward,
    /// As if it had never started.
    Back,
}

/// A caller's own id for a change, so that it can look up the outcome later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditRequest {
    pub id: String,
    /// The fingerprint of the whole request.
    pub fingerprint: String,
}

/// A change that was made for a request.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedRequest {
    pub request: EditRequest,
    pub action: EditAction,
    pub handle: String,
    pub time: SystemTime,
    /// The current state of the entry.
    pub state: EditState,
    /// The answer that the caller received, if it was recorded.
    pub answer: Option<String>,
    /// What is still known about the change if no answer was recorded.
    pub edited: EditOutcome,
}
