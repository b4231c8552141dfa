//! `editor.capture.game`: a picture of the running game.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_capture;
use super::picture::{Asked, Images};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::presentation::Presentation;

pub(crate) struct CaptureGame;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Args {
    #[serde(flatten)]
    picture: Asked,
}

impl Operation for CaptureGame {
    type Args = Args;
    type Output = Images;

    const PRESENTATION: Presentation = Presentation::Images;

    const ABOUT: About = About {
        id: "editor.capture.game",
        name: "Capture Game",
        description: "Takes a picture of the running game, also while it is paused. Start the game first with editor.play.start.",
        category: "editor.capture",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("capture_game.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Images, Failure> {
        let how = args.picture.request();
        let picture = ask_capture(cx, |capture, cx| capture.capture_game(how, cx))?;
        Ok(Images::of(vec![("game", picture)]))
    }
}
