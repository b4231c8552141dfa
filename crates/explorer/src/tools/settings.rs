//! `GetConfig` and `SetConfig`.

use serde_json::Value;

use super::{ToolContext, ok_answer};
use crate::arguments::NoArguments;
use crate::config::{ConfigArguments, ExplorerConfig};
use crate::error::{ExplorerError, ExplorerResult};
use crate::state::ExplorerState;

pub(super) fn get(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let setup = &ctx.state.setup;
    let (bind, port) = (setup.address.ip().to_string(), setup.address.port());
    Ok(ctx.state.config().to_json(&bind, port, setup.folder.as_deref()))
}

pub(super) fn set(args: ConfigArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let state = ctx.state;
    let restart = args.restart;
    let mut config = state.config();
    let changed = config.with_arguments(args);
    if changed.raises(&config) && !state.session.policy().allow_writes {
        return Err(ExplorerError::permission_denied(
            "this server was started without permission to write",
        )
        .hint("its user has to start it with --allow-writes; clients cannot unlock it"));
    }
    if let Some(folder) = &state.setup.folder {
        let failed = |error: std::io::Error| {
            ExplorerError::internal(format!("the settings cannot be saved: {error}"))
        };
        changed.save(folder).map_err(failed)?;
    }
    *config = changed;
    if restart {
        *config = reload(state, &config);
        state.streams.end();
    }
    Ok(ok_answer())
}

/// The settings as a server finds them at its start: what the file says now, within what the server may.
fn reload(state: &ExplorerState, current: &ExplorerConfig) -> ExplorerConfig {
    match &state.setup.folder {
        Some(folder) => ExplorerConfig::load(Some(folder), state.session.policy().allow_writes),
        None => current.clone(),
    }
}
