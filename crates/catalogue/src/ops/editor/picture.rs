//! The arguments and the output of captures.

use std::fmt;

use base64::display::Base64Display;
use base64::prelude::BASE64_STANDARD;
use scenewright_model::{Picture, PictureFormat, PictureRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureArgs {
    /// Maximum width in pixels; larger images are scaled down
    #[serde(default = "default_size")]
    #[schemars(range(min = 16, max = 8192))]
    pub max_width: u32,
    /// Maximum height in pixels
    #[serde(default = "default_size")]
    #[schemars(range(min = 16, max = 8192))]
    pub max_height: u32,
    /// jpg is smaller and faster, png is lossless
    #[serde(default)]
    pub format: PictureFormat,
    /// JPEG quality, from 0 to 1
    #[serde(default = "default_quality")]
    #[schemars(range(min = 0, max = 1))]
    pub quality: f64,
}

/// Large enough to read, small enough in tokens.
pub(crate) fn default_size() -> u32 {
    900
}

pub(crate) fn default_quality() -> f64 {
    0.85
}

impl PictureArgs {
    pub(crate) fn request(&self) -> PictureRequest {
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
pub struct CapturedImages {
    /// One image per view
    pub images: Vec<CapturedImage>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CapturedImage {
    /// game, 2d or 3d
    pub view: &'static str,
    /// image/jpeg or image/png
    pub mime_type: &'static str,
    /// Width in pixels
    pub width: u32,
    /// Height in pixels
    pub height: u32,
    /// The image, base64-encoded
    #[schemars(with = "String")]
    pub data: PictureData,
}

/// The bytes of an image. They are encoded while they are written, so that no copy of the text is made.
pub struct PictureData(Vec<u8>);

impl fmt::Display for PictureData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Base64Display::new(&self.0, &BASE64_STANDARD).fmt(f)
    }
}

impl Serialize for PictureData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl CapturedImages {
    pub(crate) fn new(pictures: Vec<(&'static str, Picture)>) -> CapturedImages {
        let image = |(view, picture): (&'static str, Picture)| CapturedImage {
            view,
            mime_type: picture.format.mime_type(),
            width: picture.width,
            height: picture.height,
            data: PictureData(picture.bytes),
        };
        CapturedImages { images: pictures.into_iter().map(image).collect() }
    }
}
