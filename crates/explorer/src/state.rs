//! What all requests share: the session, the streams, and the state that belongs to no scene.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use scenewright_catalogue::{
    Admission, AdmissionQueue, Caller, ChangeOwner, DialectNote, EngineAccess, LogCategory,
    LogEntry, LogLevel, Permit, Session,
};
use scenewright_engine::ListenerGuard;
use scenewright_model::GameEvent;
use scenewright_script::Hooks;
use serde_json::{Map, Value, json};

use crate::changes;
use crate::config::ExplorerConfig;
use crate::error::{ExplorerError, ExplorerErrorKind, ExplorerResult};
use crate::game_log::GameLines;
use crate::instance_ids::InstanceIds;
use crate::opening::PendingStreams;
use crate::scripts::ScriptFolder;
use crate::streams::{EventStreams, MAX_QUEUED_EVENTS};
use crate::tools::{Freecam, TimeScale, game_line, is_own, log_line};

/// How long work of the server itself waits for a permit.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(30);

/// Settings of the program.
#[derive(Debug, Clone)]
pub struct ExplorerSetup {
    /// Where settings and console scripts are kept; without one, settings last as long as the server.
    pub folder: Option<PathBuf>,
    /// Where the server listens.
    pub address: SocketAddr,
    /// Whether streams show the answers to other clients.
    pub mirror: bool,
    /// How many streams of events may be open.
    pub max_streams: usize,
}

pub(crate) struct ExplorerState {
    pub(crate) session: Session,
    pub(crate) engine: EngineAccess,
    pub(crate) setup: ExplorerSetup,
    pub(crate) streams: EventStreams,
    permits: AdmissionQueue,
    config: Mutex<ExplorerConfig>,
    freecam: Mutex<Freecam>,
    time: Mutex<TimeScale>,
    streamed: Mutex<StreamedState>,
    pending_streams: Mutex<PendingStreams>,
    /// Whether a comparison of the state with what was streamed is about to run.
    pub(crate) is_comparing: AtomicBool,
    pub(crate) hooks: Hooks,
    pub(crate) ids: InstanceIds,
    pub(crate) game_lines: GameLines,
    /// Ends with the Explorer.
    games: OnceLock<Option<ListenerGuard>>,
}

/// What streams received last.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct StreamedState {
    /// Path and id.
    pub(crate) scenes: Vec<(String, String)>,
    pub(crate) selection: Value,
}

impl ExplorerState {
    pub(crate) fn new(engine: &EngineAccess, setup: ExplorerSetup) -> Arc<ExplorerState> {
        // There are no sessions here: unsaved changes belong to the dialect as a whole.
        let owner = ChangeOwner::new("Explorer");
        let caller = engine.session().caller().clone();
        let engine = engine.acting_for(Caller { owner, ..caller });
        let session = engine.session().clone();
        let config = ExplorerConfig::load(setup.folder.as_deref(), session.policy().allow_writes);
        let permits = AdmissionQueue::new(session.limits().in_flight);
        let state = Arc::new(ExplorerState {
            session,
            engine,
            setup,
            streams: EventStreams::default(),
            permits,
            config: Mutex::new(config),
            freecam: Mutex::default(),
            time: Mutex::default(),
            streamed: Mutex::default(),
            pending_streams: Mutex::default(),
            is_comparing: AtomicBool::new(false),
            hooks: Hooks::default(),
            ids: InstanceIds::default(),
            game_lines: GameLines::default(),
            games: OnceLock::new(),
        });
        let weak = Arc::downgrade(&state);
        state.session.logs().subscribe(move |entry: &LogEntry| {
            if let Some(state) = weak.upgrade() {
                state.notify("log", &log_line(entry));
                // Calls through other dialects may have changed the world; our own report it themselves.
                if entry.category == LogCategory::Audit && !is_own(entry) {
                    changes::notify_changes_soon(&state);
                }
            }
        });
        listen_to_games(&state);
        state
    }

