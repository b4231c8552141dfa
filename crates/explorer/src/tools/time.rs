//! How fast time runs. Nothing moves in a world of files; the number is kept for whoever asks.

use serde_json::{Value, json};

use super::ToolContext;
use crate::args::ExplorerArgs;
use crate::fault::ExplorerResult;
use crate::members::json_number;

#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeScale {
    value: f64,
    locked: bool,
}

impl Default for TimeScale {
    fn default() -> TimeScale {
        TimeScale { value: 1.0, locked: false }
    }
}

pub(super) fn get(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(to_json(*desk.shared.time()))
}

pub(super) fn set(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let value = args.required_number("value")?.clamp(0.0, 4.0);
    let lock = args.flag("lock")?;
    let mut time = desk.shared.time();
    *time = TimeScale { value, locked: lock.unwrap_or(time.locked) };
    Ok(to_json(*time))
}

fn to_json(time: TimeScale) -> Value {
    json!({ "ok": true, "value": json_number(time.value), "locked": time.locked })
}
