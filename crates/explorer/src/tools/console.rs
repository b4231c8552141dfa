//! The console: code that a client sends, scripts of the folder, and the one that runs at the start.

use std::sync::Arc;
use std::thread;

use scenewright_catalogue::{EngineTask, LogLevel};
use scenewright_engine::{Context, Engine};
use serde_json::{Value, json};

use super::ToolContext;
use super::errands::{to_explorer_error, with_scripts};
use crate::args::ExplorerArgs;
use crate::fault::{ExplorerError, ExplorerResult};
use crate::scripts::ConsoleScript;
use crate::shared::ExplorerState;
use crate::view::EngineView;

pub(super) fn eval(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    desk.shared.config().check_code()?;
    let code =
        args.text("code")?.ok_or_else(|| ExplorerError::invalid_argument("'code' is required"))?;
    if code.trim().is_empty() {
        return Ok(json!({ "ok": true, "result": "" }));
    }
    Ok(json!({ "ok": true, "result": run(desk, code)? }))
}

pub(super) fn script(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    desk.shared.config().check_code()?;
    let script = desk.shared.scripts()?.read(args.required("path")?)?;
    Ok(json!({ "ok": true, "result": run_complete(desk, &script)? }))
}

pub(super) fn startup(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    desk.shared.config().check_code()?;
    let (_, path, script) = desk.shared.scripts()?.startup()?;
    let script = script.ok_or_else(|| {
        ExplorerError::not_found("there is no startup script").hint("WriteStartupScript makes one")
    })?;
    let result = run_complete(desk, &script)?;
    Ok(json!({ "ok": true, "result": result, "path": path.display().to_string() }))
}

/// A script that was cut at the limit is not the one that was written.
fn run_complete(desk: &ToolContext<'_>, script: &ConsoleScript) -> ExplorerResult<Value> {
    if script.truncated {
        return Err(ExplorerError::invalid_argument("a script has at most 256 KB"));
    }
    run(desk, &script.content)
}

/// Results are texts, as clients of the inspector expect them; nothing is `null`.
fn run(desk: &ToolContext<'_>, source: &str) -> ExplorerResult<Value> {
    let result = with_scripts(desk, |scripts| scripts.run(source))?;
    Ok(match result.map_err(|stopped| to_explorer_error(&stopped))? {
        plain @ (Value::Null | Value::String(_)) => plain,
        other => other.to_string().into(),
    })
}

/// Runs the script of the start, if it is on and code may run. What comes of it is in the log.
pub(crate) fn run_startup_script(shared: &Arc<ExplorerState>) {
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

fn start(shared: &Arc<ExplorerState>) {
    let lent = Arc::clone(shared);
    let work = move |engine: &dyn Engine, cx: &Context| {
        let desk = ToolContext {
            view: EngineView { engine, cx, ids: &lent.ids },
            shared: &lent,
            is_hook: false,
        };
        startup(&ExplorerArgs::default(), &desk)
    };
    let outcome = shared
        .engine
        .run(EngineTask::write("RunStartupScript"), work)
        .wait()
        .map_err(ExplorerError::from);
    match outcome.and_then(|outcome| outcome) {
        Ok(_) => shared.log(LogLevel::Info, "the startup script has run"),
        Err(fault) => shared.log(LogLevel::Error, &fault.log_line()),
    }
}
