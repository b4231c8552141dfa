//! Operations on changes: batches of edits, the history, undo and redo.

pub(super) mod apply;
pub(super) mod history;
pub(super) mod redo;
pub(super) mod undo;
