//! The one door to an engine: arguments are validated, the policy is kept, the deadline runs and
//! panics are caught here and nowhere else.

mod ask;
mod requests;
mod unsaved;
mod workers;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use scenewright_engine::{CancelToken, Context, Engine, EngineError, ListenerGuard};
use scenewright_model::{EditRequest, EditorEvent, EngineKind, ProjectChanges, UnfinishedEdit};
use serde_json::{Map, Value};

use crate::audit::AuditRecord;
use crate::call::{Answer, AnswerSlot, Call, CallResult, PendingAnswer};
use crate::caller::{Access, Caller};
use crate::catalogue::{Catalogue, RunFn};
use crate::context::Cx;
use crate::definition::{CONFIRM, DRY_RUN, Definition};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::logs::ServerLog;
use crate::recovery::recovery_sentence;
use crate::watchdog::Watchdog;
use requests::RequestRegistry;
use workers::WorkerPool;

pub use ask::PendingTask;

/// What the server may do, decided by whoever starts it.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    pub tier: Tier,
    /// Off: a server exactly of version 0.1, with tools that only read.
    pub allow_writes: bool,
    /// Destructive operations need `confirm: true`.
    pub require_confirm: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { tier: Tier::Core, allow_writes: false, require_confirm: true }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct CallLimits {
    /// How long a call may take.
    pub timeout: Duration,
    /// Replaces the scan limits of the operations.
    pub scan: Option<Duration>,
    /// How many calls may run at once.
    pub in_flight: usize,
}

impl Default for CallLimits {
    fn default() -> CallLimits {
        CallLimits { timeout: Duration::from_secs(30), scan: None, in_flight: 32 }
    }
}

/// Which tools a listing shows.
#[derive(Debug, Clone, Copy, Default)]
pub struct ToolFilter<'a> {
    /// The category and the ones below it.
    pub category: Option<&'a str>,
    /// Exactly this tier, also above the current one.
    pub tier: Option<Tier>,
}

/// A project being served, on behalf of a caller. Clones are the same session.
#[derive(Clone)]
pub struct Session {
    inner: Arc<SessionInner>,
    caller: Caller,
}

struct SessionInner {
    catalogue: Catalogue,
    engine: Arc<dyn Engine>,
    policy: Policy,
    limits: CallLimits,
    running: AtomicUsize,
    watchdog: Watchdog,
    workers: WorkerPool,
    requests: RequestRegistry,
    logs: ServerLog,
    started: Instant,
}

impl Session {
    pub fn new(
        catalogue: Catalogue,
        engine: Arc<dyn Engine>,
        policy: Policy,
        limits: CallLimits,
    ) -> Session {
        let (running, watchdog, started) = (AtomicUsize::new(0), Watchdog::new(), Instant::now());
        let (workers, requests, logs) = Default::default();
        let inner = SessionInner {
            catalogue,
            engine,
            policy,
            limits,
            running,
            watchdog,
            workers,
            requests,
            logs,
            started,
        };
        Session { inner: Arc::new(inner), caller: Caller::default() }
    }

    /// The same session on behalf of somebody else.
    pub fn acting_for(&self, caller: Caller) -> Session {
        Session { inner: Arc::clone(&self.inner), caller }
    }

    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Runs a tool and waits for its answer.
    pub fn call(&self, call: Call) -> CallResult {
        self.start(call).wait()
    }

    /// Starts a tool. The ticket is answered at the latest at the call's deadline.
    pub fn start(&self, call: Call) -> PendingAnswer {
        let entry = self.inner.catalogue.find(&call.tool).ok();
        let audited =
            entry.and_then(|entry| AuditRecord::for_call(&entry.definition, &call.arguments));
        let (slot, ticket) = AnswerSlot::new(&call, self.inner.logs.clone(), audited);
        match self.admit(call) {
            Err(failure) => slot.fill(Err(failure)),
            Ok(admitted) => match admitted.runs {
                ExecutionMode::Inline => slot.fill(self.run(admitted)),
                ExecutionMode::Worker => self.run_on_worker(admitted, slot),
            },
        }
        ticket
    }

