//! Atomic changes of several files: all or nothing, recorded outside the project, undone and redone by
//! handle, also after a crash or a restart. It knows files, and nothing of what they mean.
//!
//! A commit first writes its intention to a record, then creates every new file beside the old one, and
//! only then renames them into place. An interrupted commit was never acknowledged: the next writer
//! reverts it, or completes it if all of its files are in place. Readers only report it.
//!
//! Invariant: nothing in the project changes before its record is on disk.
//!
//! Invariant: after a kill at any step, every file has its old or its new content, and the journal knows
//! which. A file with any other content is left alone until a person decides (`resolve.rs`).
//!
//! Invariant: one writer at a time, among threads and processes (`lock.rs`).
//!
//! Invariant: a damaged record does not prevent new edits.

mod attributes;
mod base;
mod diff;
mod digest;
mod disk;
mod entry;
mod error;
mod folder;
mod inspect;
mod journal;
mod lines;
mod lock;
mod native;
mod record;
mod recover;
mod replace;
mod resolve;
mod resolved_file;
mod splice;
mod store;
mod undo_log;
mod unsaved;

pub use diff::unified_diff;
#[doc(hidden)]
pub use disk::StepHook;
pub use entry::{
    EntryFile, EntryState, JournalEntry, RequestKey, RequestRecord, ResolvedEdit, UnreadableRecord,
};
pub use error::{
    EntryAction, FileRevision, FoundState, IoAction, JournalError, PathError, RecordError,
};
pub use inspect::JournalInspection;
pub use journal::{CommitOptions, Journal, JournalLimits, WriteLock};
pub use lines::{common_prefix, common_suffix};
pub use native::{canonicalize, retry_while_in_use};
pub use unsaved::{
    OrphanedEdits, UNSAVED_HANDLE, UnsavedEdit, UnsavedFile, UnsavedStore, orphaned_edits,
};
