//! Running the game.

use scenewright_engine::{Context, EngineError, Need, Play, Result};
use scenewright_model::{PlayTarget, Playing};
use serde_json::{Value, json};

use super::LiveGodot;
use super::standing::live;
use crate::protocol::State;

impl LiveGodot {
    fn action(
        &self,
        action: &str,
        args: Value,
        cx: &Context,
    ) -> std::result::Result<Value, EngineError> {
        self.ask("execute_action", json!({ "action": action, "args": args }), cx)
    }

    pub(super) fn state(&self, cx: &Context) -> std::result::Result<State, EngineError> {
        self.ask("scenewright.state", json!({}), cx)
    }

    fn running(&self, cx: &Context) -> std::result::Result<Option<Playing>, EngineError> {
        let playing = self.state(cx)?.playing;
        Ok(playing.map(|playing| Playing { scene: playing.scene, is_paused: playing.paused }))
    }

    /// A game that was just started or paused and has ended since is told like one that never ran.
    fn must_run(&self, cx: &Context) -> Result<Playing> {
        match self.running(cx)? {
            Some(playing) => live(playing),
            None => {
                let reason = "the game has ended at once".to_owned();
                Err(EngineError::NotReady { need: Need::Game, reason })
            }
        }
    }

    pub(super) fn select_in_editor(
        &self,
        paths: &[String],
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        self.action("select_nodes", json!({ "node_paths": paths }), cx).map(drop)
    }

    pub(super) fn focus_in_editor(
        &self,
        path: &str,
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        self.action("focus_node", json!({ "node_path": path }), cx).map(drop)
    }
}

impl Play for LiveGodot {
    fn playing(&self, cx: &Context) -> Result<Option<Playing>> {
        live(self.running(cx)?)
    }

    fn start(&self, what: &PlayTarget, cx: &Context) -> Result<Playing> {
        match what {
            PlayTarget::Main => self.action("run_main_scene", json!({}), cx)?,
            PlayTarget::Current => self.action("run_scene", json!({}), cx)?,
            PlayTarget::Scene(path) => {
                self.action("run_scene", json!({ "scene_path": path }), cx)?
            }
        };
        self.must_run(cx)
    }

    fn stop(&self, cx: &Context) -> Result<bool> {
        let was_running = self.running(cx)?.is_some();
        if was_running {
            self.action("stop_scene", json!({}), cx)?;
        }
        live(was_running)
    }

    fn pause(&self, paused: bool, cx: &Context) -> Result<Playing> {
        let action = if paused { "pause_scene" } else { "resume_scene" };
        self.action(action, json!({}), cx)?;
        self.must_run(cx)
    }
}
