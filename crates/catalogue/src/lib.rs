//! Every operation exactly once, and the one door to an engine.
//!
//! An operation is a Rust type with typed arguments and output ([`Operation`]); everything that is
//! told about it (definition, schemas, listings, reference page) is derived from those types.
//! [`Session::start`] is the only way to run one.

mod audit;
mod call;
mod caller;
mod catalogue;
mod context;
mod definition;
mod diff;
mod edit_value;
mod editing;
mod failure;
mod lazy;
mod levels;
mod logs;
mod nearest;
mod operation;
mod ops;
mod page;
mod printable;
mod rules;
mod schema;
mod session;
mod validate;
mod value_json;
mod watchdog;

pub use call::{Answer, Call, Ticket};
pub use caller::{Access, Caller};
pub use catalogue::{Catalogue, Entry, RulesBroken};
pub use context::Cx;
pub use definition::{Definition, Example, ToolDefinition};
pub use failure::{Failure, TOKEN_HINT};
pub use lazy::Lazy;
pub use levels::{Runs, Safety, Tier};
pub use logs::{AUDIT, LogCategory, LogEntry, LogLevel, Logs, Utc};
pub use nearest::nearest;
pub use operation::{About, NoArgs, Operation};
pub use page::Page;
pub use printable::{is_hazardous, printable};
pub use rules::STANDARD_CATEGORIES;
pub use scenewright_engine::{CancelToken, Need, Owner, Progress, Watching};
pub use scenewright_model::{AssetChange, ChangeKind, Changed, EditorEvent, Source};
pub use session::{Asked, Filter, Limits, Policy, Session};
pub use validate::{Mismatch, Unknown, Violation, Violations};
