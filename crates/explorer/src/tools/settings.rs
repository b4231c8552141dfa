//! `GetConfig` and `SetConfig`.

use serde_json::Value;

use super::{Desk, done};
use crate::args::Args;
use crate::config::Config;
use crate::fault::{Fault, Found};
use crate::shared::Shared;

pub(super) fn get(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    let setup = &desk.shared.setup;
    let (bind, port) = (setup.address.ip().to_string(), setup.address.port());
    Ok(desk.shared.config().dto(&bind, port, setup.folder.as_deref()))
}

pub(super) fn set(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let shared = desk.shared;
    let restart = args.flag("restart")?.unwrap_or(false);
    let mut config = shared.config();
    let changed = config.changed(args)?;
    if changed.raises(&config) && !shared.session.policy().allow_writes {
        return Err(Fault::denied("this server was started without permission to write")
            .hint("its user has to start it with --allow-writes; clients cannot unlock it"));
    }
    if let Some(folder) = &shared.setup.folder {
        let failed = |error: std::io::Error| {
            Fault::internal(format!("the settings cannot be kept: {error}"))
        };
        changed.save(folder).map_err(failed)?;
    }
    *config = changed;
    if restart {
        *config = started_anew(shared, &config);
        shared.streams.end();
    }
    Ok(done())
}

/// As a server that starts finds the settings: what somebody wrote into the file counts from now on,
/// within what the server may.
fn started_anew(shared: &Shared, now: &Config) -> Config {
    match &shared.setup.folder {
        Some(folder) => Config::load(Some(folder), shared.session.policy().allow_writes),
        None => now.clone(),
    }
}
