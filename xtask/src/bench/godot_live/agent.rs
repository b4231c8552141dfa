//! The server as an agent meets it, over stdio.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::Path;
use std::process::{ChildStdin, ChildStdout};

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::super::lines::Lines;
use super::super::load::Link;
use super::super::program::Program;
use super::super::running::Running;
use crate::Result;

pub(in crate::bench) struct Agent {
    running: Running,
    link: Lines<BufReader<ChildStdout>, ChildStdin>,
}

impl Agent {
    pub(in crate::bench) fn start(program: &Program, folder: &Path) -> Result<Agent> {
        let mut command = program.stdio(folder)?;
        let (running, link) = Running::over_stdio(command.arg("--allow-writes"))?;
        Ok(Agent { running, link })
    }

    /// One that may run games.
    pub(in crate::bench) fn playing(
        program: &Program,
        folder: &Path,
        godot: &Path,
    ) -> Result<Agent> {
        let mut command = program.stdio(folder)?;
        command.env("SCENEWRIGHT_GODOT", godot).arg("--allow-play");
        let (running, link) = Running::over_stdio(&mut command)?;
        Ok(Agent { running, link })
    }

    /// Only looks whether it worked: to read a large answer takes a client longer than the server.
    pub(in crate::bench) fn ask(&mut self, tool: &str, arguments: Value) -> Result {
        let params = json!({ "tool": tool, "arguments": arguments });
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        self.link.send(&request.to_string())?;
        let answer: HashMap<&str, &RawValue> = serde_json::from_slice(self.link.receive()?)?;
        match answer.get("error") {
            Some(error) => Err(format!("{tool}: {error}").into()),
            None => Ok(()),
        }
    }

    pub(in crate::bench) fn stop(self) -> Result {
        drop(self.link);
        self.running.wait().map(drop)
    }
}
