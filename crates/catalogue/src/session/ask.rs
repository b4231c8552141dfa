//! The door for a tongue with typed work of its own: the same seats, deadline and watch as for tools.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use scenewright_engine::{Context, Engine};
use scenewright_model::Coverage;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{CallPermit, Session, panic_message};
use crate::audit::AuditRecord;
use crate::call::{Answer, AnswerSlot, Call, CallResult, PendingAnswer};
use crate::failure::Failure;
use crate::logs::LogLevel;

/// Work under way. It is answered exactly once, at the latest at its deadline. Dropping it cancels
/// the work.
pub struct PendingTask<T> {
    ticket: PendingAnswer,
    value: Arc<Mutex<Option<T>>>,
}

impl<T> PendingTask<T> {
    pub async fn answer(self) -> Result<T, Failure> {
        let PendingTask { ticket, value } = self;
        ticket.answer().await?;
        take_value(&value)
    }

    /// Blocks until the answer is there.
    pub fn wait(self) -> Result<T, Failure> {
        let PendingTask { ticket, value } = self;
        ticket.wait()?;
        take_value(&value)
    }
}

impl<T> fmt::Debug for PendingTask<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("ticket", &self.ticket).finish_non_exhaustive()
    }
}

fn take_value<T>(value: &Mutex<Option<T>>) -> Result<T, Failure> {
    let value = value.lock().unwrap_or_else(PoisonError::into_inner).take();
    value.ok_or_else(|| Failure::Crashed { message: "the answer was lost".to_owned() })
}

impl Session {
    /// Runs work on the engine, on a thread of its own. What the work says of itself (that something
    /// is not there, for instance) is in `T`; a `Failure` is what the door says. The policy is the
    /// caller's business.
    pub fn ask<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&dyn Engine, &Context) -> T + Send + 'static,
    ) -> PendingTask<T> {
        let value = Arc::new(Mutex::new(None));
        let kept = Arc::clone(&value);
        let keep = move |engine: &dyn Engine, cx: &Context| {
            let done = work(engine, cx);
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        };
        PendingTask { ticket: self.start_work(name, keep), value }
    }

    /// Audits work of a tool that is the caller's own. `failure` is why it was not done.
    pub fn audit(&self, tool: &'static str, arguments: &Map<String, Value>, failure: Option<&str>) {
        let audited = AuditRecord::new(tool, arguments);
        let line = failure.map_or_else(|| audited.done(None), |reason| audited.failed(reason));
        self.inner.logs.audit(tool, &line, failure.map(|_| LogLevel::Warning));
    }

    fn start_work(
        &self,
        name: &str,
        work: impl FnOnce(&dyn Engine, &Context) + Send + 'static,
    ) -> PendingAnswer {
        let limits = self.inner.limits;
        let call = Call::new(name, Map::new());
        let (slot, ticket) = AnswerSlot::new(&call, self.inner.logs.clone(), None);
        let Some(seat) = CallPermit::take(&self.inner) else {
            slot.fill(Err(Failure::Busy { limit: limits.in_flight }));
            return ticket;
        };
        let deadline = Instant::now() + limits.timeout;
        let scan = limits.scan.unwrap_or(limits.timeout).min(limits.timeout * 9 / 10);
        let context =
            Context::new(deadline, scan, call.cancel).with_owner(self.caller.owner.clone());
        let watch = self.inner.watchdog.watch(&slot, deadline, limits.timeout);
        let (session, failed, tool) = (self.clone(), Arc::clone(&slot), call.tool);
        let run = move || {
            let outcome = run_caught(&tool, || work(session.engine(), &context));
            session.audit_recoveries(&context);
            drop((seat, watch));
            slot.fill(outcome);
        };
        if let Err(error) = self.inner.workers.run(run) {
            tracing::error!(%error, "no thread for a request");
            failed.fill(Err(Failure::Busy { limit: limits.in_flight }));
        }
        ticket
    }
}

/// The work keeps its value itself; what is answered here only says that it is there.
fn run_caught(name: &str, work: impl FnOnce()) -> CallResult {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
        let message = format!("{name} stopped unexpectedly: {}", panic_message(&*panic));
        tracing::error!("{message}");
        return Err(Failure::Crashed { message });
    }
    let output = RawValue::NULL.to_owned();
    let coverage = Coverage::default();
    Ok(Answer { output, diagnostics: Vec::new(), coverage, source: "files", is_repeat: false })
}
