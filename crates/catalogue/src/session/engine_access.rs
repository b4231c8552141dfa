//! Typed work on an engine, for a protocol whose tools are not operations of the catalogue.
//!
//! Invariant: a [`Session`] has no way to an engine. Only whoever opens the engine gets an
//! [`EngineAccess`], and hands it to those that need it.
//! Invariant: a task declares its safety level and passes the same policy, permit, deadline and guard
//! against panics as an operation.

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

/// The right to run tasks on the engine of a session. Clones are the same.
#[derive(Clone)]
pub struct EngineAccess {
    session: Session,
}

/// What a task is, to those who decide whether it may run.
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

    /// The same on behalf of somebody else.
    pub fn acting_for(&self, caller: Caller) -> EngineAccess {
        EngineAccess { session: self.session.acting_for(caller) }
    }

    /// The same for tasks that are admitted in another way.
    pub fn with_admission(&self, admission: Admission) -> EngineAccess {
        EngineAccess { session: self.session.with_admission(admission) }
    }

    /// Runs a task on a worker. What the task itself reports (that something does not exist, for
    /// instance) is in `T`; a [`Failure`] says why it did not run to its end.
    pub fn run<T: Send + 'static>(
        &self,
        task: EngineTask,
        work: impl FnOnce(&dyn Engine, &Context) -> T + Send + 'static,
    ) -> PendingAnswer<T> {
        self.session.run_task(task, work)
    }

    /// Writes the audit line of a tool that is not an operation. `failure` is why it did nothing.
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
            mode: ExecutionMode::Worker,
            timeout: self.inner.limits.timeout,
            scan_limit: None,
            cancel,
            progress: None,
            request: None,
        };
        self.admit(checked, slot, pending, move |session, context| {
            let outcome = catch_panic(name, || work(session.engine(), &context));
            session.audit_recoveries(&context);
            outcome
        })
    }
}
