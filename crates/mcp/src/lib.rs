//! The Model Context Protocol, all published revisions, over the catalogue. No other crate of the
//! product knows the protocol's SDK.
//!
//! [`McpServer`] is a handler of the SDK, and [`http::McpHttp::with_handlers`] and
//! [`stdio::serve_handler`] serve any handler. This is the seam for a server that adds to this one by wrapping it, as the test
//! server of the conformance suite does: it answers what it knows and passes on the rest, so that no
//! code of it is in the product. [`NotificationHub`] and [`elicit`] are public for the same purpose.

mod access;
mod budget;
mod call_headers;
mod calls;
mod client_session;
mod completion;
mod confirm;
mod direct;
mod envelope;
mod fit;
mod handler;
pub mod http;
mod http_sessions;
mod in_flight;
mod instructions;
mod line_transport;
mod logging;
mod notifications;
mod present;
mod progress;
mod prompts;
mod resources;
mod schema;
pub mod stdio;
mod tokens;
mod tools;
mod toolsets;
mod watch;

pub use confirm::{CONFIRM_TIMEOUT, ConfirmBy, elicit};
pub use handler::{McpServer, McpSettings};
pub use notifications::NotificationHub;
pub use toolsets::{Toolsets, ToolsetsError};
