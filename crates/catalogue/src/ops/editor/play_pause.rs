//! `editor.play.pause`: pauses the game.

use super::{GameState, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct PlayPause;

impl Operation for PlayPause {
    type Args = NoArgs;
    type Output = GameState;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.play.pause",
        name: "Pause Game",
        description: "Pauses the running game. It can still be captured.",
        category: "editor.play",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("play_pause.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<GameState, Failure> {
        Ok(GameState::from(Some(ask_play(cx, |play, cx| play.pause(true, cx))?)))
    }
}
