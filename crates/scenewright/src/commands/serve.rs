//! `scenewright serve [PROJECT]`.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

use scenewright_catalogue::{EngineAccess, Session};
use scenewright_explorer::ExplorerSetup;
use scenewright_mcp::http::{McpHttp, McpHttpLimits};
use scenewright_model::ObjectId;
use scenewright_wire::http::{self, AccessGuard, ServerToken, TokenPlaces, TokenUse};
use tokio::runtime;

use super::recover_unsaved;
use crate::cli::limits::LimitArgs;
use crate::cli::{ExplorerArgs, GuardArgs, McpServerArgs, ServeArgs};
use crate::discovery::DiscoveryFile;
use crate::error::CommandError;
use crate::server::Mcp;
use crate::{folders, open_files, port, print, project, server, token};

/// The places of the token that the plugin accepts.
const GODOTY_TOKEN: TokenPlaces = TokenPlaces::HeaderUrlAndProtocol { protocol_prefix: "godoty." };

pub(crate) fn run(args: &ServeArgs) -> Result<(), CommandError> {
    if !args.host.is_loopback() && args.guard.token.is_none() {
        return Err(CommandError::usage(format!(
            "{} can be reached from other machines",
            args.host
        ))
        .hint("require a token with --token, or use --host 127.0.0.1"));
    }
    open_files::raise_limit();
    let found = project::find(args.project.as_deref())?;
    let engine = project::engine_access(&found, &args.session.for_server(&args.watch))?;
    let unfinished = project::unfinished(engine.session());
    let doors = ServerListeners::open(args)?;
    let address = local_address(&doors.main)?;
    let godoty = doors.godoty.as_ref().map(|(listener, _)| local_address(listener)).transpose()?;
    let explorer = ExplorerOptions { args: &args.explorer, root: &found.root };
    let unsaved = recover_unsaved::notices(engine.session());
    let token = token::choose(
        &args.guard,
        args.session.allow_writes || args.session.plays(),
        &explorer.key(),
    )
    .map_err(|error| {
        CommandError::failed(format!("the system provides no random numbers: {error}"))
    })?;
    let guard = AccessControl { args: &args.guard, token: token.clone() };
    until_stopped(doors, &engine, &guard, &args.mcp, &explorer, || {
        print::out(&format!(
            "Serving the {} project in {} on http://{address}/ (press Ctrl-C to stop)",
            found.kind,
            print::path(&found.root)
        ))?;
        unfinished.iter().try_for_each(|sentence| print::out(&format!("  Note: {sentence}")))?;
        server::PROTOCOLS.iter().try_for_each(|(name, path, how)| {
            print::out(&format!("  {name:<20} http://{address}{path:<8} {}", print::dim(how)))
        })?;
        if let Some(address) = godoty {
            print::out(&format!("  {:<20} ws://{address}/", "Godoty"))?;
        }
        // The user already knows a token from the command line.
        if let Some(token) = token.filter(|token| token.needed_for == TokenUse::Writes) {
            print::out(&format!(
                "  {:<20} {} {}",
                "Token",
                token.secret,
                print::dim(
                    "needed to write (Authorization: Bearer TOKEN); clients without it can only read"
                )
            ))?;
        }
        unsaved.iter().try_for_each(|line| print::out(line))
    })
}

/// Access control as the command line specifies it.
pub(crate) struct AccessControl<'a> {
    pub args: &'a GuardArgs,
    pub token: Option<ServerToken>,
}

impl AccessControl<'_> {
    fn guard(&self, address: SocketAddr) -> AccessGuard {
        let mut hosts = self.args.allow_host.clone();
        // The address that is served is a valid host name.
        hosts.push(address.ip().to_string());
        let origins = self.args.allow_origin.clone();
        AccessGuard { hosts, origins, token: self.token.clone(), ..AccessGuard::default() }
    }
}

/// The ports that are served.
pub(crate) struct ServerListeners {
    pub main: TcpListener,
    /// The port of the Godoty protocol, and whether its dangerous actions are allowed.
    pub godoty: Option<(TcpListener, bool)>,
}

