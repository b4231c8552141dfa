//! `scenewright stdio [PROJECT]`.

use std::io;
use std::sync::Arc;

use scenewright_dialects::editormcp::EditorMcp;
use scenewright_wire::{WireLimits, stdio};
use tokio::runtime;

use super::{mcp, recover_unsaved};
use crate::cli::{McpServerArgs, StdioArgs, StdioDialect};
use crate::error::CommandError;
use crate::project;

pub(crate) fn run(args: &StdioArgs) -> Result<(), CommandError> {
    let found = project::find(args.project.as_deref())?;
    let session = project::session(&found, &args.session.for_server(&args.watch))?;
    project::warn_about_unfinished(&session);
    recover_unsaved::notices(&session).iter().for_each(|line| tracing::warn!("{line}"));
    match args.dialect {
        StdioDialect::Mcp => mcp::serve(&found.root, session, &McpServerArgs::default()),
        StdioDialect::Editormcp => serve(EditorMcp::new(session)),
    }
}

fn serve(service: EditorMcp) -> Result<(), CommandError> {
    let broken = |error: io::Error| CommandError::failed(format!("the server failed: {error}"));
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    runtime
        .block_on(stdio::serve(Arc::new(service), io::stdin(), io::stdout(), WireLimits::default()))
        .map_err(broken)
}
