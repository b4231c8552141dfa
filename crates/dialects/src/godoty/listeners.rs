//! The clients that receive events.

use std::sync::{Mutex, PoisonError};

use scenewright_catalogue::EditorEvent;
use scenewright_wire::PushSender;
use serde_json::{Value, json};

use super::editor::error_json;
use super::{now, paths};

#[derive(Default)]
pub(super) struct GodotyListeners(Mutex<Vec<PushSender>>);

impl GodotyListeners {
    pub(super) fn add(&self, say: PushSender) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(PushSender::is_open);
        all.push(say);
    }

    /// Sends an event to all clients, and forgets those that are gone.
    pub(super) fn notify(&self, event: &EditorEvent) {
        let (method, mut params) = event_params(event);
        params["timestamp"] = json!(now());
        let text = notification(method, params);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|say| say.send(text.clone()));
    }
}

/// The notification of the protocol.
fn event_params(event: &EditorEvent) -> (&'static str, Value) {
    match event {
        EditorEvent::SceneChanged { previous, current } => (
            "godoty.scene_changed",
            json!({
                "previous_scene": previous.as_deref().unwrap_or_default(),
                "current_scene": current.as_deref().unwrap_or_default(),
            }),
        ),
        EditorEvent::SelectionChanged { objects } => {
            let nodes: Vec<String> = objects.iter().map(|path| paths::to_root_path(path)).collect();
            ("godoty.selection_changed", json!({ "selected_nodes": nodes }))
        }
        EditorEvent::GameStarted { scene } => {
            ("godoty.game_started", json!({ "scene_path": scene }))
        }
        EditorEvent::GameStopped { reason, exit_code } => {
            ("godoty.game_stopped", json!({ "reason": reason, "exit_code": exit_code }))
        }
        EditorEvent::ErrorOccurred(error) => ("godoty.error_occurred", error_json(error, false)),
    }
}

pub(super) fn notification(method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
}
