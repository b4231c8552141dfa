//! `editor.play.resume`: resumes the game.

use super::{GameState, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct PlayResume;

impl Operation for PlayResume {
    type Args = NoArgs;
    type Output = GameState;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.play.resume",
        name: "Resume Game",
        description: "Resumes a paused game.",
        category: "editor.play",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("play_resume.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<GameState, Failure> {
        Ok(GameState::from(Some(ask_play(cx, |play, cx| play.pause(false, cx))?)))
    }
}
