//! Errors of the editor as errors of an engine.

use std::path::Path;

use scenewright_engine::names::{NameError, NameKind};
use scenewright_engine::{EngineError, Requirement, Subject};
use scenewright_link::{CallError, HostError, HostUnavailable, LiveHost};
use scenewright_model::EngineKind;

use super::LiveGodot;
use crate::host::GodotHost;
use crate::plugin::PluginHealth;
use crate::protocol::{
    CAPTURE_FAILED, GAME_NOT_RUNNING, INVALID_PATH, NODE_NOT_FOUND, NOT_ALLOWED, TIMED_OUT,
};

/// The methods of the plugin that refuse a scene whose file does not exist.
const SCENE_FILE_METHODS: [&str; 2] = ["execute_action", "scenewright.open_scene"];

impl LiveGodot {
    pub(super) fn to_engine_error(&self, method: &str, error: CallError) -> EngineError {
        let editor = |reason: String| EngineError::NotReady { need: Requirement::Editor, reason };
        match error {
            CallError::Unavailable(unavailable) => editor(self.unavailable_reason(&unavailable)),
            CallError::Refused(error) => refusal_error(method, &error, self.link.root()),
            CallError::Lost(reason) => editor(reason),
            CallError::TimedOut => EngineError::DeadlinePassed,
            CallError::Cancelled => EngineError::Cancelled,
            CallError::Malformed(reason) => {
                editor(format!("the editor's answer is invalid: {reason}"))
            }
        }
    }

    /// Why there is no editor, and what to do.
    pub(super) fn unavailable_reason(&self, unavailable: &HostUnavailable) -> String {
        let health = PluginHealth::detect(self.link.root());
        // An editor that crashed leaves its announcement behind.
        match unavailable {
            HostUnavailable::NotAnnounced => health.to_string(),
            _ if health.editor_without_plugin().is_some() => health.to_string(),
            other => other.describe(GodotHost::NAME),
        }
    }
}

fn refusal_error(method: &str, error: &HostError, root: &Path) -> EngineError {
    let reason = error.describe();
    let path = error.data.get("requested_path").and_then(|path| path.as_str());
    let path = path.unwrap_or_default().to_owned();
    let not_found = |what| EngineError::NotFound { what, path: path.clone() };
    let listed = |key: &str| -> Vec<String> {
        let list = error.data.get(key).and_then(|list| list.as_array());
        list.into_iter().flatten().filter_map(|it| it.as_str()).map(str::to_owned).collect()
    };
    if let Some(path) = error.data.get("changed_on_disk").and_then(|path| path.as_str()) {
        return EngineError::ChangedUnderEditor { path: path.to_owned() };
    }
    let missing = listed("missing_dependencies");
    if !missing.is_empty() {
        return EngineError::MissingDependencies { path, missing };
    }
    match error.code() {
        NODE_NOT_FOUND => {
            EngineError::Name(NameError::unknown(NameKind::Object, path, listed("similar_paths")))
        }
        INVALID_PATH if SCENE_FILE_METHODS.contains(&method) && is_missing_scene(root, &path) => {
            not_found(Subject::SceneFile)
        }
        GAME_NOT_RUNNING => EngineError::NotReady { need: Requirement::Game, reason },
        CAPTURE_FAILED => EngineError::NotReady { need: Requirement::Renderer, reason },
        TIMED_OUT => EngineError::DeadlinePassed,
        NOT_ALLOWED => EngineError::Refused { what: "It".to_owned(), reason },
        _ => EngineError::Refused { what: format!("The editor's {method}"), reason },
    }
}

/// The plugin gives no reason that a program could read, so the file itself decides.
fn is_missing_scene(root: &Path, path: &str) -> bool {
    let Some(inside) = path.strip_prefix("res://") else { return false };
    (inside.ends_with(".tscn") || inside.ends_with(".scn")) && !root.join(inside).exists()
}

/// An ability that the engine on files does not have.
pub(super) fn unsupported(what: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::GODOT,
        what: what.to_owned(),
        reason: "the project's files do not offer it".to_owned(),
    }
}
