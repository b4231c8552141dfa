//! Operations about changes: many at once, what was changed, and back again.

pub(super) mod apply;
pub(super) mod history;
pub(super) mod redo;
pub(super) mod undo;
