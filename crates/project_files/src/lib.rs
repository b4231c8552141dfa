//! What every engine on files shares: the project's root, its index, changes on disk, scenes in memory,
//! and the way to the journal.

mod detect;
pub mod new_file;
pub mod patch;
pub mod root;
pub mod sibling_order;
pub mod store;
pub mod text_search;
pub mod unsaved;
pub mod watch;
pub mod world;
pub mod writer;

pub use detect::{
    EngineEnvironment, LocalEditor, NotAProjectError, ProjectType, ProjectTypes, RecognisedProject,
};
