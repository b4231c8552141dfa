//! `editor.capture.viewport`: an image of the editor's 2D or 3D view.

use scenewright_model::EditorView;
use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_capture;
use super::picture::{CapturedImages, PictureArgs};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;

pub struct CaptureViewport;

#[derive(Deserialize, JsonSchema)]
pub struct CaptureViewportArgs {
    /// Which view to capture
    #[serde(default)]
    pub view: ViewChoice,
    #[serde(flatten)]
    pub picture: PictureArgs,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
pub enum ViewChoice {
    #[serde(rename = "2d")]
    Flat,
    #[default]
    #[serde(rename = "3d")]
    Space,
    #[serde(rename = "both")]
    Both,
}

impl ViewChoice {
    fn views(self) -> &'static [(&'static str, EditorView)] {
        match self {
            ViewChoice::Flat => &[("2d", EditorView::TwoD)],
            ViewChoice::Space => &[("3d", EditorView::ThreeD)],
            ViewChoice::Both => &[("2d", EditorView::TwoD), ("3d", EditorView::ThreeD)],
        }
    }
}

impl Operation for CaptureViewport {
    type Args = CaptureViewportArgs;
    type Output = CapturedImages;

    const PRESENTATION: Presentation = Presentation::Images;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.capture.viewport",
        name: "Capture Viewport",
        description: "Captures an image of the open editor's 2D or 3D view. Use it to see a scene as a user sees it.",
        category: "editor.capture",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Needs an editor with a display; one started with --headless renders nothing. A hidden view is brought to the front first.",
        ),
        examples: include_str!("capture_viewport.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: CaptureViewportArgs, cx: &Cx<'_>) -> Result<CapturedImages, Failure> {
        let mut pictures = Vec::new();
        for (name, view) in args.view.views() {
            let how = args.picture.request();
            let picture = ask_capture(cx, |capture, cx| capture.capture_view(*view, how, cx))?;
            pictures.push((*name, picture));
        }
        Ok(CapturedImages::new(pictures))
    }
}
