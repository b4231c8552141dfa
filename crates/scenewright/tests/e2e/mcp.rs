//! MCP as the real binary serves it: both transports, both eras.

mod budgets;
mod confirm;
mod errors;
mod examples;
mod guard;
mod revisions;
mod schema;
mod tools;
