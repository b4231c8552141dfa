//! A program as it was installed, and the questions that it must answer.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use super::Host;
use crate::{Result, shell};

pub(in crate::dist) struct InstalledProgram<'a> {
    host: &'a Host,
    words: Vec<OsString>,
    folder: Option<PathBuf>,
}

impl<'a> InstalledProgram<'a> {
    pub(super) fn new(host: &'a Host, path: PathBuf) -> InstalledProgram<'a> {
        InstalledProgram { host, words: vec![path.into()], folder: None }
    }

    pub(super) fn with_npx(host: &'a Host, folder: &Path) -> InstalledProgram<'a> {
        let words = ["npx", "--no", "--", "scenewright"].map(OsString::from).to_vec();
        InstalledProgram { host, words, folder: Some(folder.to_owned()) }
    }

    pub(super) fn with_uvx(host: &'a Host, uvx: PathBuf, wheel: &Path) -> InstalledProgram<'a> {
        let words = vec![
            uvx.into(),
            "--offline".into(),
            "--no-config".into(),
            "--from".into(),
            wheel.into(),
            "scenewright".into(),
        ];
        InstalledProgram { host, words, folder: None }
    }

    pub(super) fn path(&self) -> &Path {
        Path::new(&self.words[0])
    }

    pub(super) fn command(&self) -> Result<Command> {
        let mut command = match self.host {
            Host::Native => Command::new(&self.words[0]),
            Host::Qemu(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(&self.words[0]);
                command
            }
            Host::Wine(wine) => wine.command(&self.words[0]),
        };
        command.args(&self.words[1..]);
        // The answers must not depend on what is installed here.
        command.env_remove("SCENEWRIGHT_GODOT").env_remove("SCENEWRIGHT_GODOT_DISPLAY");
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        Ok(command)
    }

    /// A path of this machine as the program knows it.
    pub(super) fn path_argument(&self, path: &Path) -> String {
        match self.host {
            Host::Wine(wine) => wine.path(path),
            _ => path.display().to_string(),
        }
    }

    /// Both questions; returns a line about the answers.
    pub(super) fn ask(&self, samples: &Path) -> Result<String> {
        let start = Instant::now();
        let info = self.project_info(samples)?;
        let seconds = start.elapsed().as_secs_f64();
        let project = self.path_argument(&samples.join("godot"));
        let tools = self.list_tools(&["mcp".to_owned(), project])?;
        Ok(format!("{info} in {seconds:.2} s, {tools} tools"))
    }

    pub(super) fn project_info(&self, samples: &Path) -> Result<String> {
        let project = self.path_argument(&samples.join("godot"));
        let mut call = self.command()?;
        let answer = shell::quietly(call.args(["call", "project.info", "--project", &project]))?;
        let answer: Value = serde_json::from_str(&answer)?;
        if answer["output"]["projectPath"].as_str() != Some(&project) {
            return Err(
                format!("project.info names another folder than {project}: {answer}").into()
            );
        }
        let name = answer["output"]["projectName"].as_str();
        Ok(name.ok_or_else(|| format!("project.info names no project: {answer}"))?.to_owned())
    }

    /// The number of tools that it lists over MCP.
    pub(super) fn list_tools(&self, arguments: &[String]) -> Result<usize> {
        let messages = [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "dist", "version": "1" } } }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
        ];
        let mut child =
            self.command()?.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut stdin = child.stdin.take().ok_or("no input")?;
        for message in messages {
            writeln!(stdin, "{message}")?;
        }
        drop(stdin);
        let output = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let answers = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let listed = answers.into_iter().find(|answer| answer["id"] == 2);
        let tools = listed.as_ref().and_then(|answer| answer["result"]["tools"].as_array());
        match tools {
            Some(tools) if !tools.is_empty() => Ok(tools.len()),
            _ => Err(format!("no tools in the answers: {text}").into()),
        }
    }
}
