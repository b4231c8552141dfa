//! The path of a call: checks, permit, run, answer.
//!
//! Invariant: every call, including a protocol's own tasks, takes this path: first the policy, then
//! a permit of the admission queue, then a deadline that the watchdog enforces, with panics caught.
//! Invariant: every call is answered exactly once, at the latest at its deadline. A call that is
//! writing at its deadline is awaited, and a call that was answered with a timeout never writes
//! later.
//! Invariant: a permit is returned before its call is answered, so that the caller can immediately
//! call again.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use scenewright_engine::{CancelToken, Context};
use scenewright_model::EditRequest;
use serde_json::{Map, Value};

use super::{Session, SessionInner, requests};
use crate::admission::{Admission, Permit};
use crate::audit::AuditRecord;
use crate::call::{
    Answer, AnswerSlot, AuditFn, Call, CallResult, PendingAnswer, ProgressFn, RunOptions,
    TypedAnswer,
};
use crate::catalogue::{CatalogueEntry, RunFn};
use crate::context::Cx;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel};
use crate::logs;
use crate::operation::Operation;
use crate::output::Output;
use crate::recovery::recovery_sentence;

/// Work that has passed every check and needs a permit.
pub(super) struct CheckedCall {
    pub(super) runs: ExecutionMode,
    pub(super) timeout: Duration,
    /// After this time, scans end with partial results.
    pub(super) scan_limit: Option<Duration>,
    pub(super) cancel: CancelToken,
    pub(super) progress: Option<ProgressFn>,
    pub(super) request: Option<EditRequest>,
}

/// An operation that is running.
pub(super) struct RunningCall {
    pub(super) tool: &'static str,
    pub(super) run: RunFn,
    pub(super) arguments: Map<String, Value>,
    pub(super) context: Context,
    pub(super) timeout: Duration,
}

impl Session {
    /// Runs a tool and waits for its answer.
    pub fn call(&self, call: Call) -> CallResult {
        self.start(call).wait()
    }

    /// Starts a tool with the arguments that a client sent.
    pub fn start(&self, call: Call) -> PendingAnswer {
        let logs = self.inner.logs.clone();
        let (slot, pending) = AnswerSlot::new(&call.tool, &call.cancel, logs, self.audit_of(&call));
        let (entry, checked, arguments) = match self.check(call) {
            Ok(checked) => checked,
            Err(failure) => {
                slot.fill(Err(failure));
                return pending;
            }
        };
        let (tool, run) = (entry.definition.id, entry.run);
        let (timeout, request) = (checked.timeout, checked.request.clone());
        let safety = entry.definition.safety;
        self.admit(checked, slot, pending, move |session, context| {
            let call = RunningCall { tool, run, arguments, context, timeout };
            let outcome = session.run_and_recover(call, request);
            session.note_change(safety);
            outcome
        })
    }

    /// Runs a tool on this thread if it answers from memory and there is a permit; otherwise returns
    /// `None`, and nothing has happened. The checks are those of every call.
    pub fn call_in_memory(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        received: Instant,
    ) -> Option<CallResult> {
        let entry = self.inner.catalogue.find(tool).ok()?;
        let is_read_only = entry.definition.safety == SafetyLevel::ReadOnly;
        if !is_read_only || !entry.runs.is_inline(self, received) {
            return None;
        }
        let permit = self.inner.queue.try_acquire().ok()?;
        let outcome =
            self.check(Call::new(tool, arguments)).and_then(|(entry, checked, arguments)| {
                let timeout = checked.timeout;
                let context = self.context(checked, Instant::now() + timeout);
                let context = context.with_received(received);
                let (tool, run) = (entry.definition.id, entry.run);
                self.run_now(RunningCall { tool, run, arguments, context, timeout })
            });
        drop(permit);
        if let Err(failure) = &outcome {
            self.inner.logs.log_failure(tool, failure);
        }
        Some(outcome)
    }

