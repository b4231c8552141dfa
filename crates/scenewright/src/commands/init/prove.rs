//! Starts the configured command as the client would, and speaks MCP with it: a handshake, the list of tools, and one
//! question about the project.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::install::client::ClientTarget;
use super::super::install::format::ServerEntry;
use crate::cli::InstallScope;
use crate::error::CommandError;
use crate::progress::CallProgress;

/// How long an answer may take. A first start through npx or uvx downloads the program.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// How long the server may take to end.
const EXIT_TIMEOUT: Duration = Duration::from_secs(3);

const PROTOCOL: &str = "2025-06-18";

/// What the server answered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Proof {
    tools: usize,
    /// The name of the project, unless the tool is in none of the toolsets.
    project: Option<String>,
    took: Duration,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "started it as the client would: {} tools", self.tools)?;
        match &self.project {
            Some(name) => write!(f, ", project \"{name}\"")?,
            None => f.write_str(", without project_info (--toolsets)")?,
        }
        write!(f, ", {:.1} s", self.took.as_secs_f64())
    }
}

pub(super) fn prove(entry: &ServerEntry, target: &ClientTarget<'_>) -> Result<Proof, CommandError> {
    let started = Instant::now();
    let progress = CallProgress::start("starting the server");
    let mut server = RunningServer::start(entry, target)?;
    let outcome = server.talk();
    let log = server.stop();
    drop(progress);
    let (tools, project) = outcome.map_err(|reason| {
        let last = log.lines().last().filter(|line| !line.trim().is_empty());
        let said = last.map(|line| format!("; it said: {line}")).unwrap_or_default();
        CommandError::failed(format!(
            "{} is configured, but its command does not work: {reason}{said}",
            target.client.title
        ))
        .hint(format!("run it by hand to see more: {entry}"))
    })?;
    Ok(Proof { tools, project, took: started.elapsed() })
}

/// The server, with its answers line by line and its log.
struct RunningServer {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
    log: Option<JoinHandle<String>>,
}

impl RunningServer {
    fn start(
        entry: &ServerEntry,
        target: &ClientTarget<'_>,
    ) -> Result<RunningServer, CommandError> {
        let workspace = target.root.to_string_lossy();
        let args = entry.args.iter().map(|arg| arg.replace("${workspaceFolder}", &workspace));
        let mut command = Command::new(&entry.command);
        command.args(args).current_dir(folder(target));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            CommandError::failed(format!("cannot start {}: {error}", entry.command))
        })?;
        let input = child.stdin.take();
        let (sender, answers) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let log = child.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut text = Vec::new();
                // What was read up to an error is the log.
                let _ = stderr.read_to_end(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        Ok(RunningServer { child, input, answers, log })
    }

    /// The number of tools, and the name of the project.
    fn talk(&mut self) -> Result<(usize, Option<String>), String> {
        let client = json!({ "name": "scenewright-init", "version": env!("CARGO_PKG_VERSION") });
        let hello =
            json!({ "protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client });
        self.ask(1, "initialize", hello)?;
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        let list = self.ask(2, "tools/list", json!({}))?;
        let tools = list["tools"].as_array().ok_or("it has no list of tools")?;
        if !tools.iter().any(|tool| tool["name"] == "project_info") {
            return Ok((tools.len(), None));
        }
        let info = self.ask(3, "tools/call", json!({ "name": "project_info", "arguments": {} }))?;
        if info["isError"] == true {
            return Err(format!("project_info fails: {}", info["content"][0]["text"]));
        }
        let name = info["structuredContent"]["projectName"].as_str();
        Ok((tools.len(), Some(name.ok_or("project_info does not name the project")?.to_owned())))
    }

    fn ask(&mut self, id: u32, method: &str, params: Value) -> Result<Value, String> {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.answers.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    format!("no answer to {method} within {} seconds", ANSWER_TIMEOUT.as_secs())
                }
                RecvTimeoutError::Disconnected => format!("it ended without answering {method}"),
            })?;
            let message: Value = serde_json::from_str(&line)
                .map_err(|_| format!("it writes something else than MCP to stdout: {line:.80}"))?;
            // Notifications and requests of the server need no answer here.
            if message["id"] == id && message.get("method").is_none() {
                return match message.get("error") {
                    Some(error) => Err(format!("{method} fails: {}", error["message"])),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("its input is closed")?;
        match writeln!(input, "{message}").and_then(|()| input.flush()) {
            // It has ended; the lack of an answer tells that, too.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(|error| format!("it does not read its input ({error})")),
        }
    }

    /// A server ends with its input. Returns its log.
    fn stop(mut self) -> String {
        self.input = None;
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() > deadline {
                // It may end at the same moment.
                let _ = self.child.kill();
                let _ = self.child.wait();
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let log = self.log.take().map(JoinHandle::join);
        log.and_then(Result::ok).unwrap_or_default()
    }
}

/// Clients start servers of a project's file in the project. Those of the user's file must work everywhere.
fn folder(target: &ClientTarget<'_>) -> PathBuf {
    match target.scope {
        InstallScope::Project => target.root.to_owned(),
        InstallScope::User => target.root.ancestors().last().unwrap_or(Path::new("/")).to_owned(),
    }
}
