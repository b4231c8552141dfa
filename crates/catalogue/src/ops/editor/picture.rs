//! The arguments and the output of captures.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use scenewright_model::{Picture, PictureFormat, PictureRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PictureArgs {
    /// Maximum width in pixels; larger images are scaled down
    #[serde(default = "side")]
    #[schemars(range(min = 16, max = 8192))]
    max_width: u32,
    /// Maximum height in pixels
    #[serde(default = "side")]
    #[schemars(range(min = 16, max = 8192))]
    max_height: u32,
    /// jpg is smaller and faster, png is lossless
    #[serde(default)]
    format: PictureFormat,
    /// JPEG quality, from 0 to 1
    #[serde(default = "quality")]
    #[schemars(range(min = 0, max = 1))]
    quality: f64,
}

/// Large enough to read, small enough in tokens.
fn side() -> u32 {
    900
}

fn quality() -> f64 {
    0.85
}

impl PictureArgs {
    pub(super) fn request(&self) -> PictureRequest {
        PictureRequest {
            max_width: self.max_width,
            max_height: self.max_height,
            format: self.format,
            quality: self.quality,
        }
    }
}

/// Captured images; MCP clients get them as image content.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CapturedImages {
    /// One image per view
    images: Vec<CapturedImage>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CapturedImage {
    /// game, 2d or 3d
    view: &'static str,
    /// image/jpeg or image/png
    mime_type: &'static str,
    /// Width in pixels
    width: u32,
    /// Height in pixels
    height: u32,
    /// The image, base64-encoded
    data: String,
}

impl CapturedImages {
    pub(super) fn of(pictures: Vec<(&'static str, Picture)>) -> CapturedImages {
        let image = |(view, picture): (&'static str, Picture)| CapturedImage {
            view,
            mime_type: picture.format.mime_type(),
            width: picture.width,
            height: picture.height,
            data: BASE64_STANDARD.encode(&picture.bytes),
        };
        CapturedImages { images: pictures.into_iter().map(image).collect() }
    }
}