    /// The tools that a client is shown.
    pub fn list(&self, filter: ToolFilter<'_>) -> impl Iterator<Item = &Definition> {
        let policy = self.policy();
        self.inner.catalogue.definitions().filter(move |definition| {
            let in_tier = match filter.tier {
                Some(tier) => definition.tier == tier,
                None => definition.tier <= policy.tier,
            };
            let in_category = filter.category.is_none_or(|category| definition.is_in(category));
            in_tier && in_category && policy.shows(definition)
        })
    }

    /// A tool's definition, also above the current tier; not one that this server can never run.
    pub fn describe(&self, tool: &str) -> Result<&Definition, Failure> {
        let definition = &self.inner.catalogue.find(tool)?.definition;
        self.shows(definition)?;
        Ok(definition)
    }

    /// Tells the listener what changes in the project's files, until what is returned is dropped;
    /// `None` if this engine cannot tell. It returns at once. The listener is called from a thread of
    /// the engine, a burst of changes at a time, and should only pass on what it hears: while it works,
    /// others wait.
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

    /// Tells the listener what a live editor says by itself, until what is returned is dropped; `None` if
    /// this engine has no editor. The listener should only pass on what it hears.
    pub fn subscribe(
        &self,
        listener: impl Fn(&EditorEvent) + Send + Sync + 'static,
    ) -> Option<ListenerGuard> {
        Some(self.inner.engine.as_events()?.subscribe(Box::new(listener)))
    }

    /// Changes that were cut short and wait for a writer or a person. Nothing is written, and what
    /// cannot be read is none.
    pub fn unfinished(&self) -> Vec<UnfinishedEdit> {
        let Some(editing) = self.inner.engine.as_editing() else { return Vec::new() };
        let timeout = self.inner.limits.timeout;
        let context = Context::new(Instant::now() + timeout, timeout, CancelToken::default());
        editing.unfinished(&context).map_or_else(|_| Vec::new(), |reading| reading.value)
    }

    /// What the server allows this caller.
    pub fn policy(&self) -> Policy {
        let policy = self.inner.policy;
        let allow_writes = policy.allow_writes && self.caller.access == Access::Full;
        Policy { allow_writes, ..policy }
    }

    pub fn limits(&self) -> CallLimits {
        self.inner.limits
    }

    /// What went wrong lately; whoever serves this session may add to it.
    pub fn logs(&self) -> &ServerLog {
        &self.inner.logs
    }

    pub fn uptime(&self) -> Duration {
        self.inner.started.elapsed()
    }

