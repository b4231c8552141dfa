//! `editor.play.resume`: resumes the game.

use super::{Game, ask_play};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, NoArgs, Operation};

pub(crate) struct PlayResume;

impl Operation for PlayResume {
    type Args = NoArgs;
    type Output = Game;

    const ABOUT: About = About {
        id: "editor.play.resume",
        name: "Resume Game",
        description: "Lets a paused game go on.",
        category: "editor.play",
        safety: Safety::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("play_resume.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<Game, Failure> {
        Ok(Game::of(Some(ask_play(cx, |play, cx| play.pause(false, cx))?)))
    }
}
