//! Changes of files that nobody has to fear: all or nothing, journaled outside the project, undone and
//! redone by handle after a crash or a restart. It knows files, and nothing of what they mean.
//!
//! A commit writes what it intends to a record, makes every new file beside the old one, and only
//! then renames them into place. Whoever opens the journal next finishes what was cut short.

mod diff;
mod digest;
mod disk;
mod entry;
mod journal;
mod lines;
mod lock;
mod place;
mod record;
mod recover;
mod refused;
mod splice;
mod store;
mod switch;

pub use diff::unified_diff;
#[doc(hidden)]
pub use disk::Hook;
pub use entry::{Entry, EntryFile, SetAside, State};
pub use journal::{Journal, Limits, Turn};
pub use lines::{common_prefix, common_suffix};
pub use refused::{Refused, Version};
