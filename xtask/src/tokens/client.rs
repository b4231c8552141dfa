//! Enough of an MCP client to call tools over stdio.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::Measurement;
use crate::{Result, shell};

pub(super) struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

/// What one answer costs.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) text: usize,
    pub(super) structured: usize,
    pub(super) calls: usize,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.text += other.text;
        self.structured += other.structured;
        self.calls += other.calls;
    }
}

impl Client {
    pub(super) fn open(measurement: &Measurement, project: &Path, data: &Path) -> Result<Client> {
        let mut command = shell::command(&measurement.program);
        command.args(["mcp", "--toolsets", "all", "--allow-writes", "--timeout", "300"]);
        command.arg(project).env("SCENEWRIGHT_DATA", data);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let input = child.stdin.take().ok_or("the program has no stdin")?;
        let output = BufReader::new(child.stdout.take().ok_or("the program has no stdout")?);
        let mut client = Client { child, input, output, next: 0 };
        let about = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "tokens", "version": "1" },
        });
        client.ask("initialize", &about)?;
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(client)
    }

    /// The result of a tool, also one that is an error.
    pub(super) fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value> {
        self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    /// What one answer costs.
    pub(super) fn page(
        &mut self,
        measurement: &Measurement,
        tool: &str,
        arguments: &Value,
    ) -> Result<Cost> {
        let result = self.call(tool, arguments)?;
        match result["isError"] == true {
            true => Err(format!("{tool} {arguments}: {}", result["content"][0]["text"]).into()),
            false => Ok(cost(measurement, &result)),
        }
    }

    /// All pages of an answer: what they cost, and the last of them.
    pub(super) fn pages(
        &mut self,
        measurement: &Measurement,
        tool: &str,
        arguments: &Value,
    ) -> Result<(Cost, Value)> {
        let (mut arguments, mut cost) = (arguments.clone(), Cost::default());
        loop {
            let result = self.call(tool, &arguments)?;
            if result["isError"] == true {
                return Err(format!("{tool} {arguments}: {}", result["content"][0]["text"]).into());
            }
            cost += self::cost(measurement, &result);
            match result["structuredContent"]["nextCursor"].as_str() {
                Some(cursor) => arguments["cursor"] = json!(cursor),
                None => return Ok((cost, result)),
            }
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the program ended instead of answering".into());
            }
            let mut message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return match message.get_mut("result") {
                    Some(result) => Ok(result.take()),
                    None => Err(format!("{method}: {}", message["error"]).into()),
                };
            }
        }
    }

    fn send(&mut self, message: &Value) -> Result {
        writeln!(self.input, "{message}")?;
        Ok(self.input.flush()?)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn cost(measurement: &Measurement, result: &Value) -> Cost {
    let blocks = result["content"].as_array().into_iter().flatten();
    let texts = blocks.filter_map(|block| block["text"].as_str());
    Cost {
        text: texts.map(|text| measurement.tokens(text)).sum(),
        structured: measurement.tokens(&result["structuredContent"].to_string()),
        calls: 1,
    }
}
