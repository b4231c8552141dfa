//! Every operation exactly once, and the one door to an engine.
//!
//! An operation is a Rust type with typed arguments and output ([`Operation`]); everything that is
//! told about it (definition, schemas, listings, reference page) is derived from those types.
//! [`Session::start`] is the only way to run one.

mod audit;
mod call;
mod caller;
mod catalogue;
mod change_rows;
mod change_text;
mod context;
mod coverage;
mod definition;
mod diff;
mod edit_place;
mod edit_value;
mod editing;
mod failure;
mod glob;
mod hint;
mod instead;
mod lazy;
mod levels;
mod logs;
mod operation;
mod ops;
mod page;
mod presentation;
mod printable;
mod recovery;
mod rules;
mod schema;
mod session;
#[cfg(test)]
mod tests;
mod validate;
mod value_json;
mod watchdog;

pub use call::{Answer, Call, Ticket};
pub use caller::{Access, Caller};
pub use catalogue::{Catalogue, Entry, RulesBroken};
pub use change_text::{change_lines, edit_text};
pub use context::Cx;
pub use coverage::{coverage_notes, unread_advice};
pub use definition::{Definition, Example, ToolDefinition};
pub use edit_place::EditPlace;
pub use failure::Failure;
pub use glob::escape_glob;
pub use hint::{Hint, HintStyle, Part, json_argument, server_flag};
pub use lazy::Lazy;
pub use levels::{Runs, Safety, Tier};
pub use logs::{AUDIT, LogCategory, LogEntry, LogLevel, Logs, Utc};
pub use operation::{About, NoArgs, Operation};
pub use page::Page;
pub use presentation::Presentation;
pub use printable::{is_hazardous, printable};
pub use recovery::{recovery_sentence, unfinished_file, unfinished_sentence};
pub use rules::STANDARD_CATEGORIES;
pub use scenewright_engine::names::nearest;
pub use scenewright_engine::quote::{bounded, shortened};
pub use scenewright_engine::{CancelToken, Need, Owner, Progress, Watching};
pub use scenewright_model::{AssetChange, ChangeKind, Changed, EditorEvent, Source};
pub use session::{Asked, Filter, Limits, Policy, Session};
pub use validate::{Mismatch, Unknown, Violation, Violations};
