//! `editor.play.pause`: pauses the game.

use super::{Game, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, NoArgs, Operation};

pub(crate) struct PlayPause;

impl Operation for PlayPause {
    type Args = NoArgs;
    type Output = Game;

    const ABOUT: About = About {
        id: "editor.play.pause",
        name: "Pause Game",
        description: "Pauses the running game; it can still be looked at.",
        category: "editor.play",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("play_pause.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<Game, Failure> {
        Ok(Game::of(Some(ask_play(cx, |play, cx| play.pause(true, cx))?)))
    }
}
