//! The editor itself: its state, its errors and log, and its view.

use scenewright_engine::{
    Context, Editor, EditorEvents, EngineError, EventListener, ListenerGuard, ReadResult,
    Requirement,
};
use scenewright_model::{
    EditorError, EditorInfo, EditorLogLine, ErrorQuery, Excerpt, ObjectId, RunningGame,
};
use serde::Deserialize;
use serde_json::json;

use super::LiveGodot;
use super::read_source::live_reading;
use crate::protocol::ReportedError;

#[derive(Deserialize)]
struct ErrorsAnswer {
    errors: Vec<ReportedError>,
    total_count: f64,
}

#[derive(Deserialize)]
struct LogAnswer {
    logs: Vec<ReportedLogLine>,
    total_count: f64,
}

#[derive(Deserialize)]
struct ReportedLogLine {
    #[serde(rename = "type")]
    kind: String,
    message: String,
    timestamp: f64,
}

impl Editor for LiveGodot {
    fn editor(&self, cx: &Context) -> ReadResult<EditorInfo> {
        let unreached = |unavailable| EngineError::NotReady {
            need: Requirement::Editor,
            reason: self.unavailable_reason(&unavailable),
        };
        let hello = self.link.hello(cx).map_err(unreached)?;
        let state = self.editor_state(cx)?;
        let current = state.scenes.iter().find(|scene| scene.current);
        live_reading(EditorInfo {
            engine_version: hello.godot_version,
            plugin_version: hello.plugin_version,
            current_scene: current.map(|scene| scene.path.clone()),
            playing: state
                .playing
                .map(|playing| RunningGame { scene: playing.scene, is_paused: playing.paused }),
            is_importing: state.importing,
            selected: state.selection,
        })
    }

    fn errors(&self, query: ErrorQuery, cx: &Context) -> ReadResult<Excerpt<EditorError>> {
        let severity = match (query.errors, query.warnings) {
            (true, false) => "error",
            (false, true) => "warning",
            _ => "all",
        };
        let params = json!({
            "count": query.count,
            "severity": severity,
            "since_timestamp": query.since,
        });
        let answer: ErrorsAnswer = self.ask("get_errors", params, cx)?;
        live_reading(Excerpt {
            items: answer.errors.into_iter().map(EditorError::from).collect(),
            total: answer.total_count as usize,
        })
    }

    fn log(
        &self,
        count: usize,
        filter: Option<&str>,
        cx: &Context,
    ) -> ReadResult<Excerpt<EditorLogLine>> {
        let params = json!({ "count": count, "filter": filter });
        let answer: LogAnswer = self.ask("get_editor_log", params, cx)?;
        let line = |line: ReportedLogLine| EditorLogLine {
            kind: line.kind,
            message: line.message,
            time: line.timestamp,
        };
        live_reading(Excerpt {
            items: answer.logs.into_iter().map(line).collect(),
            total: answer.total_count as usize,
        })
    }

    fn focus(&self, scene: &str, object: ObjectId, cx: &Context) -> ReadResult<()> {
        self.open_scene(scene, cx)?;
        let path = self.node_path(scene, object, cx)?;
        self.focus_in_editor(&path, cx)?;
        live_reading(())
    }
}

impl EditorEvents for LiveGodot {
    fn subscribe(&self, listener: EventListener) -> ListenerGuard {
        self.link.subscribe(listener)
    }
}
