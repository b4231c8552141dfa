//! Every operation exactly once, and the [`Session`] that runs them.
//!
//! An operation is a Rust type with typed arguments and output ([`Operation`]); its definition,
//! schemas, listings and reference page are derived from those types.

mod admission;
mod audit;
mod call;
mod caller;
mod catalogue;
mod change_rows;
mod change_text;
mod context;
mod coverage;
mod definition;
mod diagnostic;
mod diff;
mod edit_place;
mod edit_tool;
mod edit_value;
mod editing;
mod engine_failure;
mod failure;
mod game_code;
mod game_recorder;
mod glob;
mod hint;
mod instead;
mod lazy;
mod levels;
mod logs;
mod operation;
mod ops;
mod output;
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

pub use admission::{Acquire, Admission, AdmissionError, AdmissionQueue, Permit, Waiter};
pub use call::{Answer, Call, PendingAnswer, RunOptions, TypedAnswer};
pub use caller::{Access, Caller};
pub use catalogue::{Catalogue, CatalogueEntry, CatalogueError};
pub use change_rows::{ChangeRow, ChangeRowKind, ChangeWord};
pub use change_text::{change_lines, edit_text};
pub use context::Cx;
pub use coverage::{coverage_diagnostics, unread_advice};
pub use definition::{Definition, Example, ToolDefinition};
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use edit_place::EditLocation;
pub use editing::{ChangedFile, EditOutput};
pub use engine_failure::{EngineFailure, EngineFailureKind};
pub use failure::Failure;
pub use game_code::{method_exchanges_code, property_exchanges_code};
pub use glob::escape_glob;
pub use hint::{Hint, HintPart, HintStyle, json_argument, server_flag};
pub use lazy::Lazy;
pub use levels::{ExecutionMode, Permission, SafetyLevel, Tier};
pub use logs::{AUDIT_TARGET, DialectNote, LogCategory, LogEntry, LogLevel, ServerLog, Utc};
pub use operation::{NoArgs, Operation, OperationInfo};
pub use ops::outputs;
pub use ops::project::references_missing::{
    BrokenReferenceRow, FindingPlace, MissingScriptRow, PackagedReferencesRow, ReferencesMissing,
    ReferencesMissingArgs, ReferencesMissingOutput, UnknownReferenceRow,
};
pub use ops::project::scripts_check::{ScriptsCheck, ScriptsCheckArgs, ScriptsCheckOutput};
pub use output::Output;
pub use page::Page;
pub use presentation::Presentation;
pub use printable::{is_hazardous, is_plain_ascii, printable};
pub use recovery::{recovery_sentence, unfinished_file, unfinished_sentence};
pub use rules::STANDARD_CATEGORIES;
pub use scenewright_engine::FileFreshness;
pub use scenewright_engine::names::{NameKind, nearest};
pub use scenewright_engine::quote::{bound_message, shorten};
pub use scenewright_engine::{
    CancelToken, ChangeOwner, ListenerGuard, Progress, Requirement, Subject,
};
pub use scenewright_model::{
    AssetChange, ChangeKind, DataSource, EditorEvent, EngineKind, ProjectChanges,
};
pub use schema::for_arguments as argument_schema;
pub use session::{CallLimits, EngineAccess, EngineTask, Policy, Session, ToolFilter};
pub use validate::{ConstraintViolation, TypeMismatch, UnknownParameter, Violations};
