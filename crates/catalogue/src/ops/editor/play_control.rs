//! `editor.play.control`: starts, stops, pauses and resumes the game.

use scenewright_model::PlayTarget;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameState, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct PlayControl;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlayControlArgs {
    /// What to do with the game
    action: PlayAction,
    /// For start: the scene to run [default: the project's main scene]
    scene_path: Option<String>,
    /// For start: run the scene being edited
    #[serde(default)]
    current: bool,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum PlayAction {
    Start,
    Stop,
    Pause,
    Resume,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayControlOutput {
    #[serde(flatten)]
    pub game: GameState,
    /// For stop: whether a game was running
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was_running: Option<bool>,
}

impl Operation for PlayControl {
    type Args = PlayControlArgs;
    type Output = PlayControlOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.play.control",
        name: "Control Game",
        description: "Starts, stops, pauses or resumes the game in the open editor. Start runs the main scene, the edited scene or a given one, and stops a running game first. A paused game can be captured.",
        category: "editor.play",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "The editor saves open scenes before it runs the game, unless the user has disabled that in its settings. Stop ends the game immediately, so that it cannot save anything; without a running game it does nothing.",
        ),
        examples: include_str!("play_control.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: PlayControlArgs, cx: &Cx<'_>) -> Result<PlayControlOutput, Failure> {
        let mut was_running = None;
        let game = match args.action {
            PlayAction::Start => {
                let target = match (args.scene_path, args.current) {
                    (Some(path), _) => PlayTarget::Scene(path),
                    (None, true) => PlayTarget::Current,
                    (None, false) => PlayTarget::Main,
                };
                Some(ask_play(cx, |play, cx| play.start(&target, cx))?)
            }
            PlayAction::Stop => {
                was_running = Some(ask_play(cx, |play, cx| play.stop(cx))?);
                None
            }
            PlayAction::Pause => Some(ask_play(cx, |play, cx| play.pause(true, cx))?),
            PlayAction::Resume => Some(ask_play(cx, |play, cx| play.pause(false, cx))?),
        };
        Ok(PlayControlOutput { game: GameState::from(game), was_running })
    }
}
