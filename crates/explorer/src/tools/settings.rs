//! `GetConfig` and `SetConfig`.

use serde_json::Value;

use super::{ToolContext, ok_answer};
use crate::args::ExplorerArgs;
use crate::config::ExplorerConfig;
use crate::fault::{ExplorerError, ExplorerResult};
use crate::shared::ExplorerState;

pub(super) fn get(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let setup = &desk.shared.setup;
    let (bind, port) = (setup.address.ip().to_string(), setup.address.port());
    Ok(desk.shared.config().to_json(&bind, port, setup.folder.as_deref()))
}

pub(super) fn set(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let shared = desk.shared;
    let restart = args.flag("restart")?.unwrap_or(false);
    let mut config = shared.config();
    let changed = config.with_arguments(args)?;
    if changed.raises(&config) && !shared.session.policy().allow_writes {
        return Err(ExplorerError::permission_denied(
            "this server was started without permission to write",
        )
        .hint("its user has to start it with --allow-writes; clients cannot unlock it"));
    }
    if let Some(folder) = &shared.setup.folder {
        let failed = |error: std::io::Error| {
            ExplorerError::internal(format!("the settings cannot be kept: {error}"))
        };
        changed.save(folder).map_err(failed)?;
    }
    *config = changed;
    if restart {
        *config = started_anew(shared, &config);
        shared.streams.end();
    }
    Ok(ok_answer())
}

/// As a server that starts finds the settings: what somebody wrote into the file counts from now on,
/// within what the server may.
fn started_anew(shared: &ExplorerState, now: &ExplorerConfig) -> ExplorerConfig {
    match &shared.setup.folder {
        Some(folder) => ExplorerConfig::load(Some(folder), shared.session.policy().allow_writes),
        None => now.clone(),
    }
}
