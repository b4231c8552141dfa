//! How a picture is asked for, and how it is answered.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use scenewright_model::{Picture, PictureFormat, PictureRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PictureArgs {
    /// Widest picture, in pixels; a wider one is made smaller
    #[serde(default = "side")]
    #[schemars(range(min = 16, max = 8192))]
    max_width: u32,
    /// Highest picture, in pixels
    #[serde(default = "side")]
    #[schemars(range(min = 16, max = 8192))]
    max_height: u32,
    /// jpg is small and quick, png exact
    #[serde(default)]
    format: PictureFormat,
    /// Of a jpg, from 0 to 1
    #[serde(default = "quality")]
    #[schemars(range(min = 0, max = 1))]
    quality: f64,
}

/// Enough to read by, and few enough tokens.
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

/// Pictures; MCP clients see them as images.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CapturedImages {
    /// One, or one of each view
    images: Vec<CapturedImage>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CapturedImage {
    /// game, 2d or 3d
    view: &'static str,
    /// image/jpeg or image/png
    mime_type: &'static str,
    /// In pixels
    width: u32,
    /// In pixels
    height: u32,
    /// The picture in base64
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