    pub(crate) fn engine_kind(&self) -> EngineKind {
        self.inner.engine.kind()
    }

    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.inner.engine
    }

    /// Whether the tool exists for this caller.
    fn shows(&self, definition: &Definition) -> Result<(), Failure> {
        let safety = definition.safety;
        match (self.policy().shows(definition), self.needs_token()) {
            (true, _) => Ok(()),
            (false, true) => Err(Failure::TokenRequired { safety }),
            (false, false) => Err(Failure::writes_disabled(definition)),
        }
    }

    /// Whether this caller could write with the server's token.
    pub fn needs_token(&self) -> bool {
        self.inner.policy.allow_writes && self.caller.access == Access::ReadOnly
    }

    /// Everything that is checked before an operation runs.
    fn admit(&self, mut call: Call) -> Result<AdmittedCall, Failure> {
        let SessionInner { catalogue, limits, .. } = &*self.inner;
        let policy = self.policy();
        let entry = catalogue.find(&call.tool)?;
        self.shows(&entry.definition)?;
        policy.permits(&entry.definition)?;
        entry.definition.normalise_arguments(&mut call.arguments, self.engine_kind())?;
        policy.confirms(&entry.definition, &mut call.arguments)?;
        let request = requests::take_request(entry.definition.id, &mut call.arguments)?;
        let seat =
            CallPermit::take(&self.inner).ok_or(Failure::Busy { limit: limits.in_flight })?;
        let timeout = call.timeout.unwrap_or(limits.timeout);
        // A scan ends before the call does, so that its partial results arrive.
        let scan = limits.scan.or(entry.scan_limit).unwrap_or(timeout).min(timeout * 9 / 10);
        let deadline = Instant::now() + timeout;
        let mut context =
            Context::new(deadline, scan, call.cancel).with_owner(self.caller.owner.clone());
        if let Some(watcher) = call.progress {
            context = context.with_progress_listener(move |progress| watcher(progress));
        }
        if let Some(request) = &request {
            context = context.with_request(request.clone());
        }
        let (tool, run, runs) = (entry.definition.id, entry.run, entry.runs);
        Ok(AdmittedCall {
            tool,
            run,
            runs,
            arguments: call.arguments,
            context,
            deadline,
            timeout,
            request,
            _permit: seat,
        })
    }

    fn run_on_worker(&self, admitted: AdmittedCall, slot: Arc<AnswerSlot>) {
        let session = self.clone();
        let watch = self.inner.watchdog.watch(&slot, admitted.deadline, admitted.timeout);
        let failed = Arc::clone(&slot);
        let work = move || {
            let outcome = session.run(admitted);
            drop(watch);
            slot.fill(outcome);
        };
        if let Err(error) = self.inner.workers.run(work) {
            tracing::error!(%error, "no thread for an operation");
            failed.fill(Err(Failure::Busy { limit: self.inner.limits.in_flight }));
        }
    }

    fn run(&self, admitted: AdmittedCall) -> CallResult {
        let context = admitted.context.clone();
        let mut outcome = match admitted.request.clone() {
            Some(request) => self.run_once(admitted, &request),
            None => self.run_now(admitted),
        };
        let notes = self.audit_recoveries(&context);
        if let Ok(answer) = &mut outcome {
            answer.diagnostics.splice(0..0, notes);
        }
        outcome
    }

    /// What was dealt with before the change itself, also if that failed.
    fn audit_recoveries(&self, context: &Context) -> Vec<String> {
        let notes: Vec<String> = context.take_recoveries().iter().map(recovery_sentence).collect();
        notes.iter().for_each(|note| self.inner.logs.audit("recover", note, None));
        notes
    }

    fn run_now(&self, admitted: AdmittedCall) -> CallResult {
        let AdmittedCall { tool, run, arguments, context, timeout, .. } = admitted;
        let cx = Cx::new(self, context, timeout, tool);
        let result = catch_unwind(AssertUnwindSafe(|| {
            cx.check()?;
            run(arguments, &cx)
        }));
        let output = result.unwrap_or_else(|panic| {
            let message = format!("{tool} stopped unexpectedly: {}", panic_message(&*panic));
            tracing::error!("{message}");
            Err(Failure::Crashed { message })
        })?;
        let (diagnostics, coverage, source) = cx.into_diagnostics();
        Ok(Answer { output, diagnostics, coverage, source: source.as_str(), is_repeat: false })
    }
}

impl Policy {
    /// Whether the tool exists at all for clients of this server.
    fn shows(self, definition: &Definition) -> bool {
        self.allow_writes || definition.safety == SafetyLevel::ReadOnly
    }

    fn permits(self, definition: &Definition) -> Result<(), Failure> {
        if definition.tier > self.tier {
            return Err(Failure::TierTooLow { required: definition.tier, current: self.tier });
        }
        Ok(())
    }

    fn confirms(
        self,
        definition: &Definition,
        arguments: &mut Map<String, Value>,
    ) -> Result<(), Failure> {
        if definition.safety != SafetyLevel::Destructive {
            return Ok(());
        }
        let confirmed = arguments.remove(CONFIRM) == Some(Value::Bool(true));
        let is_harmless = arguments.get(DRY_RUN) == Some(&Value::Bool(true));
        match self.require_confirm && !confirmed && !is_harmless {
            true => Err(Failure::ConfirmationNeeded { dry_run: definition.takes_dry_run() }),
            false => Ok(()),
        }
    }
}

/// A call that passed every check.
struct AdmittedCall {
    tool: &'static str,
    run: RunFn,
    runs: ExecutionMode,
    arguments: Map<String, Value>,
    context: Context,
    deadline: Instant,
    timeout: Duration,
    request: Option<EditRequest>,
    _permit: CallPermit,
}

/// One of the calls in flight. A call that is stuck past its deadline keeps its seat: its thread is
/// still there.
struct CallPermit(Arc<SessionInner>);

impl CallPermit {
    fn take(inner: &Arc<SessionInner>) -> Option<CallPermit> {
        let seat = CallPermit(Arc::clone(inner));
        (inner.running.fetch_add(1, Ordering::AcqRel) < inner.limits.in_flight).then_some(seat)
    }
}

impl Drop for CallPermit {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::AcqRel);
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
