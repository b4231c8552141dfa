//! `scenewright mcp [PROJECT]`.

use std::io;
use std::path::Path;

use scenewright_catalogue::Session;
use scenewright_godot_live::PluginState;
use scenewright_mcp::{McpServer, McpSettings, Toolsets, stdio};
use tokio::runtime;

use super::recover_unsaved;
use super::serve::stopped;
use crate::cli::{McpArgs, McpServerArgs};
use crate::error::CommandError;
use crate::project;

pub(crate) fn run(args: &McpArgs) -> Result<(), CommandError> {
    let found = project::find(args.project.as_deref())?;
    let session = project::session(&found, &args.session.for_server(&args.watch))?;
    project::warn_about_unfinished(&session);
    recover_unsaved::notices(&session).iter().for_each(|line| tracing::warn!("{line}"));
    serve(&found.root, session, &args.mcp)
}

/// One thread is enough for one client: operations run on their own threads.
pub(crate) fn serve(
    root: &Path,
    session: Session,
    args: &McpServerArgs,
) -> Result<(), CommandError> {
    let broken = |error: io::Error| CommandError::failed(format!("the server failed: {error}"));
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    let server = server(root, session, args)?;
    let served = runtime.block_on(async { stdio::serve(server, stopped()?).await });
    // The thread that reads a terminal wakes up only for the next line.
    runtime.shutdown_background();
    served.map_err(broken)
}

pub(crate) fn server(
    root: &Path,
    session: Session,
    args: &McpServerArgs,
) -> Result<McpServer, CommandError> {
    let chosen = toolsets(root, args);
    let settings = McpSettings {
        toolsets: if session.policy().allow_play { chosen.with_game() } else { chosen },
        confirm_by: args.confirm.into(),
        confirm_timeout: args.confirm_timeout,
    };
    McpServer::new(session, settings).map_err(|error| {
        CommandError::failed(format!("the system provides no random numbers: {error}"))
    })
}

/// The default includes the editor's tools if the project has the plugin, also while its editor is closed: clients read
/// the list once, and the editor may be opened later.
fn toolsets(root: &Path, args: &McpServerArgs) -> Toolsets {
    let chosen = args.toolsets.clone();
    match scenewright_godot_live::state(root) {
        PluginState::On { .. } => chosen.with_editor(),
        PluginState::Off { .. } | PluginState::Absent => chosen,
    }
}
