//! The official client for Python, in each of its modes, over stdio and HTTP.

use std::env;
use std::process::Command;

use crate::support::{PROGRAM, Server, sample};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/python_client.py");

/// One of the tools that the script calls is destructive.
const ALLOW_WRITES: &str = "--allow-writes";

#[test]
fn over_stdio_with_what_the_server_offers() {
    over_stdio("auto");
}

#[test]
fn over_stdio_in_a_session() {
    over_stdio("legacy");
}

#[test]
fn over_stdio_without_a_session() {
    over_stdio("2026-07-28");
}

#[test]
fn over_http_with_what_the_server_offers() {
    over_http("auto");
}

#[test]
fn over_http_in_a_session() {
    over_http("legacy");
}

#[test]
fn over_http_without_a_session() {
    over_http("2026-07-28");
}

fn over_stdio(mode: &str) {
    let sample = sample("unity");
    drive(&[mode, "stdio", PROGRAM, "mcp", ALLOW_WRITES, sample.to_str().unwrap()]);
}

fn over_http(mode: &str) {
    let server = Server::start(&sample("unity"), &[ALLOW_WRITES]);
    drive(&[mode, "http", &format!("http://{}/mcp", server.address)]);
}

fn drive(args: &[&str]) {
    let Some(python) = env::var_os("SCENEWRIGHT_PYTHON") else {
        panic!(
            "set SCENEWRIGHT_PYTHON to a Python that has mcp 2.3.0, \
             or run `cargo xtask test`, which installs one"
        );
    };
    let output = Command::new(python).arg(SCRIPT).args(args).output().expect("python starts");
    assert!(
        output.status.success(),
        "{args:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
