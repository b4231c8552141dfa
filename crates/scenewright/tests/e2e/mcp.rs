//! MCP as the real binary serves it: both transports, both eras.

mod examples;
mod revisions;
mod schema;
mod tools;
