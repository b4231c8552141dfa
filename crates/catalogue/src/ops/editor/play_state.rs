//! `editor.play.state`: how the game stands.

use super::{Game, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, NoArgs, Operation};

pub(crate) struct PlayState;

impl Operation for PlayState {
    type Args = NoArgs;
    type Output = Game;

    const ABOUT: About = About {
        id: "editor.play.state",
        name: "Read Game State",
        description: "Tells whether a game runs in the open editor, which scene it was started with, and whether it is paused.",
        category: "editor.play",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("play_state.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<Game, Failure> {
        Ok(Game::of(ask_play(cx, |play, cx| play.playing(cx))?))
    }
}
