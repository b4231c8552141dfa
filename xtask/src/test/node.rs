//! Installs the official MCP tools that run on Node.js.

use super::{Found, Need};
use crate::Result;
use crate::npm::{self, Package};

pub(super) const NEED: Need = Need {
    marker: "needs_node",
    variable: "SCENEWRIGHT_NODE_TOOLS",
    tests: "tests with the MCP conformance suite and Inspector",
    find,
};

const FOLDER: &str = "target/node";

/// Pinned: what a suite asks for changes with its version.
const TOOLS: [Package; 2] = [
    ("@modelcontextprotocol/conformance", "0.2.0-alpha.12"),
    ("@modelcontextprotocol/inspector", "2.12.0"),
];

fn find() -> Result<Found> {
    Ok(match npm::folder_with(FOLDER, &TOOLS) {
        Ok(folder) => Found::At(folder),
        Err(reason) => Found::Absent(format!("{reason}; set {}", NEED.variable)),
    })
}