    /// Runs an operation with typed arguments and a typed output, under the same policy, permit and
    /// deadline. It is for operations that only read: confirmation, audit and repeat detection of a
    /// change depend on the arguments that a client sent.
    pub fn run<O: Operation>(
        &self,
        args: O::Args,
        options: RunOptions,
    ) -> PendingAnswer<TypedAnswer<O::Output>> {
        const {
            assert!(
                matches!(O::ABOUT.safety, SafetyLevel::ReadOnly),
                "operations that change something are called with JSON arguments"
            );
        }
        let RunOptions { timeout, cancel, progress } = options;
        let logs = self.inner.logs.clone();
        let (slot, pending) = AnswerSlot::new(O::ABOUT.id, &cancel, logs, unaudited());
        let checked = self.permitted(O::ABOUT.id).map(|entry| {
            let request = None;
            self.checked(entry, timeout, cancel, progress, request)
        });
        let checked = match checked {
            Ok(checked) => checked,
            Err(failure) => {
                slot.fill(Err(failure));
                return pending;
            }
        };
        let timeout = checked.timeout;
        self.admit(checked, slot, pending, move |session, context| {
            let run = |cx: &Cx<'_>| O::run(args, cx);
            let mut answer = session.run_caught(O::ABOUT.id, context.clone(), timeout, run);
            let recovered = session.audit_recoveries(&context);
            if let Ok(answer) = &mut answer {
                answer.diagnostics.splice(0..0, recovered);
            }
            answer
        })
    }

    /// Makes all checks that come before an operation runs.
    fn check(
        &self,
        mut call: Call,
    ) -> Result<(&CatalogueEntry, CheckedCall, Map<String, Value>), Failure> {
        let entry = self.permitted(&call.tool)?;
        let definition = &entry.definition;
        definition.normalise_arguments(&mut call.arguments, self.engine_kind())?;
        self.policy().check_confirmation(definition, &mut call.arguments)?;
        let request = requests::take_request(definition.id, &mut call.arguments)?;
        let Call { timeout, cancel, progress, arguments, .. } = call;
        Ok((entry, self.checked(entry, timeout, cancel, progress, request), arguments))
    }

    /// The operation, if the policy allows this caller to run it.
    fn permitted(&self, tool: &str) -> Result<&CatalogueEntry, Failure> {
        let entry = self.inner.catalogue.find(tool)?;
        self.check_shown(&entry.definition)?;
        self.policy().check_tier(&entry.definition)?;
        Ok(entry)
    }

    fn checked(
        &self,
        entry: &CatalogueEntry,
        timeout: Option<Duration>,
        cancel: CancelToken,
        progress: Option<ProgressFn>,
        request: Option<EditRequest>,
    ) -> CheckedCall {
        let timeout = timeout.unwrap_or(self.inner.limits.timeout);
        let (runs, scan_limit) = (entry.runs, entry.scan_limit);
        CheckedCall { runs, timeout, scan_limit, cancel, progress, request }
    }

