//! What every engine on files shares. A game engine adds a [`Format`], which reads and plans edits of its
//! files, and registers a [`ProjectType`]; [`FileEngine`] makes an engine of it.
//!
//! From the disk upwards:
//! - [`root`]: the only access to the project's files, with unsaved contents ([`unsaved`]) in the place of the
//!   disk's; [`layout`](ProjectLayout) is how an engine's projects are laid out.
//! - [`freshness`]: what has changed since the last call.
//! - [`index_store`], [`scene_cache`]: what was read before, for as long as the files are the same;
//!   [`index_update`] replaces the files that are not.
//! - `watch`: changes on disk. `text_search`: text in all files.
//! - `journal_writer`: writes plans through the journal, undo, recovery.
//! - `workspace`: loaded scenes and unsaved changes; editing, saving, undo.
//! - `file_engine`: all of it behind the engine port.
//!
//! [`patch`], [`sibling_order`] and [`new_file`] are tools for formats that edit text.

mod checked_texts;
mod file_engine;
mod format;
pub mod freshness;
pub mod index_store;
pub mod index_update;
mod journal_writer;
mod layout;
pub mod new_file;
pub mod patch;
mod project_type;
pub mod root;
pub mod scene_cache;
pub mod sibling_order;
mod text_search;
pub mod unsaved;
mod waiting;
mod watch;
mod workspace;

pub use checked_texts::CheckedTexts;
pub use file_engine::FileEngine;
pub use format::Format;
pub use layout::ProjectLayout;
pub use project_type::{
    EngineEnvironment, LocalEditor, NotAProjectError, ProjectType, ProjectTypes, RecognisedProject,
};
