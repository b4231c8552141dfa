//! `scenewright stdio [PROJECT]`.

use std::io;
use std::sync::Arc;

use scenewright_dialects::editormcp::EditorMcp;
use scenewright_wire::{Limits, stdio};
use tokio::runtime;

use crate::cli::{Dialect, StdioArgs};
use crate::error::CommandError;
use crate::project;

pub(crate) fn run(args: &StdioArgs) -> Result<(), CommandError> {
    if args.dialect == Dialect::Mcp {
        return Err(CommandError::usage("the MCP dialect is not in this version")
            .hint("use `scenewright stdio --dialect editormcp`, or `scenewright serve`"));
    }
    let service = Arc::new(EditorMcp::new(project::open(args.project.as_deref(), &args.session)?));
    let broken = |error: io::Error| CommandError::failed(format!("stdio broke: {error}"));
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    runtime
        .block_on(stdio::serve(service, io::stdin(), io::stdout(), Limits::default()))
        .map_err(broken)
}
