//! What an editor tells by itself, and who hears it.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use scenewright_engine::EventListener;
use scenewright_model::EditorEvent;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{LinkShared, port_file};
use crate::protocol::ReportedError;

/// How often a new editor is looked for while somebody listens and there is no connection.
const EDITOR_POLL_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct EventListeners(Mutex<ListenerTable>);

#[derive(Default)]
struct ListenerTable {
    all: Vec<(u64, Arc<EventListener>)>,
    next: u64,
    /// Whether a thread looks out for editors.
    is_watching: bool,
}

impl EventListeners {
    fn lock(&self) -> MutexGuard<'_, ListenerTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its number, to remove it by.
    pub(super) fn add(&self, listener: EventListener) -> u64 {
        let mut heard = self.lock();
        heard.next += 1;
        let number = heard.next;
        heard.all.push((number, Arc::new(listener)));
        number
    }

    pub(super) fn remove(&self, number: u64) {
        self.lock().all.retain(|(own, _)| *own != number);
    }

    /// Nobody waits for another to hear it.
    pub(super) fn notify(&self, event: &EditorEvent) {
        let all: Vec<_> = self.lock().all.iter().map(|(_, one)| Arc::clone(one)).collect();
        for listener in all {
            listener(event);
        }
    }
}

/// Begins the link whenever an editor appears, for as long as somebody listens.
pub(super) fn watch_for_editors(shared: &Arc<LinkShared>, root: &Path) {
    let mut heard = shared.listeners.lock();
    if std::mem::replace(&mut heard.is_watching, true) {
        return;
    }
    drop(heard);
    let (weak, root) = (Arc::downgrade(shared), root.to_owned());
    let spawned = thread::Builder::new().name("godot-lookout".to_owned()).spawn(move || {
        let mut seen = None;
        while has_listeners(&weak) {
            let file = port_file::read(&root).ok().flatten();
            if file != seen
                && file.is_some()
                && let Some(shared) = weak.upgrade()
            {
                shared.start(&root);
            }
            seen = file;
            thread::sleep(EDITOR_POLL_INTERVAL);
        }
    });
    if let Err(error) = spawned {
        tracing::warn!(%error, "events of a Godot editor that is opened later go unheard");
        shared.listeners.lock().is_watching = false;
    }
}

fn has_listeners(shared: &Weak<LinkShared>) -> bool {
    let Some(shared) = shared.upgrade() else { return false };
    let mut heard = shared.listeners.lock();
    heard.is_watching = !heard.all.is_empty();
    heard.is_watching
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

/// `None` for what is no event of the protocol.
pub(super) fn parse_event(method: &str, params: &RawValue) -> Option<EditorEvent> {
    fn of<'a, T: Deserialize<'a>>(params: &'a RawValue) -> Option<T> {
        serde_json::from_str(params.get()).ok()
    }
    let named = |path: String| Some(path).filter(|path| !path.is_empty());
    Some(match method {
        "godoty.scene_changed" => {
            let SceneChanged { previous_scene, current_scene } = of(params)?;
            EditorEvent::SceneChanged {
                previous: named(previous_scene),
                current: named(current_scene),
            }
        }
        "godoty.selection_changed" => {
            let SelectionChanged { selected_nodes } = of(params)?;
            let inside = |path: &String| path.strip_prefix("/root/").unwrap_or(path).to_owned();
            EditorEvent::SelectionChanged { objects: selected_nodes.iter().map(inside).collect() }
        }
        "godoty.game_started" => {
            EditorEvent::GameStarted { scene: of::<GameStarted>(params)?.scene_path }
        }
        "godoty.game_stopped" => {
            let GameStopped { reason, exit_code } = of(params)?;
            EditorEvent::GameStopped { reason, exit_code: exit_code as i64 }
        }
        "godoty.error_occurred" => EditorEvent::ErrorOccurred(of::<ReportedError>(params)?.into()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_of_the_protocol_is_understood_and_nothing_else() {
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
            let read = parse_event(&format!("godoty.{name}"), params);
            assert_eq!(read.map(|event| format!("{event:?}")).as_deref(), expected, "{name}");
        }
    }
}
