//! Pictures.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use scenewright_engine::{Capture, Context, EngineError, Need, Reading, Result};
use scenewright_model::{Picture, PictureFormat, PictureRequest, Source, View};
use serde::Deserialize;
use serde_json::{Value, json};

use super::LiveGodot;

#[derive(Deserialize)]
struct Captured {
    image: String,
    width: f64,
    height: f64,
}

impl Capture for LiveGodot {
    fn capture_view(&self, view: View, how: PictureRequest, cx: &Context) -> Result<Picture> {
        let view = match view {
            View::Flat => "2d",
            View::Space => "3d",
        };
        let mut params = params(how);
        params["viewport_type"] = json!(view);
        picture(self.ask("capture_viewport", params, cx)?, how)
    }

    fn capture_game(&self, how: PictureRequest, cx: &Context) -> Result<Picture> {
        picture(self.ask("capture_game", params(how), cx)?, how)
    }
}

fn params(how: PictureRequest) -> Value {
    let format = match how.format {
        PictureFormat::Png => "png",
        PictureFormat::Jpg => "jpg",
    };
    json!({
        "max_width": how.max_width,
        "max_height": how.max_height,
        "format": format,
        "quality": how.quality,
    })
}

/// The protocol has it as an address that holds the data.
fn picture(captured: Captured, how: PictureRequest) -> Result<Picture> {
    let odd = |what: String| EngineError::NotReady {
        need: Need::Renderer,
        reason: format!("the editor's picture cannot be read: {what}"),
    };
    let data = captured.image.split_once(";base64,").map(|(_, data)| data);
    let data = data.ok_or_else(|| odd("it is not in base64".to_owned()))?;
    let bytes = BASE64_STANDARD.decode(data).map_err(|error| odd(error.to_string()))?;
    let (width, height) = (captured.width as u32, captured.height as u32);
    let picture = Picture { format: how.format, width, height, bytes };
    Ok(Reading::new(picture, Source::Live))
}
