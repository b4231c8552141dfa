//! Small scripts on the objects of a project, in a sandbox.
//!
//! Invariant: a script reaches nothing but its [`ScriptHost`]: no files, no network, no other clock.
//! Invariant: a script ends at its [`ScriptLimits`], whatever it does.

mod hooks;
mod host;
mod json;
mod limits;
mod object;
mod scripts;

pub use hooks::{Hook, HookOutcome, Hooks};
pub use host::{HostError, ObjectKey, ScriptHost};
pub use limits::ScriptLimits;
pub use scripts::{HookVerdict, HookedCall, ScriptError, ScriptRunner};
