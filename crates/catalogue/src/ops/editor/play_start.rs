//! `editor.play.start`: runs the game.

use scenewright_model::PlayTarget;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{GameState, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct PlayStart;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlayStartArgs {
    /// The scene to run [default: the project's main scene]
    scene_path: Option<String>,
    /// Run the scene being edited
    #[serde(default)]
    current: bool,
}

impl Operation for PlayStart {
    type Args = PlayStartArgs;
    type Output = GameState;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.play.start",
        name: "Start Game",
        description: "Runs the game in the open editor: the main scene, the edited scene or a given one. Returns when the game is running; a game that is already running is stopped first.",
        category: "editor.play",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "The editor saves open scenes before it runs the game, unless the user has disabled that in its settings.",
        ),
        examples: include_str!("play_start.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: PlayStartArgs, cx: &Cx<'_>) -> Result<GameState, Failure> {
        let what = match (args.scene_path, args.current) {
            (Some(path), _) => PlayTarget::Scene(path),
            (None, true) => PlayTarget::Current,
            (None, false) => PlayTarget::Main,
        };
        Ok(GameState::from(Some(ask_play(cx, |play, cx| play.start(&what, cx))?)))
    }
}
