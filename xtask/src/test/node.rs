//! Installs the official tools from npm: those for MCP, and the validator of SARIF.

use super::{Found, Need};
use crate::Result;
use crate::npm::{self, Package};

pub(super) const NEED: Need = Need {
    marker: "needs_node",
    variable: "SCENEWRIGHT_NODE_TOOLS",
    tests: "tests with the MCP conformance suite and Inspector, and the validator of SARIF",
    find,
};

const FOLDER: &str = "target/node";

/// Pinned: what a suite asks for changes with its version.
const TOOLS: [Package; 3] = [
    ("@modelcontextprotocol/conformance", "0.2.0-alpha.12"),
    ("@modelcontextprotocol/inspector", "2.12.0"),
    // A program of its own, 44 MB to download.
    ("@microsoft/sarif-multitool", "5.7.0"),
];

fn find() -> Result<Found> {
    Ok(match npm::folder_with(FOLDER, &TOOLS) {
        Ok(folder) => Found::At(folder),
        Err(reason) => Found::Absent(format!("{reason}; set {}", NEED.variable)),
    })
}
