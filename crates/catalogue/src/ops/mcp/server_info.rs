//! `mcp.server.info`: server and environment.

use std::env::consts::{ARCH, OS};

use scenewright_model::EngineKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};
use crate::session::ToolFilter;

pub(crate) struct ServerInfo;

/// Exactly the fields of the envelope's `server/info`, which is this operation.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerInfoOutput {
    /// Version of the server
    pub server_version: String,
    /// Engine version of the project; Godot's is prefixed with its name
    pub unity_version: String,
    /// Operating system and processor
    pub platform: String,
    /// Categories of the tools that this server lists
    pub enabled_tool_categories: Vec<String>,
    /// Current tier
    pub tier: String,
}

impl Operation for ServerInfo {
    type Args = NoArgs;
    type Output = ServerInfoOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "mcp.server.info",
        name: "MCP Server Info",
        description: "Returns server and environment information to verify the MCP bridge is operational.",
        category: "mcp.platform",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("server_info.json"),
        runs: ExecutionMode::InlineIf(|session, received| session.engine().knows_project(received)),
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<ServerInfoOutput, Failure> {
        let session = cx.session();
        let mut categories: Vec<String> =
            session.list(ToolFilter::default()).map(|tool| tool.category.to_owned()).collect();
        categories.sort();
        categories.dedup();
        Ok(ServerInfoOutput {
            server_version: env!("CARGO_PKG_VERSION").to_owned(),
            unity_version: engine_version(cx)?,
            platform: format!("{OS}-{ARCH}"),
            enabled_tool_categories: categories,
            tier: session.policy().tier.to_string(),
        })
    }
}

fn engine_version(cx: &Cx<'_>) -> Result<String, Failure> {
    let project = cx.ask(|engine, cx| engine.project(cx))?;
    let version = project.engine_version.unwrap_or_else(|| "unknown".to_owned());
    Ok(match project.engine {
        EngineKind::UNITY => version,
        other => format!("{other} {version}"),
    })
}
