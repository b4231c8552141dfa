//! Logs go to stderr: stdout carries answers only.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

use crate::error::CommandError;

/// `--log` wins over `RUST_LOG`, which wins over warnings only.
pub(crate) fn start(filter: Option<&str>) -> Result<(), CommandError> {
    let from_environment = std::env::var("RUST_LOG").ok();
    let filter = filter.or(from_environment.as_deref()).unwrap_or("warn");
    let filter = EnvFilter::try_new(filter).map_err(|error| {
        CommandError::usage(format!("'{filter}' is no log filter: {error}"))
            .hint("try --log debug, or --log scenewright_wire=trace")
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    Ok(())
}
