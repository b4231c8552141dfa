//! Who is measured: the program, and an echo on each of the official SDKs that can be had here.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::super::program::Program;
use super::client::{Call, Era};
use crate::npm::{self, Package};
use crate::test::{self, Found};
use crate::{Result, shell};

/// A server that is started over and over.
pub(super) struct Server {
    pub(super) name: &'static str,
    /// As users start it, over stdio.
    pub(super) cold: Command,
    /// With every tool that is called here.
    pub(super) stdio: Command,
    pub(super) http: Command,
    pub(super) over_stdio: Vec<Call>,
    pub(super) over_http: Vec<Call>,
}

pub(super) const OURS: &str = "scenewright";
pub(super) const TYPESCRIPT: &str = "TypeScript SDK";
pub(super) const PYTHON: &str = "Python SDK";
/// No server at all: bytes sent back over a loopback socket by another process.
pub(super) const FLOOR: &str = "no protocol";

/// Answers out of memory and in few words, as an echo does.
const LIGHT: Call = Call { tool: "mcp_logs_read", arguments: r#"{"limit":1}"#, era: Era::Session };
const TOOLSETS: [&str; 2] = ["--toolsets", "all"];
/// The same without a session.
const STATELESS: Call = Call { era: Era::Stateless, ..LIGHT };
/// What clients ask to see whether a server is alive.
const HEALTH: Call = Call { tool: "mcp_health", arguments: "{}", era: Era::Session };
/// About the project's files as they are now.
pub(super) const INFO: Call = Call { tool: "project_info", arguments: "{}", era: Era::Session };
pub(super) const ECHO: Call =
    Call { tool: "echo", arguments: r#"{"message":"hello"}"#, era: Era::Session };

const NODE_FOLDER: &str = "target/bench-node";
const SDK: Package = ("@modelcontextprotocol/sdk", "1.32.2");

/// A server, or why there is none.
type Peer = std::result::Result<Server, String>;

/// What is not there is said and left out.
pub(super) fn all(program: &Program) -> Result<Vec<Server>> {
    let mut servers = vec![ours(program)?];
    for (name, peer) in [(TYPESCRIPT, typescript(program)), (PYTHON, python(program))] {
        match peer? {
            Ok(peer) => servers.push(peer),
            Err(reason) => println!("skipped: an echo on the {name} ({reason})"),
        }
    }
    Ok(servers)
}

fn ours(program: &Program) -> Result<Server> {
    let sample = program.sample("unity");
    let (mut stdio, mut http) = (program.mcp(&sample)?, program.serve(&sample)?);
    stdio.args(TOOLSETS);
    http.args(TOOLSETS);
    Ok(Server {
        name: OURS,
        cold: program.mcp(&sample)?,
        stdio,
        http,
        over_stdio: vec![LIGHT, HEALTH, INFO],
        over_http: vec![LIGHT, STATELESS, HEALTH, INFO],
    })
}

fn typescript(program: &Program) -> Result<Peer> {
    let folder = match npm::folder_with(NODE_FOLDER, &[SDK]) {
        Ok(folder) => folder,
        Err(reason) => return Ok(Err(reason)),
    };
    // Packages are found from where the script is.
    let script = folder.join("echo.mjs");
    fs::write(&script, include_str!("echo.mjs"))?;
    echo(program, TYPESCRIPT, &npm::node(&folder), &script).map(Ok)
}

fn python(program: &Program) -> Result<Peer> {
    let script = shell::root().join("xtask/src/bench/mcp/echo.py");
    match test::python()? {
        Found::At(python) => echo(program, PYTHON, &python, &script).map(Ok),
        Found::Absent(reason) => Ok(Err(reason)),
    }
}

fn echo(program: &Program, name: &'static str, runs: &Path, script: &Path) -> Result<Server> {
    let command = |transport| -> Result<Command> {
        let mut command = program.logged(runs)?;
        command.arg(script).arg(transport);
        Ok(command)
    };
    Ok(Server {
        name,
        cold: command("stdio")?,
        stdio: command("stdio")?,
        http: command("http")?,
        over_stdio: vec![ECHO],
        over_http: vec![ECHO],
    })
}
