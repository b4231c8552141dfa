//! `scenewright mcp [PROJECT]`.

use std::io;

use scenewright_catalogue::Session;
use scenewright_mcp::{McpServer, McpSettings, stdio};
use tokio::runtime;

use super::recover_unsaved;
use super::serve::stopped;
use crate::cli::{McpArgs, McpServerArgs};
use crate::error::CommandError;
use crate::project;

pub(crate) fn run(args: &McpArgs) -> Result<(), CommandError> {
    let found = project::find(args.project.as_deref())?;
    let session = project::session(&found, &args.session)?;
    project::warn_about_unfinished(&session);
    recover_unsaved::notices(&session).iter().for_each(|line| tracing::warn!("{line}"));
    serve(session, &args.mcp)
}

/// One thread is enough for one client: operations run on their own threads.
pub(crate) fn serve(session: Session, args: &McpServerArgs) -> Result<(), CommandError> {
    let broken = |error: io::Error| CommandError::failed(format!("the server failed: {error}"));
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    let server = server(session, args)?;
    let served = runtime.block_on(async { stdio::serve(server, stopped()?).await });
    // The thread that reads a terminal wakes up only for the next line.
    runtime.shutdown_background();
    served.map_err(broken)
}

pub(crate) fn server(session: Session, args: &McpServerArgs) -> Result<McpServer, CommandError> {
    let settings = McpSettings {
        toolsets: args.toolsets.clone(),
        confirm_by: args.confirm.into(),
        confirm_timeout: args.confirm_timeout,
    };
    McpServer::new(session, settings).map_err(|error| {
        CommandError::failed(format!("the system provides no random numbers: {error}"))
    })
}
