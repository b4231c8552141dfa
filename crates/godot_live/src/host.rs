//! The Godot editor as a live host: the handshake of its plugin, and its events.

use std::path::{Path, PathBuf};

use scenewright_link::{HostSocket, LiveHost};
use scenewright_model::EditorEvent;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::editor_process;
use crate::protocol::{EditorInfoAnswer, Hello, ReportedError};

pub(crate) struct GodotHost;

impl LiveHost for GodotHost {
    type Hello = Hello;

    const NAME: &'static str = "the Godot editor";
    const THREAD_PREFIX: &'static str = "godot";
    /// In a folder that Godot creates for itself and that no repository contains.
    const PORT_FILE: &'static str = ".godot/scenewright/editor.json";

    async fn handshake(socket: &mut HostSocket, root: &Path) -> Result<Hello, String> {
        let hello = socket.expect_event("godoty.connected").await?;
        let hello = serde_json::from_str(hello.get()).map_err(|error| error.to_string())?;
        let ready =
            json!({ "client_name": "scenewright", "client_version": env!("CARGO_PKG_VERSION") });
        socket.notify("godoty.ready", &ready).await?;
        let info = socket.request("get_editor_info", &json!({})).await?;
        let info = info.ok_or("it does not report its project")?;
        let info: EditorInfoAnswer =
            serde_json::from_str(info.get()).map_err(|error| error.to_string())?;
        match is_same_folder(&info.project.path, root) {
            true => Ok(hello),
            false => Err(format!("it has another project open, '{}'", info.project.path)),
        }
    }

    fn has_project_open(command: &[&str], folder: Option<&Path>, root: &Path) -> bool {
        editor_process::has_open(command, folder, root)
    }

    fn is_own_program(program: &str) -> bool {
        editor_process::is_named_godot(program)
    }

    fn parse_event(method: &str, params: &RawValue) -> Option<EditorEvent> {
        parse_event(method, params)
    }
}

/// Godot ends its path with a slash and does not resolve links.
fn is_same_folder(reported: &str, root: &Path) -> bool {
    let reported = PathBuf::from(reported);
    reported.canonicalize().unwrap_or(reported)
        == root.canonicalize().unwrap_or_else(|_| root.to_owned())
}

#[derive(Deserialize)]
struct SceneChanged {
    #[serde(default)]
    previous_scene: String,
    #[serde(default)]
    current_scene: String,
}

#[derive(Deserialize)]
struct SelectionChanged {
    selected_nodes: Vec<String>,
}

#[derive(Deserialize)]
struct GameStarted {
    #[serde(default)]
    scene_path: String,
}

#[derive(Deserialize)]
struct GameStopped {
    reason: String,
    #[serde(default)]
    exit_code: f64,
}

fn parse_event(method: &str, params: &RawValue) -> Option<EditorEvent> {
    fn parse<'a, T: Deserialize<'a>>(params: &'a RawValue) -> Option<T> {
        serde_json::from_str(params.get()).ok()
    }
    let named = |path: String| Some(path).filter(|path| !path.is_empty());
    Some(match method {
        "godoty.scene_changed" => {
            let SceneChanged { previous_scene, current_scene } = parse(params)?;
            EditorEvent::SceneChanged {
                previous: named(previous_scene),
                current: named(current_scene),
            }
        }
        "godoty.selection_changed" => {
            let SelectionChanged { selected_nodes } = parse(params)?;
            let relative = |path: &String| path.strip_prefix("/root/").unwrap_or(path).to_owned();
            EditorEvent::SelectionChanged { objects: selected_nodes.iter().map(relative).collect() }
        }
        "godoty.game_started" => {
            EditorEvent::GameStarted { scene: parse::<GameStarted>(params)?.scene_path }
        }
        "godoty.game_stopped" => {
            let GameStopped { reason, exit_code } = parse(params)?;
            EditorEvent::GameStopped { reason, exit_code: exit_code as i64 }
        }
        "godoty.error_occurred" => {
            EditorEvent::ErrorOccurred(parse::<ReportedError>(params)?.into())
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_of_the_protocol_is_parsed_and_nothing_else() {
        let rows = [
            (
                "scene_changed",
                r#"{"previous_scene":"","current_scene":"res://a.tscn","timestamp":1.5}"#,
                Some("SceneChanged { previous: None, current: Some(\"res://a.tscn\") }"),
            ),
            (
                "selection_changed",
                r#"{"selected_nodes":["/root/Main/Player"],"timestamp":1}"#,
                Some("SelectionChanged { objects: [\"Main/Player\"] }"),
            ),
            (
                "game_started",
                r#"{"scene_path":"res://a.tscn"}"#,
                Some("GameStarted { scene: \"res://a.tscn\" }"),
            ),
            (
                "game_stopped",
                r#"{"reason":"crashed","exit_code":3.0}"#,
                Some("GameStopped { reason: \"crashed\", exit_code: 3 }"),
            ),
            (
                "error_occurred",
                r#"{"severity":"error","message":"no","source":{"script":"res://a.gd","line":4},"timestamp":2}"#,
                Some(
                    "ErrorOccurred(EditorError { is_warning: false, message: \"no\", script: Some(\"res://a.gd\"), function: None, line: Some(4), stack: [], time: 2.0 })",
                ),
            ),
            ("game_stopped", r#"{"exit_code":3}"#, None),
            ("selection_changed", "null", None),
            ("dance", "{}", None),
        ];
        for (name, params, expected) in rows {
            let params: &RawValue = serde_json::from_str(params).unwrap();
            let event = parse_event(&format!("godoty.{name}"), params);
            assert_eq!(event.map(|event| format!("{event:?}")).as_deref(), expected, "{name}");
        }
    }
}
