//! A call, its answer, and the connection between the two while the call runs.
//!
//! Invariant: dropping a pending answer cancels its work.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use scenewright_engine::{CancelToken, Progress};
use scenewright_model::Coverage;
use serde_json::{Map, Value};

use crate::admission::Waiter;
use crate::diagnostic::Diagnostic;
use crate::editing::EditOutput;
use crate::failure::Failure;
use crate::logs::ServerLog;
use crate::output::Output;

/// A request to run a tool, as every dialect makes it.
#[derive(Clone, Default)]
pub struct Call {
    pub tool: String,
    pub arguments: Map<String, Value>,
    /// Replaces the session's own limit.
    pub timeout: Option<Duration>,
    /// For callers that cancel the work in another way than by dropping the pending answer.
    pub cancel: CancelToken,
    pub progress: Option<ProgressFn>,
}

pub(crate) type ProgressFn = Arc<dyn Fn(Progress) + Send + Sync>;

/// How a call with typed arguments runs.
#[derive(Clone, Default)]
pub struct RunOptions {
    /// Replaces the session's own limit.
    pub timeout: Option<Duration>,
    pub cancel: CancelToken,
    pub progress: Option<ProgressFn>,
}

impl Call {
    pub fn new(tool: impl Into<String>, arguments: Map<String, Value>) -> Call {
        Call { tool: tool.into(), arguments, ..Call::default() }
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("tool", &self.tool)
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}

/// What an operation returned.
#[derive(Debug, Clone)]
pub struct Answer {
    pub output: Output,
    pub diagnostics: Vec<Diagnostic>,
    /// The files that it is based on; the diagnostics describe the unread ones.
    pub coverage: Coverage,
    /// `files` or `live`.
    pub source: &'static str,
    /// Whether it is the outcome of an earlier call with the same request id: nothing was done now.
    pub is_repeat: bool,
}

impl Answer {
    /// The output as its operation returned it: inside the process nobody parses an answer's JSON.
    pub fn output_as<T: 'static>(&self) -> Result<&T, Failure> {
        self.output.downcast_ref().ok_or_else(|| Failure::Crashed {
            message: format!("an answer is not a {}", std::any::type_name::<T>()),
        })
    }

    /// The handle that undoes the change, if the call made one.
    pub(crate) fn undo_handle(&self) -> Option<&str> {
        self.output.downcast_ref::<EditOutput>()?.undo_handle.as_deref()
    }
}

/// The answer to a call with typed arguments.
#[derive(Debug, Clone)]
pub struct TypedAnswer<T> {
    pub output: T,
    pub diagnostics: Vec<Diagnostic>,
    pub coverage: Coverage,
    pub source: &'static str,
}

pub(crate) type CallResult = Result<Answer, Failure>;

/// A call under way, or in the queue. It is answered exactly once, at the latest at its deadline; block on
/// it or await it. Dropping it leaves the queue and cancels the work.
#[derive(Debug)]
pub struct PendingAnswer<T = Answer> {
    receiver: oneshot::Receiver<Result<T, Failure>>,
    cancel: CancelOnDrop,
    pub(crate) waiter: Option<Waiter>,
}

/// Cancels only a call without an answer: a caller that retries may use the same token.
#[derive(Debug)]
struct CancelOnDrop(Option<CancelToken>);

impl<T> PendingAnswer<T> {
    /// Blocks until the call is answered.
    pub fn wait(self) -> Result<T, Failure> {
        let PendingAnswer { receiver, mut cancel, waiter } = self;
        let outcome = receiver.recv().unwrap_or_else(|_| Err(lost_answer()));
        cancel.0 = None;
        drop(waiter);
        outcome
    }

    pub async fn answer(self) -> Result<T, Failure> {
        let PendingAnswer { receiver, mut cancel, waiter } = self;
        let outcome = receiver.await.unwrap_or_else(|_| Err(lost_answer()));
        cancel.0 = None;
        drop(waiter);
        outcome
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(token) = &self.0 {
            token.cancel();
        }
    }
}

/// The slot stays empty only if the session itself failed.
fn lost_answer() -> Failure {
    Failure::Crashed { message: "the call was lost".to_owned() }
}

/// Writes the audit line of an outcome; returns `false` if the call has none.
pub(crate) type AuditFn<T> = Box<dyn Fn(&Result<T, Failure>) -> bool + Send + Sync>;

/// The other end of a pending answer. The first outcome counts: the operation's or the watchdog's.
pub(crate) struct AnswerSlot<T> {
    state: Mutex<SlotState<T>>,
    cancel: CancelToken,
    tool: String,
    logs: ServerLog,
    audit: AuditFn<T>,
}

struct SlotState<T> {
    sender: Option<oneshot::Sender<Result<T, Failure>>>,
    is_queued: bool,
}

/// What the watchdog does with a slot when its time is up.
pub(crate) trait Expire: Send + Sync {
    /// Answers a call that did not get a permit in time; does nothing for a call that has started.
    fn expire_queued(&self, limit: usize);

    /// Answers a call instead of its operation, and cancels the operation. Returns `false` if it is
    /// past the point of no return: then its outcome is awaited.
    fn time_out(&self, after: Duration) -> bool;

    /// Answers a call whose write does not finish.
    fn give_up_waiting(&self, after: Duration);
}

impl<T> AnswerSlot<T> {
    pub(crate) fn new(
        tool: &str,
        cancel: &CancelToken,
        logs: ServerLog,
        audit: AuditFn<T>,
    ) -> (Arc<AnswerSlot<T>>, PendingAnswer<T>) {
        let (sender, receiver) = oneshot::channel();
        let state = Mutex::new(SlotState { sender: Some(sender), is_queued: false });
        let slot = AnswerSlot { state, cancel: cancel.clone(), tool: tool.to_owned(), logs, audit };
        let cancel = CancelOnDrop(Some(cancel.clone()));
        (Arc::new(slot), PendingAnswer { receiver, cancel, waiter: None })
    }

    pub(crate) fn enter_queue(&self) {
        self.lock().is_queued = true;
    }

    /// Moves the call from the queue to running. Returns `false` if it was answered meanwhile.
    pub(crate) fn leave_queue(&self) -> bool {
        std::mem::replace(&mut self.lock().is_queued, false)
    }

    pub(crate) fn fill(&self, outcome: Result<T, Failure>) {
        let sender = self.lock().sender.take();
        // A call without a permit did not run and is not audited. An outcome after the deadline is,
        // because what was written stays written.
        let is_busy = matches!(outcome, Err(Failure::Busy { .. }));
        let is_audited = !is_busy && (self.audit)(&outcome);
        if let Some(sender) = sender {
            if let Err(failure) = &outcome
                && !is_audited
            {
                self.logs.log_failure(&self.tool, failure);
            }
            // The caller may be gone; then the answer is not needed.
            let _ = sender.send(outcome);
        }
    }

    fn lock(&self) -> MutexGuard<'_, SlotState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send> Expire for AnswerSlot<T> {
    fn expire_queued(&self, limit: usize) {
        if self.leave_queue() {
            self.fill(Err(Failure::Busy { limit }));
        }
    }

    fn time_out(&self, after: Duration) -> bool {
        let is_cancelled = self.cancel.cancel();
        if is_cancelled {
            self.fill(Err(Failure::TimedOut { after }));
        }
        is_cancelled
    }

    fn give_up_waiting(&self, after: Duration) {
        self.fill(Err(Failure::StillWriting { after }));
    }
}
