//! The program over MCP on stdio, as an agent starts it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::editor;

pub struct Agent {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

/// Runs a command of the program, and must work.
pub fn run(arguments: &[&str], folder: &Path) -> String {
    let Output { status, stdout, stderr } = program(folder).args(arguments).output().unwrap();
    let reported = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{arguments:?}: {reported}");
    String::from_utf8(stdout).unwrap()
}

pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scenewright"));
    command.env("SCENEWRIGHT_DATA", folder.join("journal"));
    command.env_remove("SCENEWRIGHT_GODOT");
    command
}

impl Agent {
    /// `folder` is where the project lies in `game`.
    pub fn start(folder: &Path) -> Agent {
        let mut command = program(folder);
        command.args(["mcp", "--toolsets", "all", "--allow-writes"]).arg(folder.join("game"));
        Agent::spawn(command)
    }

    /// One that may run games with a real Godot.
    pub fn playing(folder: &Path, flags: &[&str]) -> Agent {
        Agent::playing_with(Path::new(&editor::program()), folder, flags)
    }

    pub fn playing_with(godot: &Path, folder: &Path, flags: &[&str]) -> Agent {
        let mut command = program(folder);
        command.args(["mcp", "--allow-play"]).args(flags).arg(folder.join("game"));
        command.env("SCENEWRIGHT_GODOT", godot);
        Agent::spawn(command)
    }

    fn spawn(mut command: Command) -> Agent {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut agent = Agent { process, input, output, next: 0 };
        agent.request(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        agent.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    /// A tool's whole result.
    pub fn result(&mut self, tool: &str, arguments: Value) -> Value {
        let name = tool.replace('.', "_");
        self.request("tools/call", json!({ "name": name, "arguments": arguments }))
    }

    /// The answer of a tool that has to work, and where it came from.
    pub fn call(&mut self, tool: &str, arguments: Value) -> (Value, String) {
        let result = self.result(tool, arguments.clone());
        assert_ne!(result["isError"], true, "{tool} {arguments}: {result}");
        let source = result["_meta"]["scenewright/source"].as_str().unwrap_or_default().to_owned();
        (result["structuredContent"].clone(), source)
    }

    /// The answer of a tool that the editor has to give.
    pub fn live(&mut self, tool: &str, arguments: Value) -> Value {
        let (answer, source) = self.call(tool, arguments);
        assert_eq!(source, "live", "{tool}: {answer}");
        answer
    }

    /// The answer of a tool that the game has to give.
    pub fn played(&mut self, tool: &str, arguments: Value) -> Value {
        let (answer, source) = self.call(tool, arguments);
        assert_eq!(source, "game", "{tool}: {answer}");
        answer
    }

    /// Without a word to anybody.
    pub fn crash(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Why a tool did not work.
    pub fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.result(tool, arguments);
        assert_eq!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Asks for a tool without waiting for its result; its id.
    pub fn begin(&mut self, tool: &str, arguments: Value) -> u64 {
        let name = tool.replace('.', "_");
        self.ask("tools/call", json!({ "name": name, "arguments": arguments }))
    }

    fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let id = self.next;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.end(id)
    }

    /// The result of what was begun.
    pub fn end(&mut self, id: u64) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server ended");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    fn write(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
        self.input.flush().unwrap();
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
