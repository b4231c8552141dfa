//! `mcp.health`: whether the server works.

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};
use crate::recovery::unfinished_sentence;
use crate::session::ToolFilter;

pub(crate) struct ServerHealth;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerHealthOutput {
    /// `ok`, or `degraded` when the project cannot be read or a change was interrupted
    pub status: &'static str,
    /// `unity` or `godot`
    pub engine: String,
    /// Where answers come from: `files` or `live`
    pub source: String,
    /// Number of tools this server lists
    pub tools_count: usize,
    /// Seconds since the server started
    pub uptime_seconds: u64,
    /// The problems, one sentence each
    pub problems: Vec<String>,
}

impl Operation for ServerHealth {
    type Args = NoArgs;
    type Output = ServerHealthOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "mcp.health",
        name: "MCP Health",
        description: "Returns whether the server works, where its answers come from, and any problems.",
        category: "mcp.platform",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("health.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<ServerHealthOutput, Failure> {
        let session = cx.session();
        let mut problems = match cx.ask(|engine, cx| engine.project(cx)) {
            Ok(_) => Vec::new(),
            Err(Failure::Engine(error)) => vec![error.message],
            Err(other) => return Err(other),
        };
        problems.extend(session.unfinished().iter().map(unfinished_sentence));
        Ok(ServerHealthOutput {
            status: if problems.is_empty() { "ok" } else { "degraded" },
            engine: session.engine_kind().as_str().to_owned(),
            source: cx.source().as_str().to_owned(),
            tools_count: session.list(ToolFilter::default()).count(),
            uptime_seconds: session.uptime().as_secs(),
            problems,
        })
    }
}
