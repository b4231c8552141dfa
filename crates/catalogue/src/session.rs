//! A project being served. The session is the only way to run an operation: it validates arguments,
//! enforces the policy, keeps the deadline and catches panics.

mod engine_access;
mod health;
mod policy;
mod requests;
mod start;
mod unsaved;
mod workers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use scenewright_engine::{CancelToken, Context, Engine, EngineError, FileFreshness, ListenerGuard};
use scenewright_model::{EditorEvent, EngineKind, GameEvent, ProjectChanges, UnfinishedEdit};

use crate::admission::{Admission, AdmissionQueue};
use crate::caller::{Access, Caller};
use crate::catalogue::Catalogue;
use crate::definition::Definition;
use crate::failure::Failure;
use crate::game_recorder::GameRecorder;
use crate::levels::{SafetyLevel, Tier};
use crate::logs::ServerLog;
use crate::watchdog::Watchdog;
use health::HealthCheck;
use requests::RequestRegistry;
use workers::WorkerPool;

pub use engine_access::{EngineAccess, EngineTask};
pub use policy::{CallLimits, Policy};

/// Which tools to list.
#[derive(Debug, Clone, Copy, Default)]
pub struct ToolFilter<'a> {
    /// The category, including its subcategories.
    pub category: Option<&'a str>,
    /// Exactly this tier, even above the current one.
    pub tier: Option<Tier>,
}

/// A project being served, on behalf of a caller. Clones share one session.
#[derive(Clone)]
pub struct Session {
    inner: Arc<SessionInner>,
    caller: Caller,
    admission: Admission,
}

struct SessionInner {
    catalogue: Catalogue,
    engine: Arc<dyn Engine>,
    policy: Policy,
    limits: CallLimits,
    queue: AdmissionQueue,
    watchdog: Watchdog,
    workers: WorkerPool,
    requests: RequestRegistry,
    health: HealthCheck,
    logs: ServerLog,
    recorder: GameRecorder,
    started: Instant,
}

impl Session {
    pub fn new(
        catalogue: Catalogue,
        engine: Arc<dyn Engine>,
        policy: Policy,
        limits: CallLimits,
    ) -> Session {
        let (watchdog, started) = (Watchdog::new(), Instant::now());
        let queue = AdmissionQueue::new(limits.in_flight);
        let (workers, requests, health, logs, recorder) = Default::default();
        let inner = SessionInner {
            catalogue,
            engine,
            policy,
            limits,
            queue,
            watchdog,
            workers,
            requests,
            health,
            logs,
            recorder,
            started,
        };
        Session {
            inner: Arc::new(inner),
            caller: Caller::default(),
            admission: Admission::default(),
        }
    }

    /// The same session on behalf of another caller.
    pub fn acting_for(&self, caller: Caller) -> Session {
        Session { inner: Arc::clone(&self.inner), caller, admission: self.admission }
    }

    /// The same session with another way of admission.
    pub fn with_admission(&self, admission: Admission) -> Session {
        Session { admission, ..self.clone() }
    }

    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The tools that a client can see.
    pub fn list(&self, filter: ToolFilter<'_>) -> impl Iterator<Item = &Definition> {
        let policy = self.policy();
        self.inner.catalogue.definitions().filter(move |definition| {
            let in_tier = match filter.tier {
                Some(tier) => definition.tier == tier,
                None => definition.tier <= policy.tier,
            };
            let in_category = filter.category.is_none_or(|category| definition.is_in(category));
            in_tier && in_category && policy.shows_tool(definition)
        })
    }

    /// The definition of a tool, even above the current tier, but not of one that this server can
    /// never run.
    pub fn describe(&self, tool: &str) -> Result<&Definition, Failure> {
        let definition = &self.inner.catalogue.find(tool)?.definition;
        self.check_shown(definition)?;
        Ok(definition)
    }

    /// Reports changes of the project's files to the listener, until the returned guard is dropped;
    /// `None` if this engine cannot watch files. It returns immediately. The listener is called
    /// from a thread of the engine with one burst of changes at a time, and should only pass them
    /// on: others wait while it runs.
    pub fn watch(
        &self,
        listener: impl Fn(&ProjectChanges) + Send + Sync + 'static,
    ) -> Result<Option<ListenerGuard>, Failure> {
        let Some(changes) = self.inner.engine.as_file_watch() else {
            return Ok(None);
        };
        let failed = |error: EngineError| Failure::Execution {
            message: error.to_string(),
            hint: Some("ask again for what may have changed".to_owned()),
        };
        changes.watch(Box::new(listener)).map(Some).map_err(failed)
    }

