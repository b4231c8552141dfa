//! Operations that need a live editor.

pub(super) mod capture_game;
pub(super) mod capture_viewport;
pub(super) mod errors_read;
pub(super) mod focus;
pub(super) mod info;
pub(super) mod log_read;
mod picture;
pub(super) mod play_control;

pub use picture::{CapturedImage, CapturedImages, PictureArgs, PictureData};
pub(crate) use picture::{default_quality, default_size};

use scenewright_engine::{Capture, Context, Editor, EngineError, Play, Reading};
use scenewright_model::RunningGame;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;

fn ask_editor<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn Editor, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        ask(
            engine.as_editor().ok_or_else(|| missing_interface(engine, "connect to an editor"))?,
            cx,
        )
    })
}

fn ask_play<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn Play, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        ask(engine.as_play().ok_or_else(|| missing_interface(engine, "run a game"))?, cx)
    })
}

fn ask_capture<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn Capture, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        ask(engine.as_capture().ok_or_else(|| missing_interface(engine, "capture images"))?, cx)
    })
}

/// Whether a game is running.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// Whether a game is running
    pub is_running: bool,
    /// Whether it is paused
    pub is_paused: bool,
    /// The scene it was started with; absent when no game is running
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene_path: Option<String>,
}

impl From<Option<RunningGame>> for GameState {
    fn from(playing: Option<RunningGame>) -> GameState {
        match playing {
            None => GameState { is_running: false, is_paused: false, scene_path: None },
            Some(RunningGame { scene, is_paused }) => {
                let scene_path = Some(scene).filter(|scene| !scene.is_empty());
                GameState { is_running: true, is_paused, scene_path }
            }
        }
    }
}
