//! Changes of files that nobody has to fear: all or nothing, journaled outside the project, undone and
//! redone by handle after a crash or a restart. It knows files, and nothing of what they mean.
//!
//! A commit writes what it intends to a record, makes every new file beside the old one, and only
//! then renames them into place. What was cut short was never acknowledged: the next writer takes it
//! back, unless all of it is there. Readers only report it.

mod attributes;
mod base;
mod diff;
mod digest;
mod disk;
mod entry;
mod folder;
mod inspect;
mod journal;
mod lines;
mod lock;
mod place;
mod record;
mod recover;
mod refused;
mod resolve;
mod splice;
mod store;
mod switch;
mod turns;
mod unsaved;

pub use diff::unified_diff;
#[doc(hidden)]
pub use disk::StepHook;
pub use entry::{
    EntryFile, EntryState, JournalEntry, RequestKey, RequestRecord, ResolvedEdit, UnreadableRecord,
};
pub use inspect::JournalInspection;
pub use journal::{CommitOptions, Journal, JournalLimits, WriteLock};
pub use lines::{common_prefix, common_suffix};
pub use refused::{FileRevision, JournalError};
pub use unsaved::{
    OrphanedEdits, UNSAVED_HANDLE, UnsavedEdit, UnsavedFile, UnsavedStore, orphaned_edits,
};
