//! The official conformance suite against the product itself, in both eras. Most scenarios call tools that
//! only the test server in `crates/conformance` has; the others must pass here too, through the port that
//! the product shares among its protocols.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::node_tools::node;
use crate::support::{Server, sample};

#[test]
fn the_product_conforms_in_sessions_with_a_handshake() {
    let scenarios = [
        "server-initialize",
        "logging-set-level",
        "ping",
        "tools-list",
        "server-sse-multiple-streams",
        "resources-list",
        "resources-subscribe",
        "resources-unsubscribe",
        "prompts-list",
        "dns-rebinding-protection",
        "server-session-lifecycle",
    ];
    check("2025-11-25", &scenarios);
}

#[test]
fn the_product_conforms_in_requests_without_a_session() {
    let scenarios = [
        "tools-list",
        "server-sse-multiple-streams",
        "resources-list",
        "sep-2164-resource-not-found",
        "prompts-list",
        "dns-rebinding-protection",
        "caching",
        "http-header-validation",
    ];
    check("2026-07-28", &scenarios);
}

fn check(requirements: &str, scenarios: &[&str]) {
    let server = Server::start(&sample("unity"), &[]);
    let results = tempfile::tempdir().unwrap();
    node("@modelcontextprotocol/conformance", "dist/index.js")
        .args(["server", "--url", &format!("http://{}/mcp", server.address)])
        .args(["--requirements", requirements, "-o"])
        .arg(results.path())
        .output()
        .expect("node starts");
    let outcomes = outcomes(results.path());
    for scenario in scenarios {
        let (passed, failed) = outcomes.get(*scenario).expect("the suite runs the scenario");
        assert!(*passed > 0 && failed.is_empty(), "{scenario}: {}", failed.join("\n"));
    }
}

/// For each scenario the number of checks that passed, and one line for each that failed.
fn outcomes(results: &Path) -> BTreeMap<String, (usize, Vec<String>)> {
    let mut outcomes = BTreeMap::new();
    for folder in fs::read_dir(results).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        // `server-tools-list-2026-11-17T20-17-57-916Z`
        let name = name.strip_prefix("server-").unwrap_or(&name);
        let name = &name[..name.len() - "-2026-11-17T20-17-57-916Z".len()];
        let (passed, failed): &mut (usize, Vec<String>) =
            outcomes.entry(name.to_owned()).or_default();
        let text = fs::read(folder.path().join("checks.json")).unwrap_or_default();
        for check in serde_json::from_slice::<serde_json::Value>(&text)
            .unwrap_or_default()
            .as_array()
            .into_iter()
            .flatten()
        {
            match check["status"].as_str() {
                Some("SUCCESS") => *passed += 1,
                Some("INFO" | "SKIPPED") => {}
                _ => failed.push(format!("{}: {}", check["id"], check["errorMessage"])),
            }
        }
    }
    outcomes
}
