//! How fast time runs. Nothing moves in a world of files; the number is kept for whoever asks.

use serde_json::{Value, json};

use super::Desk;
use crate::args::Args;
use crate::fault::Found;
use crate::members::decimal;

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

pub(super) fn get(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    Ok(dto(*desk.shared.time()))
}

pub(super) fn set(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let value = args.required_number("value")?.clamp(0.0, 4.0);
    let lock = args.flag("lock")?;
    let mut time = desk.shared.time();
    *time = TimeScale { value, locked: lock.unwrap_or(time.locked) };
    Ok(dto(*time))
}

fn dto(time: TimeScale) -> Value {
    json!({ "ok": true, "value": decimal(time.value), "locked": time.locked })
}
