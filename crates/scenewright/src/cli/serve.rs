//! The arguments of `scenewright serve`, some of which other servers share.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

use super::limits::LimitArgs;
use super::{McpServerArgs, ProjectArgument, SessionArgs, WatchArgs};

/// Serve a project over HTTP and WebSocket.
///
/// One port serves every protocol: MCP at /mcp, Unity MCP over HTTP at / (with GET /health), the
/// EditorMCP envelope at /editor (POST one JSON document, or open a WebSocket), and the Unity Explorer
/// interface at /message (with GET /read).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright serve
  scenewright serve ~/games/ferry --port 0
  curl -s http://127.0.0.1:8080/health
  curl -s http://127.0.0.1:8080 -d '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}'")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
    /// Address to listen on; any address other than loopback needs --token
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Port to listen on; 0 chooses a free one
    #[arg(long, default_value_t = 8080)]
    pub port: u16,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub watch: WatchArgs,
    #[command(flatten)]
    pub mcp: McpServerArgs,
    #[command(flatten)]
    pub explorer: ExplorerArgs,
    #[command(flatten)]
    pub godoty: GodotyArgs,
    #[command(flatten)]
    pub guard: GuardArgs,
}

/// Options of the Godoty protocol.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct GodotyArgs {
    /// Also serve the Godoty protocol (WebSocket) on this port; its usual port is 6550
    #[arg(long, value_name = "PORT")]
    pub godoty_port: Option<u16>,
    /// Allow clients of the Godoty protocol to delete nodes (with --allow-writes)
    #[arg(long, requires = "godoty_port")]
    pub allow_dangerous_actions: bool,
}

/// Options of the Unity Explorer interface.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ExplorerArgs {
    /// The discovery file, in which Unity Explorer clients look up the server
    /// [default: unity-explorer-mcp.json in the folder for temporary files]
    #[arg(long, env = "SCENEWRIGHT_DISCOVERY", hide_env_values = true, value_name = "PATH")]
    pub discovery: Option<PathBuf>,
    /// Do not send answers to other clients on event streams; on an address other than loopback they are
    /// never sent
    #[arg(long)]
    pub no_mirror: bool,
}

/// Access control of a server.
#[derive(Debug, Default, Args)]
pub(crate) struct GuardArgs {
    /// Require 'Authorization: Bearer TOKEN' for every request [default: with --allow-writes, a token of
    /// this project, which is printed at startup; requests without it can only read]
    #[arg(long, env = "SCENEWRIGHT_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub token: Option<String>,
    /// With --allow-writes: let every program on this machine write without a token
    #[arg(long, conflicts_with = "token")]
    pub no_token: bool,
    /// Also accept requests for this host name
    #[arg(long, value_name = "HOST")]
    pub allow_host: Vec<String>,
    /// Also accept requests from web pages of this origin, e.g. https://tools.example
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}
