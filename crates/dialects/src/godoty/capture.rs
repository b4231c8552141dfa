//! Pictures of the editor's views and of the running game.

use scenewright_catalogue::{Failure, Requirement};
use serde_json::{Value, json};

use super::errors::{GodotyError, is_editor_missing, is_unsupported};
use super::methods::{Capability, GodotyMethod};
use super::params::ParamKind::{Choice, Number, Positive};
use super::params::{GodotyParam, GodotyParams, optional};
use super::{Godoty, GodotyResult, now};

const MAX_CAPTURE_SIZE: i64 = 8192;

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

impl Godoty {
    async fn capture_viewport(&self, params: &GodotyParams) -> GodotyResult {
        let view = params.text("viewport_type").unwrap_or("3d");
        let mut arguments = capture_arguments(params, 2048, 2048);
        arguments["view"] = json!(view);
        let taken = self.call("editor.capture.viewport", arguments).await.map_err(capture_error)?;
        let images = taken["images"].as_array().cloned().unwrap_or_default();
        let mut result = json!({ "success": true, "viewport_type": view });
        if view == "both" {
            for image in &images {
                let name = image["view"].as_str().unwrap_or_default();
                result["images"][name] = image_json(image);
            }
        } else if let (Some(result), Some(image)) = (result.as_object_mut(), images.first()) {
            result.extend(image_json(image).as_object().cloned().unwrap_or_default());
        }
        result["timestamp"] = json!(now());
        Ok(result)
    }

    async fn capture_game(&self, params: &GodotyParams) -> GodotyResult {
        let arguments = capture_arguments(params, 1920, 1080);
        let without_game = |failure: Failure| match failure {
            // Without an editor there is no game either.
            Failure::NotReady { need: Requirement::Editor | Requirement::Game, .. } => {
                GodotyError::game_not_running()
            }
            other if is_unsupported(&other) => GodotyError::game_not_running(),
            other => capture_error(other),
        };
        let taken = self.call("editor.capture.game", arguments).await.map_err(without_game)?;
        let mut result = json!({ "success": true });
        if let (Some(result), Some(image)) = (result.as_object_mut(), taken["images"].get(0)) {
            result.extend(image_json(image).as_object().cloned().unwrap_or_default());
        }
        let game = self.call("editor.play.state", json!({})).await.unwrap_or_default();
        result["scene_path"] = game["scenePath"].clone();
        result["timestamp"] = json!(now());
        Ok(result)
    }
}

fn capture_arguments(params: &GodotyParams, width: i64, height: i64) -> Value {
    json!({
        "maxWidth": params.integer("max_width", width).clamp(16, MAX_CAPTURE_SIZE),
        "maxHeight": params.integer("max_height", height).clamp(16, MAX_CAPTURE_SIZE),
        "format": params.text("format").unwrap_or("png"),
        "quality": params.number("quality").map(|quality| quality.clamp(0.0, 1.0)),
    })
}

fn image_json(image: &Value) -> Value {
    let text = |key: &str| image[key].as_str().unwrap_or_default();
    json!({
        "image": format!("data:{};base64,{}", text("mimeType"), text("data")),
        "width": image["width"],
        "height": image["height"],
    })
}

fn capture_error(failure: Failure) -> GodotyError {
    match is_editor_missing(&failure) {
        true => GodotyError::capture_failed(&failure.reason()),
        false => failure.into(),
    }
}
