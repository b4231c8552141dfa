//! `GET /health`: it does not wait for its turn, so that it answers while a tool runs.

use scenewright_catalogue::outputs::{ServerHealthOutput, ServerInfoOutput};
use scenewright_catalogue::{Answer, Call, Failure, Session, ToolFilter};
use serde::Serialize;
use serde_json::Map;

#[derive(Serialize)]
struct HealthReport {
    /// `ok` or `degraded`.
    status: &'static str,
    unity_version: String,
    tools_count: usize,
    uptime_seconds: u64,
    engine: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

pub(super) async fn report(session: &Session) -> String {
    let (mut problems, mut unity_version, mut engine) = (Vec::new(), None, None);
    let health = call(session, "mcp.health").await;
    match health.as_ref().map_err(Clone::clone).and_then(Answer::output_as::<ServerHealthOutput>) {
        Ok(health) => {
            problems.extend(health.problems.iter().cloned());
            engine = Some(health.engine.clone());
        }
        Err(failure) => problems.push(failure.to_string()),
    }
    let info = call(session, "mcp.server.info").await;
    match info.as_ref().map_err(Clone::clone).and_then(Answer::output_as::<ServerInfoOutput>) {
        Ok(info) => unity_version = Some(info.unity_version.clone()),
        Err(failure) => problems.push(failure.to_string()),
    }
    let unknown = || "unknown".to_owned();
    let report = HealthReport {
        status: if problems.is_empty() { "ok" } else { "degraded" },
        unity_version: unity_version.unwrap_or_else(unknown),
        tools_count: session.list(ToolFilter::default()).count(),
        uptime_seconds: session.uptime().as_secs(),
        engine: engine.unwrap_or_else(unknown),
        problems,
    };
    serde_json::to_string(&report).unwrap_or_default()
}

async fn call(session: &Session, operation: &str) -> Result<Answer, Failure> {
    session.start(Call::new(operation, Map::new())).answer().await
}
