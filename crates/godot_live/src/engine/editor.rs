//! The editor itself: what is open in it, what it complains of, where it looks.

use scenewright_engine::{
    Context, Editor, EngineError, EventListener, Events, Need, Result, Watching,
};
use scenewright_model::{
    EditorError, EditorInfo, EditorLogLine, ErrorQuery, Excerpt, ObjectId, Playing,
};
use serde::Deserialize;
use serde_json::json;

use super::LiveGodot;
use super::standing::live;
use crate::protocol::ToldError;

#[derive(Deserialize)]
struct Errors {
    errors: Vec<ToldError>,
    total_count: f64,
}

#[derive(Deserialize)]
struct Logs {
    logs: Vec<ToldLine>,
    total_count: f64,
}

#[derive(Deserialize)]
struct ToldLine {
    #[serde(rename = "type")]
    kind: String,
    message: String,
    timestamp: f64,
}

impl Editor for LiveGodot {
    fn editor(&self, cx: &Context) -> Result<EditorInfo> {
        let unreached = |down: crate::link::Down| EngineError::NotReady {
            need: Need::Editor,
            reason: down.to_string(),
        };
        let hello = self.link.hello(cx).map_err(unreached)?;
        let state = self.state(cx)?;
        let current = state.scenes.iter().find(|scene| scene.current);
        live(EditorInfo {
            engine_version: hello.godot_version,
            plugin_version: hello.plugin_version,
            current_scene: current.map(|scene| scene.path.clone()),
            playing: state
                .playing
                .map(|playing| Playing { scene: playing.scene, is_paused: playing.paused }),
            is_importing: state.importing,
            selected: state.selection,
        })
    }

    fn errors(&self, query: ErrorQuery, cx: &Context) -> Result<Excerpt<EditorError>> {
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
        let told: Errors = self.ask("get_errors", params, cx)?;
        live(Excerpt {
            items: told.errors.into_iter().map(EditorError::from).collect(),
            total: told.total_count as usize,
        })
    }

    fn log(
        &self,
        count: usize,
        filter: Option<&str>,
        cx: &Context,
    ) -> Result<Excerpt<EditorLogLine>> {
        let params = json!({ "count": count, "filter": filter });
        let told: Logs = self.ask("get_editor_log", params, cx)?;
        let line = |line: ToldLine| EditorLogLine {
            kind: line.kind,
            message: line.message,
            time: line.timestamp,
        };
        live(Excerpt {
            items: told.logs.into_iter().map(line).collect(),
            total: told.total_count as usize,
        })
    }

    fn focus(&self, scene: &str, object: ObjectId, cx: &Context) -> Result<()> {
        self.bring_up(scene, cx)?;
        let path = self.node_path(scene, object, cx)?;
        self.focus_in_editor(&path, cx)?;
        live(())
    }
}

impl Events for LiveGodot {
    fn listen(&self, listener: EventListener) -> Watching {
        self.link.listen(listener)
    }
}
