//! Errors, the log and the state of the editor. Without an editor the server answers for itself what it
//! can.

use scenewright_catalogue::outputs::{
    EditorError, EditorErrorsReadOutput, EditorInfoReadOutput, EditorLogLine, EditorLogReadOutput,
    ProjectInfoReadOutput,
};
use serde_json::{Value, json};

use super::errors::{GodotyError, is_editor_missing};
use super::methods::{Capability, GodotyMethod, json_answer};
use super::params::ParamKind::{Choice, Integer, Number, Text};
use super::params::{GodotyParams, optional};
use super::{Godoty, GodotyResult, paths, unix_seconds};

pub(super) const GET_ERRORS: GodotyMethod = GodotyMethod {
    name: "get_errors",
    capability: Some(Capability::Debug),
    params: &[
        optional("count", Integer),
        optional("severity", Choice(&["error", "warning", "all"])),
        optional("since_timestamp", Number),
    ],
    operation: Some("editor.errors.read"),
    handler: |server, params| json_answer(server.errors(params)),
};

pub(super) const GET_EDITOR_LOG: GodotyMethod = GodotyMethod {
    name: "get_editor_log",
    capability: Some(Capability::Debug),
    params: &[optional("count", Integer), optional("filter", Text)],
    operation: Some("editor.log.read"),
    handler: |server, params| json_answer(server.editor_log(params)),
};

pub(super) const GET_EDITOR_INFO: GodotyMethod = GodotyMethod {
    name: "get_editor_info",
    capability: Some(Capability::Debug),
    params: &[],
    operation: Some("editor.info"),
    handler: |server, _| json_answer(server.editor_info()),
};

impl Godoty {
    /// Without an editor nothing runs that could have errors.
    async fn errors(&self, params: &GodotyParams) -> GodotyResult {
        let arguments = json!({
            "limit": params.integer("count", 20).clamp(1, 1000),
            "severity": params.text("severity").unwrap_or("all"),
            "since": params.number("since_timestamp"),
        });
        let read = match self.call("editor.errors.read", arguments).await {
            Ok(read) => read,
            Err(failure) if is_editor_missing(&failure) => {
                return Ok(json!({ "success": true, "errors": [], "total_count": 0 }));
            }
            Err(failure) => return Err(failure.into()),
        };
        let read = read.output_as::<EditorErrorsReadOutput>()?;
        let errors: Vec<Value> = read.errors.iter().map(|error| error_json(error, true)).collect();
        Ok(json!({ "success": true, "errors": errors, "total_count": read.total }))
    }

    /// Without an editor, the log of this server.
    async fn editor_log(&self, params: &GodotyParams) -> GodotyResult {
        let arguments = json!({
            "limit": params.integer("count", 100).clamp(1, 1000),
            "filter": params.text("filter"),
        });
        let read = match self.call("editor.log.read", arguments).await {
            Ok(read) => read,
            Err(failure) if is_editor_missing(&failure) => return self.own_log(params),
            Err(failure) => {
                // An editor has its own syntax of expressions; ours only says what is wrong with one.
                filter_pattern(params)?;
                return Err(failure.into());
            }
        };
        let read = read.output_as::<EditorLogReadOutput>()?;
        let line = |line: &EditorLogLine| json!({ "type": line.kind, "message": line.message, "timestamp": line.time });
        let logs: Vec<Value> = read.lines.iter().map(line).collect();
        Ok(json!({ "success": true, "logs": logs, "total_count": read.total }))
    }

    fn own_log(&self, params: &GodotyParams) -> GodotyResult {
        let count = usize::try_from(params.integer("count", 100).max(1)).unwrap_or(usize::MAX);
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

    async fn editor_info(&self) -> GodotyResult {
        let project = self.call("project.info", json!({})).await?;
        let project = project.output_as::<ProjectInfoReadOutput>()?;
        let editor = self.call("editor.info", json!({})).await.ok();
        let editor = editor.as_ref().and_then(|it| it.output_as::<EditorInfoReadOutput>().ok());
        let version = editor.map_or(&*self.version, |editor| &editor.engine_version);
        let current = self.current_scene().await.ok();
        let selected = self.selection().await.unwrap_or_default();
        let selected: Vec<String> =
            selected.iter().map(|(_, path)| paths::to_root_path(path)).collect();
        Ok(json!({
            "success": true,
            "godot_version": version_parts(version),
            "plugin_version": env!("CARGO_PKG_VERSION"),
            "project": {
                "name": project.project_name,
                "path": project.project_path,
                "main_scene": project.main_scene,
            },
            "editor_state": {
                "current_scene": current,
                "is_game_running": editor.is_some_and(|editor| editor.game.is_running),
                "selected_nodes": selected,
            },
        }))
    }
}

/// An error as it is listed; an event has no time.
pub(super) fn error_json(error: &EditorError, has_time: bool) -> Value {
    let mut shown = json!({
        "severity": if error.is_warning { "warning" } else { "error" },
        "message": error.message,
        "source": {
            "script": error.script.as_deref().unwrap_or_default(),
            "function": error.function.as_deref().unwrap_or_default(),
            "line": error.line.unwrap_or_default(),
        },
    });
    if has_time {
        shown["timestamp"] = json!(error.time);
    }
    if !error.stack.is_empty() {
        shown["stack_trace"] = json!(error.stack);
    }
    shown
}

fn filter_pattern(params: &GodotyParams) -> Result<Option<regex::Regex>, GodotyError> {
    let invalid = |error: regex::Error| {
        GodotyError::invalid_param("filter", &format!("a regular expression ({error})"))
    };
    params.text("filter").map(regex::Regex::new).transpose().map_err(invalid)
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
