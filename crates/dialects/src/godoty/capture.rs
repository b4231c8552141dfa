//! Pictures of the editor's views and of the running game. The bytes of a picture are encoded once, while
//! the response is written.

use std::fmt;

use scenewright_catalogue::outputs::{
    CaptureGame, CaptureGameArgs, CaptureViewport, CaptureViewportArgs, CapturedImage,
    CapturedImages, EditorInfoReadOutput, PictureArgs, PictureFormat, ViewChoice,
};
use scenewright_catalogue::{Failure, Requirement, RunOptions};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::errors::{GodotyError, is_editor_missing, is_unsupported};
use super::methods::{Capability, GodotyMethod};
use super::params::ParamKind::{Choice, Number, Positive};
use super::params::{GodotyParam, GodotyParams, optional};
use super::{Godoty, GodotyAnswer, now};

const MAX_CAPTURE_SIZE: i64 = 8192;
const DEFAULT_QUALITY: f64 = 0.85;

const MAX_WIDTH: GodotyParam = optional("max_width", Positive);
const MAX_HEIGHT: GodotyParam = optional("max_height", Positive);
const FORMAT: GodotyParam = optional("format", Choice(&["png", "jpg"]));
const QUALITY: GodotyParam = optional("quality", Number);

pub(super) const CAPTURE_VIEWPORT: GodotyMethod = GodotyMethod {
    name: "capture_viewport",
    capability: Some(Capability::Capture),
    params: &[
        optional("viewport_type", Choice(&["2d", "3d", "both"])),
        MAX_WIDTH,
        MAX_HEIGHT,
        FORMAT,
        QUALITY,
    ],
    operation: Some("editor.capture.viewport"),
    handler: |server, params| Box::pin(server.capture_viewport(params)),
};

pub(super) const CAPTURE_GAME: GodotyMethod = GodotyMethod {
    name: "capture_game",
    capability: Some(Capability::Capture),
    params: &[MAX_WIDTH, MAX_HEIGHT, FORMAT, QUALITY],
    operation: Some("editor.capture.game"),
    handler: |server, params| Box::pin(server.capture_game(params)),
};

/// The result of a capture. It holds the bytes of the pictures until it is written.
pub(super) struct CaptureAnswer {
    /// `None` for the game.
    viewport_type: Option<String>,
    images: Vec<CapturedImage>,
    /// Whether each picture is listed under its view.
    is_by_view: bool,
    /// Of the game.
    scene_path: Option<Value>,
    timestamp: f64,
}

impl Godoty {
    async fn capture_viewport(&self, params: &GodotyParams) -> Result<GodotyAnswer, GodotyError> {
        let viewport_type = params.text("viewport_type").unwrap_or("3d");
        let view = match viewport_type {
            "2d" => ViewChoice::Flat,
            "both" => ViewChoice::Both,
            _ => ViewChoice::Space,
        };
        let args = CaptureViewportArgs { view, picture: picture_args(params, 2048, 2048) };
        let taken = self.session.run::<CaptureViewport>(args, RunOptions::default()).answer().await;
        let CapturedImages { images } = taken.map_err(capture_error)?.output;
        Ok(GodotyAnswer::Capture(CaptureAnswer {
            viewport_type: Some(viewport_type.to_owned()),
            images,
            is_by_view: matches!(view, ViewChoice::Both),
            scene_path: None,
            timestamp: now(),
        }))
    }

    async fn capture_game(&self, params: &GodotyParams) -> Result<GodotyAnswer, GodotyError> {
        let args = CaptureGameArgs { picture: picture_args(params, 1920, 1080) };
        let without_game = |failure: Failure| match failure {
            // Without an editor there is no game either.
            Failure::NotReady { need: Requirement::Editor | Requirement::Game, .. } => {
                GodotyError::game_not_running()
            }
            other if is_unsupported(&other) => GodotyError::game_not_running(),
            other => capture_error(other),
        };
        let taken = self.session.run::<CaptureGame>(args, RunOptions::default()).answer().await;
        let CapturedImages { images } = taken.map_err(without_game)?.output;
        let editor = self.call("editor.info", json!({})).await;
        let editor = editor.as_ref().ok();
        let editor = editor.and_then(|info| info.output_as::<EditorInfoReadOutput>().ok());
        let scene_path = json!(editor.and_then(|info| info.game.scene_path.as_ref()));
        Ok(GodotyAnswer::Capture(CaptureAnswer {
            viewport_type: None,
            images,
            is_by_view: false,
            scene_path: Some(scene_path),
            timestamp: now(),
        }))
    }
}

fn picture_args(params: &GodotyParams, width: i64, height: i64) -> PictureArgs {
    let side = |name: &str, default: i64| {
        let side = params.integer(name, default).clamp(16, MAX_CAPTURE_SIZE);
        u32::try_from(side).unwrap_or(u32::MAX)
    };
    PictureArgs {
        max_width: side("max_width", width),
        max_height: side("max_height", height),
        format: match params.text("format") {
            Some("jpg") => PictureFormat::Jpg,
            _ => PictureFormat::Png,
        },
        quality: params.number("quality").map_or(DEFAULT_QUALITY, |it| it.clamp(0.0, 1.0)),
    }
}

fn capture_error(failure: Failure) -> GodotyError {
    match is_editor_missing(&failure) {
        true => GodotyError::capture_failed(&failure.reason()),
        false => failure.into(),
    }
}

impl Serialize for CaptureAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("success", &true)?;
        if let Some(viewport_type) = &self.viewport_type {
            map.serialize_entry("viewport_type", viewport_type)?;
        }
        if self.is_by_view {
            map.serialize_entry("images", &ImagesByView(&self.images))?;
        } else if let Some(image) = self.images.first() {
            map.serialize_entry("image", &DataUri(image))?;
            map.serialize_entry("width", &image.width)?;
            map.serialize_entry("height", &image.height)?;
        }
        if let Some(scene_path) = &self.scene_path {
            map.serialize_entry("scene_path", scene_path)?;
        }
        map.serialize_entry("timestamp", &self.timestamp)?;
        map.end()
    }
}

struct ImagesByView<'a>(&'a [CapturedImage]);

impl Serialize for ImagesByView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|image| (image.view, ImageEntry::from(image))))
    }
}

#[derive(Serialize)]
struct ImageEntry<'a> {
    image: DataUri<'a>,
    width: u32,
    height: u32,
}

impl<'a> From<&'a CapturedImage> for ImageEntry<'a> {
    fn from(image: &'a CapturedImage) -> ImageEntry<'a> {
        ImageEntry { image: DataUri(image), width: image.width, height: image.height }
    }
}

/// A picture as a `data:` URI, encoded while it is written.
struct DataUri<'a>(&'a CapturedImage);

impl fmt::Display for DataUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "data:{};base64,{}", self.0.mime_type, self.0.data)
    }
}

impl Serialize for DataUri<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
