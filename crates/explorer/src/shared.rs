//! What all requests share: the session, who listens, and the state that belongs to no scene.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_catalogue::{
    AdmissionQueue, Caller, ChangeOwner, EngineAccess, LogCategory, LogEntry, LogLevel, Permit,
    Session,
};
use scenewright_script::Hooks;
use serde_json::{Map, Value, json};

use crate::calls;
use crate::config::ExplorerConfig;
use crate::fault::{ExplorerError, ExplorerErrorKind, ExplorerResult};
use crate::instance_ids::InstanceIds;
use crate::opening::PendingStreams;
use crate::scripts::ScriptFolder;
use crate::streams::{EventStreams, MAX_QUEUED_EVENTS};
use crate::tools::{Freecam, TimeScale, is_own, log_line};

/// What the program decides.
#[derive(Debug, Clone)]
pub struct ExplorerSetup {
    /// Where settings and console scripts are kept; without one, settings last as long as the server.
    pub folder: Option<PathBuf>,
    /// Where the server listens.
    pub address: SocketAddr,
    /// Whether streams show what was answered to others.
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
    /// What streams were told last of the scenes (path and id) and the selection.
    told: Mutex<StreamedState>,
    opening: Mutex<PendingStreams>,
    /// Whether somebody is about to look what changed.
    pub(crate) is_looking: AtomicBool,
    pub(crate) hooks: Hooks,
    pub(crate) ids: InstanceIds,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct StreamedState {
    pub(crate) scenes: Vec<(String, String)>,
    pub(crate) selection: Value,
}

impl ExplorerState {
    pub(crate) fn new(engine: &EngineAccess, setup: ExplorerSetup) -> Arc<ExplorerState> {
        // There are no sessions here: what is unsaved belongs to the protocol.
        let owner = ChangeOwner::new("Explorer");
        let caller = engine.session().caller().clone();
        let engine = engine.acting_for(Caller { owner, ..caller });
        let session = engine.session().clone();
        let config = ExplorerConfig::load(setup.folder.as_deref(), session.policy().allow_writes);
        let permits = AdmissionQueue::new(session.limits().in_flight);
        let shared = Arc::new(ExplorerState {
            session,
            engine,
            setup,
            streams: EventStreams::default(),
            permits,
            config: Mutex::new(config),
            freecam: Mutex::default(),
            time: Mutex::default(),
            told: Mutex::default(),
            opening: Mutex::default(),
            is_looking: AtomicBool::new(false),
            hooks: Hooks::default(),
            ids: InstanceIds::default(),
        });
        let heard = Arc::downgrade(&shared);
        shared.session.logs().subscribe(move |entry: &LogEntry| {
            if let Some(shared) = heard.upgrade() {
                shared.notify("log", &log_line(entry));
                // Calls of other tongues that may have changed the world; ours tell it themselves.
                if entry.category == LogCategory::Audit && !is_own(entry) {
                    calls::notify_changes_soon(&shared);
                }
            }
        });
        shared
    }

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
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn pending_streams(&self) -> MutexGuard<'_, PendingStreams> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn scripts(&self) -> ExplorerResult<ScriptFolder> {
        let folder = self.setup.folder.as_ref();
        let folder = folder.ok_or_else(|| {
            ExplorerError::new(ExplorerErrorKind::NotReady, "this server has no folder for scripts")
                .hint("set SCENEWRIGHT_DATA to a folder")
        })?;
        Ok(ScriptFolder(folder.join("Scripts")))
    }

    /// An event for everybody who listens.
    pub(crate) fn notify(&self, event: &str, payload: &Value) {
        if !self.streams.is_empty() {
            self.send(&notification(event, payload));
        }
    }

    /// An answer to somebody else.
    pub(crate) fn mirror(&self, answer: &str) {
        if self.setup.mirror && !self.streams.is_empty() {
            self.send(answer);
        }
    }

    fn send(&self, event: &str) {
        for number in self.streams.send(&Arc::from(event)) {
            let line = format!(
                "[MCP] stream {number} reads too slowly: of {MAX_QUEUED_EVENTS} waiting events the oldest are dropped"
            );
            self.log(LogLevel::Warning, &line);
        }
    }

    pub(crate) fn log(&self, level: LogLevel, line: &str) {
        self.session.logs().write(level, LogCategory::Call, line);
    }

    /// A call that was to change something, as every other is audited. One that found no permit was not
    /// tried, and comes again.
    pub(crate) fn audit(
        &self,
        tool: &'static str,
        args: &Map<String, Value>,
        fault: Option<&ExplorerError>,
    ) {
        if fault.is_none_or(|fault| fault.kind != ExplorerErrorKind::RateLimited) {
            self.engine.audit(tool, args, fault.map(|fault| fault.message.as_str()));
        }
    }
}

pub(crate) fn notification(event: &str, payload: &Value) -> String {
    let params = json!({ "event": event, "payload": payload });
    json!({ "jsonrpc": "2.0", "method": "notification", "params": params }).to_string()
}
