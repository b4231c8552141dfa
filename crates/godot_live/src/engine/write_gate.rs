//! Decides whether scenes may be written beside the editor.
//!
//! Invariant: while the editor's process runs and does not answer, no scene is written that it had open. What it has
//! open is in a file of its plugin, so that a restart of this program forgets nothing.
//! Invariant: what cannot be known is refused, and once the process has ended, everything is allowed again.

use std::fs;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use scenewright_engine::{Context, EditorHold, EngineError, WriteGuard};
use scenewright_link::{CallError, HostUnavailable, Link, LiveHost};
use serde::Deserialize;
use serde_json::json;

use crate::editor_process::running_editor;
use crate::host::GodotHost;
use crate::plugin::PluginHealth;
use crate::protocol::EditorState;

/// In the folder of the port file. The plugin writes it whenever a scene is opened or closed.
const OPEN_SCENES_FILE: &str = ".godot/scenewright/scenes.json";

/// A longer file was not written by the plugin.
const MAX_OPEN_SCENES_BYTES: u64 = 1 << 20;

/// How long an editor has to answer, at most. The files can answer reads.
const STATE_TIMEOUT: Duration = Duration::from_secs(3);
/// The same for an editor that did not answer the last time.
const SILENT_STATE_TIMEOUT: Duration = Duration::from_millis(300);

/// How long a silent editor is not asked again: one call asks several times.
const SILENCE_CACHE_TIME: Duration = Duration::from_secs(1);

/// How long the search for an editor's process is not repeated: it reads the command lines of all processes, and an
/// editor takes longer to open a scene.
const HEALTH_CACHE_TIME: Duration = Duration::from_secs(1);

/// Shared by the engine and the guard of its files.
pub(super) struct WriteGate {
    link: Arc<Link<GodotHost>>,
    /// When the last request for the editor's state timed out; `None` after an answer.
    silent: Mutex<Option<Instant>>,
    /// The state of the plugin, and when it was read.
    health: Mutex<Option<(Instant, PluginHealth)>>,
}

/// [`OPEN_SCENES_FILE`].
#[derive(Deserialize)]
struct OpenScenesFile {
    pid: f64,
    scenes: Vec<String>,
}

impl WriteGate {
    pub(super) fn new(link: Arc<Link<GodotHost>>) -> WriteGate {
        WriteGate { link, silent: Mutex::default(), health: Mutex::default() }
    }

    /// Asks the editor for its state, and waits only briefly for one that is known to be silent.
    pub(super) fn editor_state(&self, cx: &Context) -> Result<EditorState, CallError> {
        let silent = *self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        if silent.is_some_and(|last| last.elapsed() < SILENCE_CACHE_TIME) {
            return Err(CallError::TimedOut);
        }
        let limit = if silent.is_some() { SILENT_STATE_TIMEOUT } else { STATE_TIMEOUT };
        let brief = cx.with_time_limit(limit);
        let state = self.link.call("scenewright.state", json!({}), &brief);
        // A stopped process accepts a connection and does not say anything.
        let is_silent = matches!(
            state,
            Err(CallError::TimedOut | CallError::Unavailable(HostUnavailable::Starting))
        );
        self.set_silent(is_silent.then(Instant::now));
        state
    }

    /// Notes that the editor has answered something.
    pub(super) fn note_answer(&self) {
        self.set_silent(None);
    }

    /// Whether the editor did not answer the last time.
    pub(super) fn is_silent(&self) -> bool {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn set_silent(&self, silent: Option<Instant>) {
        *self.silent.lock().unwrap_or_else(PoisonError::into_inner) = silent;
    }

    /// Whether scenes may be written while no editor answers.
    pub(super) fn check_unanswered(&self, scenes: &[&String]) -> Result<(), EngineError> {
        let Some(first) = scenes.first() else { return Ok(()) };
        let editor = GodotHost::NAME;
        let held =
            |path: &str, hold| Err(EngineError::HeldByEditor { path: path.to_owned(), hold });
        if let Some(pid) = self.link.running_process() {
            return match self.open_scenes(pid) {
                Some(open) => match scenes.iter().find(|scene| open.contains(scene)) {
                    Some(scene) => held(scene, EditorHold::Unresponsive { editor, pid }),
                    None => Ok(()),
                },
                None => held(first, EditorHold::UnresponsiveWithUnknownScenes { editor, pid }),
            };
        }
        let health = self.plugin_health();
        match health.editor_without_plugin() {
            Some(pid) => {
                let problem = health.to_string();
                held(first, EditorHold::PluginFailed { editor, pid, problem })
            }
            None => Ok(()),
        }
    }

    /// What to say about a change of the files beside an editor without the plugin.
    pub(super) fn unnoticed_change_warning(&self) -> Option<String> {
        let (PluginHealth::Absent | PluginHealth::Off) = self.plugin_health() else { return None };
        let pid = running_editor(self.link.root())?;
        Some(format!(
            "{} (process {pid}) has this project open without the Scenewright plugin and does not notice the change: reload the scene there before you save it",
            GodotHost::NAME
        ))
    }

    fn plugin_health(&self) -> PluginHealth {
        let mut known = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((time, health)) = &*known
            && time.elapsed() < HEALTH_CACHE_TIME
        {
            return health.clone();
        }
        let health = PluginHealth::detect(self.link.root());
        *known = Some((Instant::now(), health.clone()));
        health
    }

    /// The scenes that a silent editor has open; `None` if that is not known.
    fn open_scenes(&self, pid: u32) -> Option<Vec<String>> {
        let path = self.link.root().join(OPEN_SCENES_FILE);
        let length = fs::metadata(&path).ok()?.len();
        let text = (length <= MAX_OPEN_SCENES_BYTES).then(|| fs::read(&path).ok()).flatten()?;
        let file: OpenScenesFile = serde_json::from_slice(&text).ok()?;
        (file.pid == f64::from(pid)).then_some(file.scenes)
    }
}

impl WriteGuard for WriteGate {
    fn check_write(&self, paths: &[String], cx: &Context) -> Result<(), EngineError> {
        let scenes: Vec<&String> = paths.iter().filter(|path| is_scene(path)).collect();
        if scenes.is_empty() {
            return Ok(());
        }
        match self.editor_state(cx) {
            Ok(state) => {
                let mut unsaved = state.scenes.iter().filter(|scene| scene.unsaved);
                match unsaved.find(|scene| scenes.contains(&&scene.path)) {
                    Some(open) => Err(EngineError::UnsavedInEditor { path: open.path.clone() }),
                    None => Ok(()),
                }
            }
            Err(CallError::Cancelled) => Err(EngineError::Cancelled),
            Err(_) => {
                cx.check()?;
                self.check_unanswered(&scenes)
            }
        }
    }
}

pub(super) fn is_scene(path: &str) -> bool {
    path.ends_with(".tscn") || path.ends_with(".scn")
}