    /// Runs `work`, which must not panic, as soon as there is a permit.
    pub(super) fn admit<T: Send + 'static>(
        &self,
        mut checked: CheckedCall,
        slot: Arc<AnswerSlot<T>>,
        mut pending: PendingAnswer<T>,
        work: impl FnOnce(&Session, Context) -> Result<T, Failure> + Send + 'static,
    ) -> PendingAnswer<T> {
        let SessionInner { queue, watchdog, .. } = &*self.inner;
        let limit = queue.limit();
        if let Ok(permit) = queue.try_acquire() {
            self.launch(checked, permit, slot, work);
            return pending;
        }
        let Admission::Queued { timeout } = self.admission else {
            slot.fill(Err(Failure::Busy { limit }));
            return pending;
        };
        slot.enter_queue();
        let watch = watchdog.watch_queued(&slot, Instant::now() + timeout, limit);
        // The thread that returns a permit must not be blocked.
        checked.runs = ExecutionMode::Worker;
        let (session, queued) = (self.clone(), Arc::clone(&slot));
        let waiter = queue.enqueue(move |permit| {
            drop(watch);
            if !queued.leave_queue() {
                return Some(permit);
            }
            session.launch(checked, permit, queued, work);
            None
        });
        match waiter {
            Ok(waiter) => pending.waiter = waiter,
            Err(_) => crate::call::Expire::expire_queued(&*slot, limit),
        }
        pending
    }

    fn launch<T: Send + 'static>(
        &self,
        checked: CheckedCall,
        permit: Permit,
        slot: Arc<AnswerSlot<T>>,
        work: impl FnOnce(&Session, Context) -> Result<T, Failure> + Send + 'static,
    ) {
        let (now, runs, timeout) = (Instant::now(), checked.runs, checked.timeout);
        let deadline = now + timeout;
        let context = self.context(checked, deadline);
        if runs.is_inline(self, now) {
            let outcome = work(self, context.with_received(now));
            drop(permit);
            slot.fill(outcome);
            return;
        }
        let watch = self.inner.watchdog.watch(&slot, deadline, timeout);
        let (session, failed) = (self.clone(), Arc::clone(&slot));
        let job = move || {
            let outcome = work(&session, context);
            drop((watch, permit));
            slot.fill(outcome);
        };
        if let Err(error) = self.inner.workers.run(job) {
            tracing::error!(%error, "no thread for an operation");
            failed.fill(Err(Failure::Busy { limit: self.inner.queue.limit() }));
        }
    }

    fn context(&self, checked: CheckedCall, deadline: Instant) -> Context {
        let CheckedCall { timeout, scan_limit, cancel, progress, request, .. } = checked;
        // A scan ends before the call does, so that its partial results are returned.
        let scan = self.inner.limits.scan.or(scan_limit).unwrap_or(timeout).min(timeout * 9 / 10);
        let mut context =
            Context::new(deadline, scan, cancel).with_owner(self.caller.owner.clone());
        if let Some(listener) = progress {
            context = context.with_progress_listener(move |progress| listener(progress));
        }
        match request {
            Some(request) => context.with_request(request),
            None => context,
        }
    }

    fn run_and_recover(&self, call: RunningCall, request: Option<EditRequest>) -> CallResult {
        let context = call.context.clone();
        let mut outcome = match request {
            Some(request) => self.run_once(call, &request),
            None => self.run_now(call),
        };
        let recovered = self.audit_recoveries(&context);
        if let Ok(answer) = &mut outcome {
            answer.diagnostics.splice(0..0, recovered);
        }
        outcome
    }

    /// What was recovered before the change itself, even if the change failed.
    pub(super) fn audit_recoveries(&self, context: &Context) -> Vec<Diagnostic> {
        let recovered = context.take_recoveries();
        let sentences = recovered.iter().map(recovery_sentence).map(|sentence| {
            self.inner.logs.audit("recover", &sentence, None);
            Diagnostic::new(DiagnosticKind::Recovery, sentence)
        });
        sentences.collect()
    }

    pub(super) fn run_now(&self, call: RunningCall) -> CallResult {
        let RunningCall { tool, run, arguments, context, timeout } = call;
        let answer = self.run_caught(tool, context, timeout, |cx| run(arguments, cx))?;
        let TypedAnswer::<Output> { output, diagnostics, coverage, source } = answer;
        Ok(Answer { output, diagnostics, coverage, source, is_repeat: false })
    }

    fn run_caught<T>(
        &self,
        tool: &'static str,
        context: Context,
        timeout: Duration,
        run: impl FnOnce(&Cx<'_>) -> Result<T, Failure>,
    ) -> Result<TypedAnswer<T>, Failure> {
        let cx = Cx::new(self, context, timeout, tool);
        let output = catch_panic(tool, || {
            cx.check()?;
            run(&cx)
        })??;
        let (diagnostics, coverage, source) = cx.into_diagnostics();
        Ok(TypedAnswer { output, diagnostics, coverage, source: source.as_str() })
    }

    /// Writes the audit line of a call that is meant to change the project.
    fn audit_of(&self, call: &Call) -> AuditFn<Answer> {
        let entry = self.inner.catalogue.find(&call.tool).ok();
        let record =
            entry.and_then(|entry| AuditRecord::for_call(&entry.definition, &call.arguments));
        let Some(record) = record else { return unaudited() };
        let logs = self.inner.logs.clone();
        Box::new(move |outcome| {
            let level = outcome.as_ref().err().map(logs::failure_level);
            logs.audit(record.tool(), &record.line(outcome), level);
            true
        })
    }
}

pub(super) fn unaudited<T>() -> AuditFn<T> {
    Box::new(|_| false)
}

/// A panic becomes a failure of the call; the server continues to run.
pub(super) fn catch_panic<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = format!("{name} stopped unexpectedly: {}", panic_message(&*panic));
        tracing::error!("{message}");
        Failure::Crashed { message }
    })
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
