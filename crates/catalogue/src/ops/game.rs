//! Operations on games that this server runs. A running game belongs to the process that started it.

pub(super) mod act;
pub(super) mod call;
pub(super) mod debug;
pub(super) mod eval;
pub(super) mod freeze;
mod input;
pub(super) mod log;
pub(super) mod look;
pub(super) mod read;
mod record;
pub(super) mod reload;
pub(super) mod start;
pub(super) mod state;
pub(super) mod stop;
pub(super) mod write;

use scenewright_engine::{Context, EngineError, GameDebugger, Games, Reading};
use scenewright_model::{GameInfo, GameLogEntry, PictureFormat, PictureRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;
use crate::levels::Permission;
use crate::ops::editor::{default_quality, default_size};

/// The category of all of them.
const CATEGORY: &str = "editor.game";

fn ask_games<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn Games, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        ask(engine.as_games().ok_or_else(|| missing_interface(engine, "run a game"))?, cx)
    })
}

fn ask_debugger<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn GameDebugger, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        let debugger = engine.as_games().and_then(|games| games.as_debugger());
        ask(debugger.ok_or_else(|| missing_interface(engine, "debug a game"))?, cx)
    })
}

/// The default of parameters that are on.
fn yes() -> bool {
    true
}

/// For the calls of a tool that could exchange code.
fn require_evaluate(cx: &Cx<'_>) -> Result<(), Failure> {
    let permission = Permission::Evaluate;
    match cx.session().policy().allows(permission) {
        true => Ok(()),
        false => Err(Failure::PermissionMissing { permission }),
    }
}

/// What a picture of a game is like.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GamePictureArgs {
    /// Pictures: the longest side, in pixels
    #[serde(default = "default_size")]
    #[schemars(range(min = 16, max = 8192))]
    max_size: u32,
    /// Pictures: jpg is smaller, png is lossless
    #[serde(default)]
    format: PictureFormat,
}

impl GamePictureArgs {
    fn request(&self) -> PictureRequest {
        let (max_width, max_height) = (self.max_size, self.max_size);
        PictureRequest { max_width, max_height, format: self.format, quality: default_quality() }
    }
}

/// One game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameOutput {
    #[serde(flatten)]
    info: GameInfo,
}

/// The failure of a call during which the game logged errors: calls by name never fail themselves.
fn check_errors(what: &str, logged: &[GameLogEntry]) -> Result<(), Failure> {
    let Some(first) = logged.iter().find(|entry| entry.is_error()) else { return Ok(()) };
    let place = first.stack.first().cloned().or_else(|| {
        let line = first.line.map(|line| format!(":{line}")).unwrap_or_default();
        (!first.file.is_empty()).then(|| format!("{}{line}", first.file))
    });
    let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
    Err(Failure::Execution {
        message: format!("{what} logged an error: {}{place}", first.text),
        hint: Some("what it did before the error is done; the game still runs".to_owned()),
    })
}
