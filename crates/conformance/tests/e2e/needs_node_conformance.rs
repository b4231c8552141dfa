//! The official conformance suite: every check that it makes of a server, in both eras.

use std::fs;
use std::path::Path;

use crate::node_tools::node;
use crate::support::{Server, parse, sample};

#[test]
fn sessions_with_a_handshake_conform() {
    conform("2025-11-25", 83);
}

#[test]
fn requests_without_a_session_conform() {
    conform("2026-07-28", 196);
}

/// Every check passes, also those that the suite does not score, and at least `least` are made, so that
/// a server without fixtures cannot pass for lack of checks.
fn conform(requirements: &str, least: usize) {
    let server = Server::start(&sample("unity"), &[]);
    let results = tempfile::tempdir().unwrap();
    let output = node("@modelcontextprotocol/conformance", "dist/index.js")
        .args(["server", "--url", &format!("http://{}/mcp", server.address)])
        .args(["--requirements", requirements, "-o"])
        .arg(results.path())
        .output()
        .expect("node starts");
    let log = String::from_utf8_lossy(&output.stdout);
    let (passed, failed) = checks(results.path());
    assert!(
        output.status.success() && failed.is_empty() && passed >= least,
        "{passed} checks passed, {least} should; the others:\n{}\n\n{log}",
        failed.join("\n")
    );
}

/// The number of checks that passed, and one line for each of the others.
fn checks(results: &Path) -> (usize, Vec<String>) {
    let (mut passed, mut failed) = (0, Vec::new());
    for scenario in fs::read_dir(results).unwrap() {
        let folder = scenario.unwrap().path();
        // A scenario that broke off leaves none.
        let Ok(text) = fs::read(folder.join("checks.json")) else {
            failed.push(format!("  {}: broke off", folder.display()));
            continue;
        };
        for check in parse(&text).as_array().into_iter().flatten() {
            match check["status"].as_str() {
                Some("SUCCESS") => passed += 1,
                Some("INFO" | "SKIPPED") => {}
                _ => failed.push(format!("  {}: {}", check["id"], check["errorMessage"])),
            }
        }
    }
    (passed, failed)
}
