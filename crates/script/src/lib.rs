//! Small scripts on a world of objects. A script sees what its [`Host`] lends it and nothing else: no
//! files, no network, no clock but the world's; and it ends, whatever it does, at its [`Limits`].

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
