//! What a journal tells of its past.

use std::time::SystemTime;

/// One commit: all of its files, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Names it for `undo` and `redo`. Never given twice, not even after a journal was thrown away.
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub files: Vec<EntryFile>,
    pub state: State,
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
    /// It was cut short, and can be neither finished nor taken back. Its files were left as they are.
    Conflicted {
        reason: String,
    },
}

/// A record that could not be read. It is kept for a person to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    pub handle: String,
    pub reason: String,
}
