//! The console: code that a client sends, scripts of the folder, and the one that runs at the start.

use std::sync::Arc;
use std::thread;

use scenewright_catalogue::LogLevel;
use scenewright_engine::{Context, Engine};
use serde_json::{Value, json};

use super::Desk;
use super::errands::{fault, with_scripts};
use crate::args::Args;
use crate::fault::{Fault, Found};
use crate::scripts::Script;
use crate::shared::Shared;
use crate::view::View;

pub(super) fn eval(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    let code = args.text("code")?.ok_or_else(|| Fault::argument("'code' is required"))?;
    if code.trim().is_empty() {
        return Ok(json!({ "ok": true, "result": "" }));
    }
    Ok(json!({ "ok": true, "result": run(desk, code)? }))
}

pub(super) fn script(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    let script = desk.shared.scripts()?.read(args.required("path")?)?;
    Ok(json!({ "ok": true, "result": whole(desk, &script)? }))
}

pub(super) fn startup(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    let (_, path, script) = desk.shared.scripts()?.startup()?;
    let script = script.ok_or_else(|| {
        Fault::not_found("there is no startup script").hint("WriteStartupScript makes one")
    })?;
    let result = whole(desk, &script)?;
    Ok(json!({ "ok": true, "result": result, "path": path.display().to_string() }))
}

/// A script that was cut at the limit is not the one that was written.
fn whole(desk: &Desk<'_>, script: &Script) -> Found<Value> {
    if script.truncated {
        return Err(Fault::argument("a script has at most 256 KB"));
    }
    run(desk, &script.content)
}

/// Results are texts, as clients of the inspector expect them; nothing is `null`.
fn run(desk: &Desk<'_>, source: &str) -> Found<Value> {
    let result = with_scripts(desk, |scripts| scripts.run(source))?;
    Ok(match result.map_err(|stopped| fault(&stopped))? {
        plain @ (Value::Null | Value::String(_)) => plain,
        other => other.to_string().into(),
    })
}

/// Runs the script of the start, if it is on and code may run. What comes of it is in the log.
pub(crate) fn at_start(shared: &Arc<Shared>) {
    let config = shared.config().clone();
    let enabled = shared.scripts().and_then(|it| it.startup()).is_ok_and(|(enabled, ..)| enabled);
    if !enabled {
        return;
    }
    if !config.allow_writes || !config.enable_console_eval {
        shared.log(LogLevel::Info, "the startup script was not run: running code is off");
        return;
    }
    let shared = Arc::clone(shared);
    let spawned = thread::Builder::new().name("startup".to_owned()).spawn(move || start(&shared));
    if let Err(error) = spawned {
        tracing::error!(%error, "no thread for the startup script");
    }
}

fn start(shared: &Arc<Shared>) {
    let lent = Arc::clone(shared);
    let work = move |engine: &dyn Engine, cx: &Context| {
        let desk =
            Desk { view: View { engine, cx, ids: &lent.ids }, shared: &lent, is_hook: false };
        startup(&Args::default(), &desk)
    };
    let outcome = shared.session.ask("RunStartupScript", work).wait().map_err(Fault::from);
    match outcome.and_then(|outcome| outcome) {
        Ok(_) => shared.log(LogLevel::Info, "the startup script has run"),
        Err(fault) => shared.log(LogLevel::Error, &fault.line()),
    }
}
