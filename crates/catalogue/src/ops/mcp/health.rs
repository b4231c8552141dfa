//! `mcp.health`: whether the server works.

use scenewright_engine::{Context, Engine, EngineError, FileFreshness, ReadResult, Reading};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};
use crate::recovery::unfinished_sentence;
use crate::session::{Session, ToolFilter};

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
    /// How changes of files are noticed: `watched` (the system reports them) or `scanned` (every call looks at all files); absent without files
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_changes: Option<&'static str>,
    /// Why every call looks at all files; absent when they are watched
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scan_reason: Option<String>,
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
        notes: Some(
            "What it tells about the project is at most two seconds old, and newer than the last change that this server made.",
        ),
        examples: include_str!("health.json"),
        runs: ExecutionMode::InlineIf(|session, _| session.health().is_recent()),
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<ServerHealthOutput, Failure> {
        let session = cx.session();
        let problems = cx.ask(|engine, cx| {
            let is_in_memory = cx.received().is_some();
            session.health().problems(is_in_memory, || look(session, engine, cx))
        })?;
        let (file_changes, scan_reason) = match session.file_freshness() {
            None => (None, None),
            Some(FileFreshness::Watched) => (Some("watched"), None),
            Some(FileFreshness::Scanned(reason)) => (Some("scanned"), Some(reason.to_string())),
        };
        Ok(ServerHealthOutput {
            status: if problems.is_empty() { "ok" } else { "degraded" },
            engine: session.engine_kind().as_str().to_owned(),
            source: cx.source().as_str().to_owned(),
            tools_count: session.list(ToolFilter::default()).count(),
            uptime_seconds: session.uptime().as_secs(),
            file_changes,
            scan_reason,
            problems,
        })
    }
}

fn look(session: &Session, engine: &dyn Engine, cx: &Context) -> ReadResult<Vec<String>> {
    let mut found = match engine.project(cx) {
        Ok(project) => project.map(|_| Vec::new()),
        Err(
            error @ (EngineError::Cancelled
            | EngineError::DeadlinePassed
            | EngineError::NotReady { .. }),
        ) => return Err(error),
        Err(error) => Reading::from_files(vec![error.to_string()]),
    };
    found.value.extend(session.unfinished().iter().map(unfinished_sentence));
    Ok(found)
}
