//! Running the game.

use scenewright_engine::{Context, EngineError, Play, ReadResult, Requirement};
use scenewright_model::{PlayTarget, RunningGame};
use serde_json::{Value, json};

use super::LiveGodot;
use super::read_source::live_reading;
use crate::protocol::EditorState;

impl LiveGodot {
    fn run_action(
        &self,
        action: &str,
        args: Value,
        cx: &Context,
    ) -> std::result::Result<Value, EngineError> {
        self.ask("execute_action", json!({ "action": action, "args": args }), cx)
    }

    pub(super) fn editor_state(
        &self,
        cx: &Context,
    ) -> std::result::Result<EditorState, EngineError> {
        self.ask("scenewright.state", json!({}), cx)
    }

    fn running_game(&self, cx: &Context) -> std::result::Result<Option<RunningGame>, EngineError> {
        let playing = self.editor_state(cx)?.playing;
        Ok(playing.map(|playing| RunningGame { scene: playing.scene, is_paused: playing.paused }))
    }

    /// A game that ended right after it was started or paused counts as not running.
    fn require_running_game(&self, cx: &Context) -> ReadResult<RunningGame> {
        match self.running_game(cx)? {
            Some(playing) => live_reading(playing),
            None => {
                let reason = "the game ended immediately".to_owned();
                Err(EngineError::NotReady { need: Requirement::Game, reason })
            }
        }
    }

    pub(super) fn select_in_editor(
        &self,
        paths: &[String],
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        self.run_action("select_nodes", json!({ "node_paths": paths }), cx).map(drop)
    }

    pub(super) fn focus_in_editor(
        &self,
        path: &str,
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        self.run_action("focus_node", json!({ "node_path": path }), cx).map(drop)
    }
}

impl Play for LiveGodot {
    fn playing(&self, cx: &Context) -> ReadResult<Option<RunningGame>> {
        live_reading(self.running_game(cx)?)
    }

    fn start(&self, what: &PlayTarget, cx: &Context) -> ReadResult<RunningGame> {
        match what {
            PlayTarget::Main => self.run_action("run_main_scene", json!({}), cx)?,
            PlayTarget::Current => self.run_action("run_scene", json!({}), cx)?,
            PlayTarget::Scene(path) => {
                self.run_action("run_scene", json!({ "scene_path": path }), cx)?
            }
        };
        self.require_running_game(cx)
    }

    fn stop(&self, cx: &Context) -> ReadResult<bool> {
        let was_running = self.running_game(cx)?.is_some();
        if was_running {
            self.run_action("stop_scene", json!({}), cx)?;
        }
        live_reading(was_running)
    }

    fn pause(&self, paused: bool, cx: &Context) -> ReadResult<RunningGame> {
        let action = if paused { "pause_scene" } else { "resume_scene" };
        self.run_action(action, json!({}), cx)?;
        self.require_running_game(cx)
    }
}
