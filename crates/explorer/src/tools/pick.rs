//! What is under a point of the screen, which is taken to be 1920 by 1080.

mod bounds;
mod interface;
mod world;

use glam::DVec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ToolContext;
use crate::error::ExplorerResult;

const SCREEN: DVec2 = DVec2::new(1920.0, 1080.0);

#[derive(Deserialize, JsonSchema)]
pub(super) struct PickArguments {
    /// What to look for
    #[serde(default)]
    mode: PickMode,
    /// From the left
    x: Option<f64>,
    /// From the bottom
    y: Option<f64>,
    /// x and y are fractions of the screen
    #[serde(default)]
    normalized: bool,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PickMode {
    #[default]
    World,
    Ui,
}

pub(super) fn pick(args: PickArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let point = args.point();
    match args.mode {
        PickMode::Ui => {
            let items = interface::items_at(ctx.view, point)?;
            let first = items.first().map(|item| item["Id"].clone());
            Ok(json!({ "Mode": "ui", "Hit": !items.is_empty(), "Id": first, "Items": items }))
        }
        PickMode::World => {
            let id = world::nearest(ctx, point)?.map(|id| ctx.view.ids.text(id));
            Ok(json!({ "Mode": "world", "Hit": id.is_some(), "Id": id, "Items": null }))
        }
    }
}

impl PickArguments {
    /// In pixels from the lower left; the middle of the screen by default.
    fn point(&self) -> DVec2 {
        let PickArguments { x, y, normalized, .. } = *self;
        if normalized && (x.is_some() || y.is_some()) {
            let fraction = |part: Option<f64>| part.unwrap_or(0.0).clamp(0.0, 1.0);
            return DVec2::new(fraction(x), fraction(y)) * SCREEN;
        }
        DVec2::new(x.unwrap_or(SCREEN.x / 2.0), y.unwrap_or(SCREEN.y / 2.0))
    }
}
