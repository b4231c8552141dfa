//! An MCP server for tests: the product's handler and catalogue, with the fixtures of the official
//! conformance suite and two operations that only tests call. It never ships: nothing depends on
//! this crate.
//!
//! `mcp PROJECT` serves stdin and stdout, `serve PROJECT` serves `/mcp` on a free port of 127.0.0.1
//! and prints its address. There is no token: it listens on the loopback interface only.

mod fixtures;
mod operations;
mod server;

use std::error::Error;
use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use clap::{Args, Parser, ValueEnum};
use scenewright_catalogue::{CallLimits, Catalogue, Policy, Session};
use scenewright_mcp::http::{McpHttp, McpHttpLimits};
use scenewright_mcp::{ConfirmBy, McpServer, McpSettings, stdio};
use scenewright_wire::WireLimits;
use scenewright_wire::http::{self, AccessGuard};
use tokio::net::TcpListener;
use tokio::runtime;

use server::ConformanceServer;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

#[derive(Parser)]
enum Command {
    /// Serve MCP on stdin and stdout
    Mcp(ServerArgs),
    /// Serve MCP over HTTP at /mcp, on a free port of 127.0.0.1
    Serve(ServerArgs),
}

#[derive(Args)]
struct ServerArgs {
    /// The project's folder
    project: PathBuf,
    #[arg(long)]
    allow_writes: bool,
    /// How long a call may take, in seconds
    #[arg(long)]
    timeout: Option<u64>,
    /// Who decides about a destructive call of a client that can ask its user
    #[arg(long, value_enum, default_value_t = ConfirmArg::User)]
    confirm: ConfirmArg,
    /// How long the user may take to answer, in seconds
    #[arg(long)]
    confirm_timeout: Option<f64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ConfirmArg {
    User,
    Agent,
}

fn main() -> Result {
    match Command::parse() {
        Command::Mcp(args) => serve_stdio(&args),
        Command::Serve(args) => serve_http(&args),
    }
}

fn conformance_server(args: &ServerArgs) -> Result<ConformanceServer> {
    let project = scenewright_engines::find(&args.project)?;
    let catalogue = Catalogue::standard_with(operations::operations())?;
    let policy = Policy { allow_writes: args.allow_writes, ..Policy::default() };
    let mut limits = CallLimits::default();
    if let Some(seconds) = args.timeout {
        limits.timeout = Duration::from_secs(seconds);
    }
    let session = Session::new(catalogue, scenewright_engines::open(&project), policy, limits);
    let settings = McpSettings {
        confirm_by: match args.confirm {
            ConfirmArg::User => ConfirmBy::User,
            ConfirmArg::Agent => ConfirmBy::Agent,
        },
        confirm_timeout: args.confirm_timeout.map(Duration::try_from_secs_f64).transpose()?,
        ..McpSettings::default()
    };
    Ok(ConformanceServer::new(McpServer::new(session, settings)?))
}

fn serve_stdio(args: &ServerArgs) -> Result {
    let server = conformance_server(args)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async { stdio::serve_handler(server, stop_signal()?).await });
    // A terminal is read by a thread that only the next line can wake.
    runtime.shutdown_background();
    Ok(served?)
}

fn serve_http(args: &ServerArgs) -> Result {
    let server = conformance_server(args)?;
    let fixtures = server.fixtures.clone();
    let limits = WireLimits::default();
    let mcp_limits =
        McpHttpLimits { max_message_bytes: limits.max_message_bytes, max_sessions: 64 };
    let mcp = McpHttp::with_handlers(move || server.for_http_client(), mcp_limits);
    fixtures.set_sessions(mcp.session_manager());
    let router = Router::new().route("/mcp", any(answer)).with_state(mcp);
    runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let stopped = stop_signal()?;
        writeln!(io::stdout(), "Serving MCP on http://{}/mcp", listener.local_addr()?)?;
        http::serve(listener, router, AccessGuard::default(), limits, stopped).await?;
        Ok(())
    })
}

async fn answer(State(mcp): State<McpHttp<ConformanceServer>>, request: Request) -> Response {
    mcp.answer(request).await
}

#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        terminate.recv().await;
    })
}

#[cfg(windows)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
