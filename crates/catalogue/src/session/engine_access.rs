//! Typed work on an engine, for a protocol whose tools are not operations of the catalogue.
//!
//! Invariant: a [`Session`] gives no access to an engine. Only the code that opens the engine gets
//! an [`EngineAccess`], and passes it to those that need it.
//! Invariant: a task declares its safety level and passes the same policy, permit, deadline and
//! panic handling as an operation.

use std::sync::Arc;

use scenewright_engine::{CancelToken, Context, Engine};
use serde_json::{Map, Value};

use super::start::{CheckedCall, catch_panic, unaudited};
use super::{CallLimits, Policy, Session};
use crate::admission::Admission;
use crate::audit::AuditRecord;
use crate::call::{AnswerSlot, PendingAnswer};
use crate::caller::Caller;
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel};
use crate::logs::LogLevel;

/// The right to run tasks on the engine of a session. Clones share it.
#[derive(Clone)]
pub struct EngineAccess {
    session: Session,
}

/// The properties of a task on which its admission depends.
#[derive(Debug, Clone, Copy)]
pub struct EngineTask {
    /// For the log.
    pub name: &'static str,
    pub safety: SafetyLevel,
}

impl EngineTask {
    pub const fn read(name: &'static str) -> EngineTask {
        EngineTask { name, safety: SafetyLevel::ReadOnly }
    }

    pub const fn write(name: &'static str) -> EngineTask {
        EngineTask { name, safety: SafetyLevel::SafeWrite }
    }
}

impl EngineAccess {
    /// Opens a session together with the access to its engine.
    pub fn new(
        catalogue: Catalogue,
        engine: Arc<dyn Engine>,
        policy: Policy,
        limits: CallLimits,
    ) -> EngineAccess {
        EngineAccess { session: Session::new(catalogue, engine, policy, limits) }
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The same on behalf of another caller.
    pub fn acting_for(&self, caller: Caller) -> EngineAccess {
        EngineAccess { session: self.session.acting_for(caller) }
    }

    /// The same with another way of admission.
    pub fn with_admission(&self, admission: Admission) -> EngineAccess {
        EngineAccess { session: self.session.with_admission(admission) }
    }

    /// Runs a task on a worker. `T` contains what the task itself reports (for example that
    /// something does not exist); a [`Failure`] explains why the task did not complete.
    pub fn run<T: Send + 'static>(
        &self,
        task: EngineTask,
        work: impl FnOnce(&dyn Engine, &Context) -> T + Send + 'static,
    ) -> PendingAnswer<T> {
        self.session.run_task(task, work)
    }

    /// Writes the audit line of a tool that is not an operation. `failure` is the reason why it did
    /// nothing.
    pub fn audit(&self, tool: &'static str, arguments: &Map<String, Value>, failure: Option<&str>) {
        let record = AuditRecord::new(tool, arguments);
        let line = failure.map_or_else(|| record.done(None), |reason| record.failed(reason));
        self.session.inner.logs.audit(tool, &line, failure.map(|_| LogLevel::Warning));
    }
}

impl Session {
    pub(super) fn run_task<T: Send + 'static>(
        &self,
        task: EngineTask,
        work: impl FnOnce(&dyn Engine, &Context) -> T + Send + 'static,
    ) -> PendingAnswer<T> {
        let EngineTask { name, safety } = task;
        let cancel = CancelToken::default();
        let logs = self.inner.logs.clone();
        let (slot, pending) = AnswerSlot::new(name, &cancel, logs, unaudited());
        let refused = |dry_run| Failure::WritesDisabled { safety, dry_run };
        if let Err(failure) = self.check_safety(safety, || refused(false)) {
            slot.fill(Err(failure));
            return pending;
        }
        let checked = CheckedCall {
            runs: ExecutionMode::Worker,
            timeout: self.inner.limits.timeout,
            scan_limit: None,
            cancel,
            progress: None,
            request: None,
        };
        self.admit(checked, slot, pending, move |session, context| {
            let outcome = catch_panic(name, || work(session.engine(), &context));
            session.audit_recoveries(&context);
            session.note_change(safety);
            outcome
        })
    }
}
