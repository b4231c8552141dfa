//! What an editor shows and says: pictures, errors, its log, itself. Without an editor the server
//! answers for itself what it can.

use scenewright_catalogue::{EngineFailureKind, Failure, Requirement};
use serde_json::{Value, json};

use super::errors::GodotyError;
use super::params::GodotyParams;
use super::{Godoty, GodotyResult, now, paths, unix_seconds};

const MAX_CAPTURE_SIZE: i64 = 8192;

impl Godoty {
    pub(super) async fn capture_viewport(&self, params: &GodotyParams) -> GodotyResult {
        let view = params.one_of("viewport_type", &["2d", "3d", "both"], "3d")?;
        let mut arguments = capture_arguments(params, 2048, 2048)?;
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

    pub(super) async fn capture_game(&self, params: &GodotyParams) -> GodotyResult {
        let arguments = capture_arguments(params, 1920, 1080)?;
        let without_game = |failure: Failure| match failure {
            // No editor, no game.
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

    /// Without an editor nothing runs that could have errors.
    pub(super) async fn errors(&self, params: &GodotyParams) -> GodotyResult {
        let arguments = json!({
            "limit": params.integer("count", 20)?.clamp(1, 1000),
            "severity": params.one_of("severity", &["error", "warning", "all"], "all")?,
            "since": params.number("since_timestamp")?,
        });
        let read = match self.call("editor.errors.read", arguments).await {
            Ok(read) => read,
            Err(failure) if is_editor_missing(&failure) => json!({ "errors": [], "total": 0 }),
            Err(failure) => return Err(failure.into()),
        };
        let errors = read["errors"].as_array().into_iter().flatten().map(|error| {
            let mut told = json!({
                "severity": error["severity"],
                "message": error["message"],
                "source": {
                    "script": error["script"].as_str().unwrap_or_default(),
                    "function": error["function"].as_str().unwrap_or_default(),
                    "line": error["line"].as_u64().unwrap_or_default(),
                },
                "timestamp": error["time"],
            });
            if let Some(stack) = error.get("stack") {
                told["stack_trace"] = stack.clone();
            }
            told
        });
        let errors: Vec<Value> = errors.collect();
        Ok(json!({ "success": true, "errors": errors, "total_count": read["total"] }))
    }

    /// Without an editor, the log of this server.
    pub(super) async fn editor_log(&self, params: &GodotyParams) -> GodotyResult {
        let arguments = json!({
            "limit": params.integer("count", 100)?.clamp(1, 1000),
            "filter": params.text("filter")?,
        });
        let read = match self.call("editor.log.read", arguments).await {
            Ok(read) => read,
            Err(failure) if is_editor_missing(&failure) => return self.own_log(params).await,
            Err(failure) => {
                // Editors have expressions of their own kind: ours is asked only what is wrong.
                filter_pattern(params)?;
                return Err(failure.into());
            }
        };
        let line = |line: &Value| json!({ "type": line["kind"], "message": line["message"], "timestamp": line["time"] });
        let lines = read["lines"].as_array().into_iter().flatten();
        let logs: Vec<Value> = lines.map(line).collect();
        Ok(json!({ "success": true, "logs": logs, "total_count": read["total"] }))
    }

    async fn own_log(&self, params: &GodotyParams) -> GodotyResult {
        let count = usize::try_from(params.integer("count", 100)?.max(1)).unwrap_or(usize::MAX);
        let pattern = filter_pattern(params)?;
        let entries = self.session.logs().entries();
        let matches =
            |message: &str| pattern.as_ref().is_none_or(|pattern| pattern.is_match(message));
        let found: Vec<_> = entries.iter().filter(|entry| matches(&entry.message)).collect();
        let logs: Vec<Value> = found[found.len().saturating_sub(count)..]
            .iter()
            .map(|entry| {
                json!({
                    "type": log_type(entry.level),
                    "message": entry.message,
                    "timestamp": unix_seconds(entry.time),
                })
            })
            .collect();
        Ok(json!({ "success": true, "logs": logs, "total_count": found.len() }))
    }

    pub(super) async fn editor_info(&self) -> GodotyResult {
        let project = self.call("project.info", json!({})).await?;
        let editor = self.call("editor.info", json!({})).await.unwrap_or_default();
        let version = editor["engineVersion"].as_str().unwrap_or(&self.version);
        let current = self.current_scene().await.ok();
        let selected = self.selection().await.unwrap_or_default();
        let selected: Vec<String> =
            selected.iter().map(|(_, path)| paths::to_root_path(path)).collect();
        Ok(json!({
            "success": true,
            "godot_version": version_parts(version),
            "plugin_version": env!("CARGO_PKG_VERSION"),
            "project": {
                "name": project["projectName"],
                "path": project["projectPath"],
                "main_scene": project["mainScene"],
            },
            "editor_state": {
                "current_scene": current,
                "is_game_running": editor["game"]["isRunning"] == true,
                "selected_nodes": selected,
            },
        }))
    }
}

fn filter_pattern(params: &GodotyParams) -> Result<Option<regex::Regex>, GodotyError> {
    let odd =
        |error: regex::Error| params.invalid("filter", &format!("a regular expression ({error})"));
    params.text("filter")?.map(regex::Regex::new).transpose().map_err(odd)
}

fn capture_arguments(params: &GodotyParams, width: i64, height: i64) -> Result<Value, GodotyError> {
    Ok(json!({
        "maxWidth": params.positive("max_width", width)?.clamp(16, MAX_CAPTURE_SIZE),
        "maxHeight": params.positive("max_height", height)?.clamp(16, MAX_CAPTURE_SIZE),
        "format": params.one_of("format", &["png", "jpg"], "png")?,
        "quality": params.number("quality")?.map(|quality| quality.clamp(0.0, 1.0)),
    }))
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

/// There is no editor, or this engine never has one.
fn is_editor_missing(failure: &Failure) -> bool {
    matches!(failure, Failure::NotReady { need: Requirement::Editor | Requirement::Renderer, .. })
        || is_unsupported(failure)
}

fn is_unsupported(failure: &Failure) -> bool {
    matches!(failure, Failure::Engine(error) if error.kind == EngineFailureKind::NotSupported)
}

fn log_type(level: scenewright_catalogue::LogLevel) -> &'static str {
    use scenewright_catalogue::LogLevel;
    match level {
        LogLevel::Error => "error",
        LogLevel::Warning => "warning",
        _ => "info",
    }
}

/// `4.6.3.stable`, `4.6`, `2022.3.10f1`.
fn version_parts(version: &str) -> Value {
    let mut parts = version.split('.');
    let mut number = || {
        let part = parts.next().unwrap_or_default();
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        part[..digits].parse::<u64>().unwrap_or_default()
    };
    let (major, minor, patch) = (number(), number(), number());
    let status =
        version.split('.').find(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()));
    json!({
        "major": major,
        "minor": minor,
        "patch": patch,
        "status": status.unwrap_or("stable"),
        "string": version,
    })
}
