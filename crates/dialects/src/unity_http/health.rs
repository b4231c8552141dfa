//! `GET /health`: it does not wait for its turn, so that it answers while a tool runs.

use scenewright_catalogue::{Call, Failure, Session, ToolFilter};
use serde::Serialize;
use serde_json::{Map, Value};

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
    let (mut problems, mut facts) = (Vec::new(), Map::new());
    for operation in ["mcp.health", "mcp.server.info"] {
        match ask(session, operation).await {
            Ok(output) => facts.extend(output),
            Err(failure) => problems.push(failure.to_string()),
        }
    }
    let known = facts.get("problems").and_then(Value::as_array).into_iter().flatten();
    problems.splice(0..0, known.filter_map(Value::as_str).map(str::to_owned));
    let text = |name: &str| facts.get(name).and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let health = HealthReport {
        status: if problems.is_empty() { "ok" } else { "degraded" },
        unity_version: text("unityVersion"),
        tools_count: session.list(ToolFilter::default()).count(),
        uptime_seconds: session.uptime().as_secs(),
        engine: text("engine"),
        problems,
    };
    serde_json::to_string(&health).unwrap_or_default()
}

async fn ask(session: &Session, operation: &str) -> Result<Map<String, Value>, Failure> {
    let answer = session.start(Call::new(operation, Map::new())).answer().await?;
    serde_json::from_str(answer.output.get())
        .map_err(|error| Failure::Crashed { message: error.to_string() })
}