    /// How answers stay as new as the files; `None` if this engine has no files.
    pub fn file_freshness(&self) -> Option<FileFreshness> {
        self.inner.engine.as_file_watch().map(|files| files.freshness())
    }

    /// Reports the events of a live editor to the listener, until the returned guard is dropped;
    /// `None` if this engine has no editor. The listener should only pass the events on.
    pub fn subscribe(
        &self,
        listener: impl Fn(&EditorEvent) + Send + Sync + 'static,
    ) -> Option<ListenerGuard> {
        Some(self.inner.engine.as_events()?.subscribe(Box::new(listener)))
    }

    /// The same for what happens in running games; `None` if this engine has none.
    pub fn subscribe_games(
        &self,
        listener: impl Fn(&GameEvent) + Send + Sync + 'static,
    ) -> Option<ListenerGuard> {
        Some(self.inner.engine.as_games()?.subscribe(Box::new(listener)))
    }

    /// Interrupted changes that wait for a writer or a person. Nothing is written, and unreadable
    /// ones are left out.
    pub fn unfinished(&self) -> Vec<UnfinishedEdit> {
        let Some(editing) = self.inner.engine.as_editing() else { return Vec::new() };
        let timeout = self.inner.limits.timeout;
        let context = Context::new(Instant::now() + timeout, timeout, CancelToken::default());
        editing.unfinished(&context).map_or_else(|_| Vec::new(), |reading| reading.value)
    }

    /// What the server allows this caller to do.
    pub fn policy(&self) -> Policy {
        let policy = self.inner.policy;
        match self.caller.access {
            Access::Full => policy,
            Access::ReadOnly => {
                Policy { allow_writes: false, allow_play: false, allow_eval: false, ..policy }
            }
        }
    }

    pub fn limits(&self) -> CallLimits {
        self.inner.limits
    }

    /// The recent log entries; the server of this session may add to them.
    pub fn logs(&self) -> &ServerLog {
        &self.inner.logs
    }

    pub fn uptime(&self) -> Duration {
        self.inner.started.elapsed()
    }

    /// The last look at the project's health.
    pub(crate) fn health(&self) -> &HealthCheck {
        &self.inner.health
    }

    /// What the clients did in the games that run.
    pub(crate) fn recorder(&self) -> &GameRecorder {
        &self.inner.recorder
    }

    /// For the calls of a tool that write a file of the project.
    pub(crate) fn require_writes(&self) -> Result<(), Failure> {
        let safety = SafetyLevel::SafeWrite;
        self.check_safety(safety, || Failure::WritesDisabled { safety, dry_run: false })
    }

    /// Called after a call that may have changed the project.
    fn note_change(&self, safety: SafetyLevel) {
        if safety != SafetyLevel::ReadOnly {
            self.inner.health.forget();
        }
    }

    pub(crate) fn engine_kind(&self) -> EngineKind {
        self.inner.engine.kind()
    }

    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.inner.engine
    }

    /// Checks that the tool exists for this caller.
    fn check_shown(&self, definition: &Definition) -> Result<(), Failure> {
        let Some(permission) = definition.permission else {
            return self.check_safety(definition.safety, || Failure::writes_disabled(definition));
        };
        match (self.policy().allows(permission), self.inner.policy.allows(permission)) {
            (true, _) => Ok(()),
            (false, true) => Err(Failure::TokenRequired { safety: definition.safety }),
            (false, false) => Err(Failure::PermissionMissing { permission }),
        }
    }

    /// Checks that operations of this level exist for this caller; `disabled` is the failure if the
    /// server is read-only.
    fn check_safety(
        &self,
        safety: SafetyLevel,
        disabled: impl FnOnce() -> Failure,
    ) -> Result<(), Failure> {
        match (self.policy().shows(safety), self.needs_token()) {
            (true, _) => Ok(()),
            (false, true) => Err(Failure::TokenRequired { safety }),
            (false, false) => Err(disabled()),
        }
    }

    /// Whether this caller could write if it sent the server's token.
    pub fn needs_token(&self) -> bool {
        let policy = self.inner.policy;
        (policy.allow_writes || policy.allow_play) && self.caller.access == Access::ReadOnly
    }
}
