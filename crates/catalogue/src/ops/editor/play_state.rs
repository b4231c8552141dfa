//! `editor.play.state`: whether the game is running or paused.

use super::{GameState, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct PlayState;

impl Operation for PlayState {
    type Args = NoArgs;
    type Output = GameState;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.play.state",
        name: "Read Game State",
        description: "Returns whether a game is running in the open editor, its scene, and whether it is paused.",
        category: "editor.play",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("play_state.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<GameState, Failure> {
        Ok(GameState::from(ask_play(cx, |play, cx| play.playing(cx))?))
    }
}