impl ServerListeners {
    fn open(args: &ServeArgs) -> Result<ServerListeners, CommandError> {
        let main = port::listen(args.host, args.port, "--port")?;
        let godoty = match args.godoty.godoty_port {
            Some(port) => Some((
                port::listen(args.host, port, "--godoty-port")?,
                args.godoty.allow_dangerous_actions,
            )),
            None => None,
        };
        Ok(ServerListeners { main, godoty })
    }
}

pub(crate) fn local_address(listener: &TcpListener) -> Result<SocketAddr, CommandError> {
    listener.local_addr().map_err(|error| CommandError::failed(error.to_string()))
}

/// Options of the Explorer from the command line.
pub(crate) struct ExplorerOptions<'a> {
    pub args: &'a ExplorerArgs,
    /// The project's folder.
    pub root: &'a Path,
}

impl ExplorerOptions<'_> {
    /// Identifies the project in the names of its settings, scripts and token.
    fn key(&self) -> String {
        format!("{:014x}", ObjectId::new(&self.root.to_string_lossy(), "").get())
    }

    fn setup(&self, address: SocketAddr, max_streams: usize) -> ExplorerSetup {
        let folder = folders::data().map(|data| data.join("explorer").join(self.key()));
        let mirror = address.ip().is_loopback() && !self.args.no_mirror;
        ExplorerSetup { folder, address, mirror, max_streams }
    }
}

/// Serves until Ctrl-C or SIGTERM, and then answers the requests in flight. `announce` runs once the server
/// accepts connections and handles the signals.
pub(crate) fn until_stopped(
    doors: ServerListeners,
    engine: &EngineAccess,
    guarded: &AccessControl<'_>,
    mcp_args: &McpServerArgs,
    explorer: &ExplorerOptions<'_>,
    announce: impl FnOnce() -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let broken = |error: io::Error| CommandError::failed(format!("the server failed: {error}"));
    let ServerListeners { main: listener, godoty } = doors;
    let address = local_address(&listener)?;
    let guard = guarded.guard(address);
    let args = guarded.args;
    let limits = args.limits.wire_limits();
    let session = engine.session();
    let mcp = mcp(explorer.root, session, mcp_args, &args.limits)?;
    let godoty = godoty.map(|(listener, dangerous)| {
        (listener, server::godoty(session.clone(), dangerous, limits))
    });
    let router =
        server::router(engine, mcp, explorer.setup(address, args.limits.max_streams), limits)
            .map_err(broken)?;
    let runtime = runtime::Builder::new_multi_thread().enable_all().build().map_err(broken)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(broken)?;
        let stopped = stopped().map_err(broken)?;
        let discovery = explorer.args.discovery.as_deref();
        let _discovery = DiscoveryFile::write(discovery, address, guarded.token.as_ref());
        let godoty = match godoty {
            Some((listener, router)) => {
                let listener = tokio::net::TcpListener::from_std(listener).map_err(broken)?;
                Some(http::serve(
                    listener,
                    router,
                    AccessGuard { token_places: GODOTY_TOKEN, ..guard.clone() },
                    limits,
                    self::stopped().map_err(broken)?,
                ))
            }
            None => None,
        };
        announce()?;
        let main = http::serve(listener, router, guard, limits, stopped);
        match godoty {
            Some(godoty) => tokio::try_join!(main, godoty).map(drop).map_err(broken),
            None => main.await.map_err(broken),
        }
    })
}

fn mcp(
    root: &Path,
    session: &Session,
    args: &McpServerArgs,
    limits: &LimitArgs,
) -> Result<Mcp, CommandError> {
    let server = super::mcp::server(root, session.clone(), args)?;
    let limits =
        McpHttpLimits { max_message_bytes: limits.max_message, max_sessions: limits.max_sessions };
    let http = McpHttp::new(server, limits);
    Ok(Arc::new(move |request| {
        let http = http.clone();
        Box::pin(async move { http.answer(request).await })
    }))
}

/// The signals are handled from the call on, not only once the future is polled.
#[cfg(unix)]
pub(crate) fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ctrl-C, Ctrl-Break, a closed window, and the end of the Windows session.
#[cfg(windows)]
pub(crate) fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

    let (mut interrupt, mut stop) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut shutdown) = (ctrl_close()?, ctrl_shutdown()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = stop.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
    })
}
