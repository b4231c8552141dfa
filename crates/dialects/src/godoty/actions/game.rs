//! Actions that start, stop, pause and resume the game.

use scenewright_catalogue::outputs::{GameState, PlayStopOutput};
use scenewright_catalogue::{Answer, EditorEvent};
use serde_json::{Value, json};

use super::GodotyAction;
use crate::godoty::errors::GodotyError;
use crate::godoty::params::ParamKind::Text;
use crate::godoty::params::{GodotyParams, optional};
use crate::godoty::{Godoty, GodotyResult};

pub(super) const RUN_SCENE: GodotyAction = GodotyAction {
    name: "run_scene",
    params: &[optional("scene_path", Text)],
    operation: "editor.play.start",
    is_dangerous: false,
    handler: |server, args| Box::pin(server.run_scene(args)),
};

pub(super) const RUN_MAIN_SCENE: GodotyAction = GodotyAction {
    name: "run_main_scene",
    params: &[],
    operation: "editor.play.start",
    is_dangerous: false,
    handler: |server, _| Box::pin(server.start_game(json!({}))),
};

pub(super) const STOP_SCENE: GodotyAction = GodotyAction {
    name: "stop_scene",
    params: &[],
    operation: "editor.play.stop",
    is_dangerous: false,
    handler: |server, _| Box::pin(server.stop_game()),
};

pub(super) const PAUSE_SCENE: GodotyAction = GodotyAction {
    name: "pause_scene",
    params: &[],
    operation: "editor.play.pause",
    is_dangerous: false,
    handler: |server, _| Box::pin(server.control_game("editor.play.pause", "Game paused")),
};

pub(super) const RESUME_SCENE: GodotyAction = GodotyAction {
    name: "resume_scene",
    params: &[],
    operation: "editor.play.resume",
    is_dangerous: false,
    handler: |server, _| Box::pin(server.control_game("editor.play.resume", "Game resumed")),
};

impl Godoty {
    async fn run_scene(&self, args: &GodotyParams) -> GodotyResult {
        match args.text("scene_path") {
            Some(path) => self.start_game(json!({ "scenePath": path })).await,
            None => self.start_game(json!({ "current": true })).await,
        }
    }

    async fn start_game(&self, arguments: Value) -> GodotyResult {
        let started = |answer: &Answer| {
            let game = answer.output_as::<GameState>().ok()?;
            Some(EditorEvent::GameStarted { scene: game.scene_path.clone().unwrap_or_default() })
        };
        let answer = self.call_and_notify("editor.play.start", arguments, started).await?;
        let scene = &answer.output_as::<GameState>()?.scene_path;
        Ok(json!({ "scene_path": scene, "message": "Scene started successfully" }))
    }

    async fn stop_game(&self) -> GodotyResult {
        let stopped = |answer: &Answer| {
            let reason = "user_stopped".to_owned();
            let was_running =
                answer.output_as::<PlayStopOutput>().is_ok_and(|stop| stop.was_running);
            was_running.then_some(EditorEvent::GameStopped { reason, exit_code: 0 })
        };
        let answer = self.call_and_notify("editor.play.stop", json!({}), stopped).await;
        let answer = answer.map_err(GodotyError::for_game)?;
        match answer.output_as::<PlayStopOutput>()?.was_running {
            true => Ok(json!({ "message": "Game stopped" })),
            false => Err(GodotyError::game_not_running()),
        }
    }

    async fn control_game(&self, operation: &str, message: &str) -> GodotyResult {
        self.call(operation, json!({})).await.map_err(GodotyError::for_game)?;
        Ok(json!({ "message": message }))
    }
}
