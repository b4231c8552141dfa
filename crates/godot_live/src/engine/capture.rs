//! Screenshots.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use scenewright_engine::{Capture, Context, EngineError, ReadResult, Reading, Requirement};
use scenewright_model::{DataSource, EditorView, Picture, PictureFormat, PictureRequest};
use serde::Deserialize;
use serde_json::{Value, json};

use super::LiveGodot;

#[derive(Deserialize)]
struct CaptureAnswer {
    image: String,
    width: f64,
    height: f64,
}

impl Capture for LiveGodot {
    fn capture_view(
        &self,
        view: EditorView,
        how: PictureRequest,
        cx: &Context,
    ) -> ReadResult<Picture> {
        let view = match view {
            EditorView::TwoD => "2d",
            EditorView::ThreeD => "3d",
        };
        let mut params = params(how);
        params["viewport_type"] = json!(view);
        decode_picture(self.ask("capture_viewport", params, cx)?, how)
    }

    fn capture_game(&self, how: PictureRequest, cx: &Context) -> ReadResult<Picture> {
        decode_picture(self.ask("capture_game", params(how), cx)?, how)
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

/// The protocol sends the picture as a data URL.
fn decode_picture(captured: CaptureAnswer, how: PictureRequest) -> ReadResult<Picture> {
    let odd = |what: String| EngineError::NotReady {
        need: Requirement::Renderer,
        reason: format!("cannot read the editor's picture: {what}"),
    };
    let data = captured.image.split_once(";base64,").map(|(_, data)| data);
    let data = data.ok_or_else(|| odd("it is not in base64".to_owned()))?;
    let bytes = BASE64_STANDARD.decode(data).map_err(|error| odd(error.to_string()))?;
    let (width, height) = (captured.width as u32, captured.height as u32);
    let picture = Picture { format: how.format, width, height, bytes };
    Ok(Reading::new(picture, DataSource::Live))
}
