//! `editor.play.stop`: ends the game.

use schemars::JsonSchema;
use serde::Serialize;

use super::ask_play;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, NoArgs, Operation};

pub(crate) struct PlayStop;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// Whether a game was running
    was_running: bool,
}

impl Operation for PlayStop {
    type Args = NoArgs;
    type Output = Output;

    const ABOUT: About = About {
        id: "editor.play.stop",
        name: "Stop Game",
        description: "Ends the running game. Without one nothing happens.",
        category: "editor.play",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: Some("The game is ended at once: it cannot save anything."),
        examples: include_str!("play_stop.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<Output, Failure> {
        Ok(Output { was_running: ask_play(cx, |play, cx| play.stop(cx))? })
    }
}
