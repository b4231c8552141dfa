//! The time scale: that of the running game. Nothing moves in a project that is read from files; there the
//! number is only kept for clients that ask for it.

use scenewright_model::RuntimeTime;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ToolContext;
use crate::arguments::NoArguments;
use crate::error::ExplorerResult;
use crate::members::json_number;

#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeScale {
    value: f64,
    locked: bool,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct TimeScaleArguments {
    /// 1 is normal
    value: f64,
    /// Keep it
    lock: Option<bool>,
}

impl Default for TimeScale {
    fn default() -> TimeScale {
        TimeScale { value: 1.0, locked: false }
    }
}

impl From<RuntimeTime> for TimeScale {
    fn from(RuntimeTime { scale, is_locked }: RuntimeTime) -> TimeScale {
        TimeScale { value: scale, locked: is_locked }
    }
}

pub(super) fn get(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(to_json(match ctx.view.runtime() {
        Some(game) => game.time(ctx.view.cx)?.value.into(),
        None => *ctx.state.time(),
    }))
}

pub(super) fn set(args: TimeScaleArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let value = args.value.clamp(0.0, 4.0);
    if let Some(game) = ctx.view.runtime() {
        let is_locked = match args.lock {
            Some(lock) => lock,
            None => game.time(ctx.view.cx)?.value.is_locked,
        };
        let time = game.set_time(RuntimeTime { scale: value, is_locked }, ctx.view.cx)?;
        return Ok(to_json(time.value.into()));
    }
    let mut time = ctx.state.time();
    *time = TimeScale { value, locked: args.lock.unwrap_or(time.locked) };
    Ok(to_json(*time))
}

fn to_json(time: TimeScale) -> Value {
    json!({ "ok": true, "value": json_number(time.value), "locked": time.locked })
}
