//! What is under a point of the screen. The screen is taken to be 1920 by 1080.

mod bounds;
mod interface;
mod world;

use serde_json::{Value, json};

use super::ToolContext;
use crate::args::ExplorerArgs;
use crate::fault::{ExplorerError, ExplorerResult};

const SCREEN: [f64; 2] = [1920.0, 1080.0];

pub(super) fn pick(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let mode = args.nonblank("mode")?.unwrap_or("world").to_ascii_lowercase();
    let at = point(args)?;
    match mode.as_str() {
        "ui" => {
            let items = interface::under(desk.view, at)?;
            let first = items.first().map(|item| item["Id"].clone());
            Ok(json!({ "Mode": "ui", "Hit": !items.is_empty(), "Id": first, "Items": items }))
        }
        "world" => {
            let id = world::nearest(desk, at)?.map(|id| desk.view.ids.text(id));
            Ok(json!({ "Mode": "world", "Hit": id.is_some(), "Id": id, "Items": null }))
        }
        _ => Err(ExplorerError::invalid_argument(format!(
            "'{mode}' is no mode; there are world and ui"
        ))),
    }
}

/// In pixels from the lower left; the middle if nothing is said.
fn point(args: &ExplorerArgs) -> ExplorerResult<[f64; 2]> {
    let (x, y) = (args.number("x")?, args.number("y")?);
    let normalized = args.flag("normalized")?.unwrap_or(false);
    let [width, height] = SCREEN;
    if normalized && (x.is_some() || y.is_some()) {
        let part = |part: Option<f64>| part.unwrap_or(0.0).clamp(0.0, 1.0);
        return Ok([part(x) * width, part(y) * height]);
    }
    Ok([x.unwrap_or(width / 2.0), y.unwrap_or(height / 2.0)])
}
