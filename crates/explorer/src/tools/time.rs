//! The time scale. Nothing moves in a project that is read from files; the number is only kept for
//! clients that ask for it.

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

pub(super) fn get(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(to_json(*ctx.state.time()))
}

pub(super) fn set(args: TimeScaleArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let value = args.value.clamp(0.0, 4.0);
    let mut time = ctx.state.time();
    *time = TimeScale { value, locked: args.lock.unwrap_or(time.locked) };
    Ok(to_json(*time))
}

fn to_json(time: TimeScale) -> Value {
    json!({ "ok": true, "value": json_number(time.value), "locked": time.locked })
}
