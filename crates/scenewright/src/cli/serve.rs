//! What can be typed after `serve`, and of it what other servers share.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

use super::limits::LimitArgs;
use super::{McpServerArgs, SessionArgs};

/// Serve a project over HTTP and WebSocket.
///
/// One port for every tongue: MCP at /mcp, Unity MCP over HTTP at / (with GET /health), the
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
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
    /// Address to listen on; another than loopback needs --token
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 8080)]
    pub port: u16,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub mcp: McpServerArgs,
    #[command(flatten)]
    pub explorer: ExplorerArgs,
    #[command(flatten)]
    pub godoty: GodotyArgs,
    #[command(flatten)]
    pub guard: GuardArgs,
}

/// What clients of the Godoty protocol find.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct GodotyArgs {
    /// Also speak the Godoty protocol (WebSocket) on this port; its own is 6550
    #[arg(long, value_name = "PORT")]
    pub godoty_port: Option<u16>,
    /// Let clients of the Godoty protocol delete nodes (with --allow-writes)
    #[arg(long, requires = "godoty_port")]
    pub allow_dangerous_actions: bool,
}

/// What clients of the Unity Explorer interface find.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ExplorerArgs {
    /// The file that tells Unity Explorer clients where the server is
    /// [default: unity-explorer-mcp.json in the folder for temporary files]
    #[arg(long, env = "SCENEWRIGHT_DISCOVERY", hide_env_values = true, value_name = "PATH")]
    pub discovery: Option<PathBuf>,
    /// Do not show on streams of events what was answered to other clients; on another address than
    /// loopback it is never shown
    #[arg(long)]
    pub no_mirror: bool,
}

/// Who may call a server.
#[derive(Debug, Default, Args)]
pub(crate) struct GuardArgs {
    /// Ask every request for 'Authorization: Bearer TOKEN' [default: with --allow-writes, a token of
    /// this project, which is printed at the start; without it a request only reads]
    #[arg(long, env = "SCENEWRIGHT_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub token: Option<String>,
    /// With --allow-writes: let every program on this machine write, without a token
    #[arg(long, conflicts_with = "token")]
    pub no_token: bool,
    /// Accept requests for this host name too
    #[arg(long, value_name = "HOST")]
    pub allow_host: Vec<String>,
    /// Accept requests of web pages of this origin too, e.g. https://tools.example
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}
