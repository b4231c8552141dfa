//! The console: code that a client sends, scripts of the folder, and the one that runs at the start.

use std::sync::Arc;
use std::thread;

use scenewright_catalogue::{EngineTask, LogLevel};
use scenewright_engine::{Context, Engine};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ToolContext;
use super::script_host::{to_explorer_error, with_scripts};
use super::scripts::ScriptArguments;
use crate::arguments::NoArguments;
use crate::error::{ExplorerError, ExplorerResult};
use crate::scripts::ConsoleScript;
use crate::state::ExplorerState;
use crate::view::with_view;

#[derive(Deserialize, JsonSchema)]
pub(super) struct EvalArguments {
    /// The code, in Rhai
    code: String,
}

pub(super) fn eval(args: EvalArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    ctx.state.config().check_code()?;
    if args.code.trim().is_empty() {
        return Ok(json!({ "ok": true, "result": "" }));
    }
    Ok(json!({ "ok": true, "result": run(ctx, &args.code)? }))
}

pub(super) fn script(args: ScriptArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    ctx.state.config().check_code()?;
    let script = ctx.state.scripts()?.read(&args.path)?;
    Ok(json!({ "ok": true, "result": run_complete(ctx, &script)? }))
}

pub(super) fn startup(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    ctx.state.config().check_code()?;
    let (_, path, script) = ctx.state.scripts()?.startup()?;
    let script = script.ok_or_else(|| {
        ExplorerError::not_found("there is no startup script")
            .hint("WriteStartupScript creates one")
    })?;
    let result = run_complete(ctx, &script)?;
    Ok(json!({ "ok": true, "result": result, "path": path.display().to_string() }))
}

/// Runs a script unless its end was cut off at the limit.
fn run_complete(ctx: &ToolContext<'_>, script: &ConsoleScript) -> ExplorerResult<Value> {
    if script.truncated {
        return Err(ExplorerError::invalid_argument("a script has at most 256 KB"));
    }
    run(ctx, &script.content)
}

/// Results are texts, as clients of the inspector expect them; no result is `null`.
fn run(ctx: &ToolContext<'_>, source: &str) -> ExplorerResult<Value> {
    let result = with_scripts(ctx, |scripts| scripts.run(source))?;
    Ok(match result.map_err(|error| to_explorer_error(&error))? {
        plain @ (Value::Null | Value::String(_)) => plain,
        other => other.to_string().into(),
    })
}

/// Runs the startup script if it is on and code may run. The outcome is in the log.
pub(crate) fn run_startup_script(state: &Arc<ExplorerState>) {
    let config = state.config().clone();
    let enabled = state.scripts().and_then(|it| it.startup()).is_ok_and(|(enabled, ..)| enabled);
    if !enabled {
        return;
    }
    if !config.allow_writes || !config.enable_console_eval {
        state.log(LogLevel::Info, "the startup script was not run: running code is off");
        return;
    }
    let state = Arc::clone(state);
    let spawned = thread::Builder::new().name("startup".to_owned()).spawn(move || start(&state));
    if let Err(error) = spawned {
        tracing::error!(%error, "no thread for the startup script");
    }
}

fn start(state: &Arc<ExplorerState>) {
    let lent = Arc::clone(state);
    let work = move |engine: &dyn Engine, cx: &Context| {
        with_view(engine, cx, &lent.ids, |view| {
            startup(NoArguments {}, &ToolContext { view, state: &lent, is_hook: false })
        })
    };
    let task = EngineTask::write("RunStartupScript");
    let outcome = state.engine.run(task, work).wait().map_err(ExplorerError::from);
    match outcome.and_then(|outcome| outcome) {
        Ok(_) => state.log(LogLevel::Info, "the startup script has run"),
        Err(error) => state.log_error(LogLevel::Error, &error),
    }
}
