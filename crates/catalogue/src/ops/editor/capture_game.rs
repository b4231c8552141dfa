//! `editor.capture.game`: an image of the running game.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_capture;
use super::picture::{CapturedImages, PictureArgs};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;

pub struct CaptureGame;

#[derive(Deserialize, JsonSchema)]
pub struct CaptureGameArgs {
    #[serde(flatten)]
    pub picture: PictureArgs,
}

impl Operation for CaptureGame {
    type Args = CaptureGameArgs;
    type Output = CapturedImages;

    const PRESENTATION: Presentation = Presentation::Images;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.capture.game",
        name: "Capture Game",
        description: "Captures an image of the running game, which may be paused. Start the game first with editor.play.control.",
        category: "editor.capture",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("capture_game.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: CaptureGameArgs, cx: &Cx<'_>) -> Result<CapturedImages, Failure> {
        let how = args.picture.request();
        let picture = ask_capture(cx, |capture, cx| capture.capture_game(how, cx))?;
        Ok(CapturedImages::new(vec![("game", picture)]))
    }
}
