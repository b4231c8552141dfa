//! What is under a point of the screen: the game's window, or one of 1920 by 1080 where no game runs.

mod bounds;
mod interface;
mod world;

use glam::DVec2;
use scenewright_engine::Runtime;
use scenewright_model::{PickPoint, PickTarget, RuntimeHit, RuntimePick};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ToolContext;
use crate::error::ExplorerResult;
use crate::view::EngineView;

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
    if let Some(game) = ctx.view.runtime() {
        return pick_in_game(&args, game, ctx.view);
    }
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

fn pick_in_game(
    args: &PickArguments,
    game: &dyn Runtime,
    view: EngineView<'_>,
) -> ExplorerResult<Value> {
    let target = match args.mode {
        PickMode::World => PickTarget::World,
        PickMode::Ui => PickTarget::Interface,
    };
    let hits = game.pick(RuntimePick { target, point: args.game_point() }, view.cx)?.value;
    let first = hits.first().map(|hit| view.ids.text(hit.object));
    let to_json = |hit: &RuntimeHit| {
        let (id, path) = (view.ids.text(hit.object), format!("/{}", hit.path));
        json!({ "Id": id, "Name": hit.name, "Path": path })
    };
    let items = match args.mode {
        PickMode::World => Value::Null,
        PickMode::Ui => hits.iter().map(to_json).collect(),
    };
    Ok(json!({ "Mode": args.mode, "Hit": first.is_some(), "Id": first, "Items": items }))
}

impl PickArguments {
    /// Where the game's pointer is by default.
    fn game_point(&self) -> PickPoint {
        let PickArguments { x, y, normalized, .. } = *self;
        let fraction = |part: Option<f64>| part.unwrap_or(0.0).clamp(0.0, 1.0);
        match (x, y) {
            (None, None) => PickPoint::Pointer,
            _ if normalized => PickPoint::Fraction { x: fraction(x), y: fraction(y) },
            _ => PickPoint::Pixels { x, y },
        }
    }

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
