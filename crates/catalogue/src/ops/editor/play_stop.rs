//! `editor.play.stop`: stops the game.

use schemars::JsonSchema;
use serde::Serialize;

use super::ask_play;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct PlayStop;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayStopOutput {
    /// Whether a game was running
    pub was_running: bool,
}

impl Operation for PlayStop {
    type Args = NoArgs;
    type Output = PlayStopOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.play.stop",
        name: "Stop Game",
        description: "Stops the running game. Does nothing if none is running.",
        category: "editor.play",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some("The game is stopped immediately and cannot save anything."),
        examples: include_str!("play_stop.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<PlayStopOutput, Failure> {
        Ok(PlayStopOutput { was_running: ask_play(cx, |play, cx| play.stop(cx))? })
    }
}
