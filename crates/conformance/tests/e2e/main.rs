//! The test server as a process: the official conformance suite and client, and calls that need a slow
//! or a destructive tool.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cancel;
mod confirm;
mod ids;
mod many;
#[path = "../../../scenewright/tests/e2e/mcp_client.rs"]
#[expect(dead_code, reason = "the tests of the product use the rest")]
mod mcp_client;
mod needs_node_conformance;
mod needs_python_client;
#[path = "../../../scenewright/tests/e2e/node_tools.rs"]
mod node_tools;
mod support;
mod tools;