    /// The right to handle one more request of a client.
    pub(crate) fn permit(&self) -> ExplorerResult<Permit> {
        let limit = self.permits.limit();
        self.permits.try_acquire().map_err(|_| ExplorerError::rate_limited(limit))
    }

    pub(crate) fn config(&self) -> MutexGuard<'_, ExplorerConfig> {
        self.config.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn freecam(&self) -> MutexGuard<'_, Freecam> {
        self.freecam.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn time(&self) -> MutexGuard<'_, TimeScale> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn streamed(&self) -> MutexGuard<'_, StreamedState> {
        self.streamed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn pending_streams(&self) -> MutexGuard<'_, PendingStreams> {
        self.pending_streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine for work of the server itself, which waits for a permit instead of being refused.
    pub(crate) fn queued_engine(&self) -> EngineAccess {
        self.engine.with_admission(Admission::Queued { timeout: PERMIT_TIMEOUT })
    }

    pub(crate) fn scripts(&self) -> ExplorerResult<ScriptFolder> {
        let folder = self.setup.folder.as_ref();
        let folder = folder.ok_or_else(|| {
            ExplorerError::new(ExplorerErrorKind::NotReady, "this server has no folder for scripts")
                .hint("set SCENEWRIGHT_DATA to a folder")
        })?;
        Ok(ScriptFolder(folder.join("Scripts")))
    }

    /// Sends an event to all streams.
    pub(crate) fn notify(&self, event: &str, payload: &Value) {
        if !self.streams.is_empty() {
            self.send(&notification(event, payload));
        }
    }

    /// Shows an answer to one client on all streams.
    pub(crate) fn mirror(&self, answer: &str) {
        if self.setup.mirror && !self.streams.is_empty() {
            self.send(answer);
        }
    }

    fn send(&self, event: &str) {
        for number in self.streams.send(&Arc::from(event)) {
            let line = format!(
                "[MCP] stream {number} reads too slowly: the oldest of {MAX_QUEUED_EVENTS} waiting events are dropped"
            );
            let note = DialectNote::default();
            self.session.logs().write_from_dialect(note, LogLevel::Warning, &line);
        }
    }

    pub(crate) fn log_error(&self, level: LogLevel, error: &ExplorerError) {
        let note = DialectNote { error_kind: error.log_kind() };
        self.session.logs().write_from_dialect(note, level, &error.log_line());
    }

    pub(crate) fn log(&self, level: LogLevel, line: &str) {
        self.session.logs().write(level, LogCategory::Call, line);
    }

    /// Audits a call that was to change something. One that got no permit was not tried.
    pub(crate) fn audit(
        &self,
        tool: &'static str,
        args: &Map<String, Value>,
        error: Option<&ExplorerError>,
    ) {
        if error.is_none_or(|error| error.kind != ExplorerErrorKind::RateLimited) {
            self.engine.audit(tool, args, error.map(|error| error.message.as_str()));
        }
    }
}

/// Lines that games log become events, and their scenes are compared with what was streamed.
fn listen_to_games(state: &Arc<ExplorerState>) {
    let weak = Arc::downgrade(state);
    let guard = state.session.subscribe_games(move |event| {
        let Some(state) = weak.upgrade() else { return };
        match event {
            GameEvent::Logged(log) => {
                for line in state.game_lines.add(log) {
                    state.notify("log", &game_line(&line));
                }
            }
            GameEvent::Started | GameEvent::ScenesChanged | GameEvent::Ended => {
                changes::notify_changes_soon(&state);
            }
        }
    });
    // It is set nowhere else.
    let _ = state.games.set(guard);
}

pub(crate) fn notification(event: &str, payload: &Value) -> String {
    let params = json!({ "event": event, "payload": payload });
    json!({ "jsonrpc": "2.0", "method": "notification", "params": params }).to_string()
}
