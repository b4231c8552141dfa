//! MCP as the real binary serves it: both transports, both eras.

mod budgets;
mod cancel;
mod confirm_edits;
mod edits;
mod errors;
mod examples;
mod guard;
mod many;
mod notices;
mod progress;
mod resources;
mod revisions;
mod schema;
mod texts;
mod tools;
