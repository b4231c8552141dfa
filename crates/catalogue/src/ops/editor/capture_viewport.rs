//! `editor.capture.viewport`: a picture of the editor's view.

use scenewright_model::View;
use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_capture;
use super::picture::{Asked, Images};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::presentation::Presentation;

pub(crate) struct CaptureViewport;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Args {
    /// Which view
    #[serde(default)]
    view: Shown,
    #[serde(flatten)]
    picture: Asked,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
enum Shown {
    #[serde(rename = "2d")]
    Flat,
    #[default]
    #[serde(rename = "3d")]
    Space,
    #[serde(rename = "both")]
    Both,
}

impl Shown {
    fn views(self) -> &'static [(&'static str, View)] {
        match self {
            Shown::Flat => &[("2d", View::Flat)],
            Shown::Space => &[("3d", View::Space)],
            Shown::Both => &[("2d", View::Flat), ("3d", View::Space)],
        }
    }
}

impl Operation for CaptureViewport {
    type Args = Args;
    type Output = Images;

    const PRESENTATION: Presentation = Presentation::Images;

    const ABOUT: About = About {
        id: "editor.capture.viewport",
        name: "Capture Viewport",
        description: "Takes a picture of what the open editor shows in its 2D or 3D view. Use it to look at a scene as a person would.",
        category: "editor.capture",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Needs an editor that draws: one started with --headless has no picture. A view that is hidden is brought to the front first.",
        ),
        examples: include_str!("capture_viewport.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Images, Failure> {
        let mut pictures = Vec::new();
        for (name, view) in args.view.views() {
            let how = args.picture.request();
            let picture = ask_capture(cx, |capture, cx| capture.capture_view(*view, how, cx))?;
            pictures.push((*name, picture));
        }
        Ok(Images::of(pictures))
    }
}
