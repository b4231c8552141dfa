//! The Model Context Protocol, all published revisions, over the catalogue. The only crate that
//! knows the protocol's SDK: nothing of it shows in what is public here.

mod access;
mod budget;
mod calls;
mod client_session;
mod completion;
mod confirm;
mod conformance;
mod envelope;
mod fit;
mod handler;
pub mod http;
mod in_flight;
mod instructions;
mod lines;
mod logging;
mod notices;
mod present;
mod progress;
mod prompts;
mod resources;
mod schema;
mod sessions;
pub mod stdio;
mod tokens;
mod tools;
mod toolsets;
mod watch;

pub use confirm::{CONFIRM_TIMEOUT, ConfirmBy};
pub use conformance::operations::operations as test_operations;
pub use handler::{McpServer, McpSettings};
pub use toolsets::Toolsets;
