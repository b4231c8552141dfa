//! Actions that start, stop, pause and resume the game.

use scenewright_catalogue::outputs::PlayControlOutput;
use scenewright_catalogue::{Answer, EditorEvent, Failure};
use serde_json::{Value, json};

use super::GodotyAction;
use crate::godoty::errors::GodotyError;
use crate::godoty::params::ParamKind::Text;
use crate::godoty::params::{GodotyParams, optional};
use crate::godoty::{Godoty, GodotyResult};

const PLAY_CONTROL: &str = "editor.play.control";

pub(super) const RUN_SCENE: GodotyAction = GodotyAction {
    name: "run_scene",
    params: &[optional("scene_path", Text)],
    operation: PLAY_CONTROL,
    is_dangerous: false,
    handler: |server, args| Box::pin(server.run_scene(args)),
};

pub(super) const RUN_MAIN_SCENE: GodotyAction = GodotyAction {
    name: "run_main_scene",
    params: &[],
    operation: PLAY_CONTROL,
    is_dangerous: false,
    handler: |server, _| Box::pin(server.start_game(json!({ "action": "start" }))),
};

pub(super) const STOP_SCENE: GodotyAction = GodotyAction {
    name: "stop_scene",
    params: &[],
    operation: PLAY_CONTROL,
    is_dangerous: false,
    handler: |server, _| Box::pin(server.stop_game()),
};

pub(super) const PAUSE_SCENE: GodotyAction = GodotyAction {
    name: "pause_scene",
    params: &[],
    operation: PLAY_CONTROL,
    is_dangerous: false,
    handler: |server, _| Box::pin(server.control_game("pause", "Game paused")),
};

pub(super) const RESUME_SCENE: GodotyAction = GodotyAction {
    name: "resume_scene",
    params: &[],
    operation: PLAY_CONTROL,
    is_dangerous: false,
    handler: |server, _| Box::pin(server.control_game("resume", "Game resumed")),
};

impl Godoty {
    async fn run_scene(&self, args: &GodotyParams) -> GodotyResult {
        match args.text("scene_path") {
            Some(path) => self.start_game(json!({ "action": "start", "scenePath": path })).await,
            None => self.start_game(json!({ "action": "start", "current": true })).await,
        }
    }

    async fn start_game(&self, arguments: Value) -> GodotyResult {
        let started = |answer: &Answer| {
            let game = &answer.output_as::<PlayControlOutput>().ok()?.game;
            Some(EditorEvent::GameStarted { scene: game.scene_path.clone().unwrap_or_default() })
        };
        let answer = self.call_and_notify(PLAY_CONTROL, arguments, started).await?;
        let scene = &answer.output_as::<PlayControlOutput>()?.game.scene_path;
        Ok(json!({ "scene_path": scene, "message": "Scene started successfully" }))
    }

    async fn stop_game(&self) -> GodotyResult {
        let stopped = |answer: &Answer| {
            let reason = "user_stopped".to_owned();
            was_running(answer).ok()?.then_some(EditorEvent::GameStopped { reason, exit_code: 0 })
        };
        let stop = json!({ "action": "stop" });
        let answer = self.call_and_notify(PLAY_CONTROL, stop, stopped).await;
        let answer = answer.map_err(GodotyError::for_game)?;
        match was_running(&answer)? {
            true => Ok(json!({ "message": "Game stopped" })),
            false => Err(GodotyError::game_not_running()),
        }
    }

    async fn control_game(&self, action: &str, message: &str) -> GodotyResult {
        let call = self.call(PLAY_CONTROL, json!({ "action": action }));
        call.await.map_err(GodotyError::for_game)?;
        Ok(json!({ "message": message }))
    }
}

fn was_running(stopped: &Answer) -> Result<bool, Failure> {
    Ok(stopped.output_as::<PlayControlOutput>()?.was_running == Some(true))
}
