//! A call, its answer, and the ticket between them.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use scenewright_engine::{CancelToken, Progress};
use scenewright_model::Coverage;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::audit::AuditRecord;
use crate::failure::Failure;
use crate::logs::{self, ServerLog};

/// A request to run a tool, as every dialect puts it.
#[derive(Clone, Default)]
pub struct Call {
    pub tool: String,
    pub arguments: Map<String, Value>,
    /// Shorter or longer than the session's own limit.
    pub timeout: Option<Duration>,
    /// For callers that need to stop the work otherwise than by dropping the ticket.
    pub cancel: CancelToken,
    pub progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
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

/// What a tool answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Serialised once: dialects pass it through as it is.
    pub output: Box<RawValue>,
    pub diagnostics: Vec<String>,
    /// Which files it rests on; the diagnostics say what is missing.
    pub coverage: Coverage,
    /// `files` or `live`.
    pub source: &'static str,
    /// The outcome of an earlier call with the same request id: nothing was done now.
    pub is_repeat: bool,
}

pub(crate) type CallResult = Result<Answer, Failure>;

/// A call under way. It is answered exactly once, at the latest at its deadline; wait for it, or
/// await it. Dropping it cancels the work.
#[derive(Debug)]
pub struct PendingAnswer {
    receiver: oneshot::Receiver<CallResult>,
    cancel: CancelOnDrop,
}

/// Only of a call that is not answered yet: whoever tries again may do so with the same token.
#[derive(Debug)]
struct CancelOnDrop(Option<CancelToken>);

impl PendingAnswer {
    /// Blocks until the answer is there.
    pub fn wait(self) -> CallResult {
        let PendingAnswer { receiver, mut cancel } = self;
        let outcome = receiver.recv().unwrap_or_else(|_| Err(lost_answer()));
        cancel.0 = None;
        outcome
    }

    pub async fn answer(self) -> CallResult {
        let PendingAnswer { receiver, mut cancel } = self;
        let outcome = receiver.await.unwrap_or_else(|_| Err(lost_answer()));
        cancel.0 = None;
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

/// Nobody fills the slot only if the session itself failed in the middle.
fn lost_answer() -> Failure {
    Failure::Crashed { message: "the call was lost".to_owned() }
}

/// The other end of a ticket. The first answer counts: the operation's or the watchdog's.
pub(crate) struct AnswerSlot {
    sender: Mutex<Option<oneshot::Sender<CallResult>>>,
    cancel: CancelToken,
    tool: String,
    logs: ServerLog,
    /// For a call that is to change the project.
    audited: Option<AuditRecord>,
}

impl AnswerSlot {
    pub(crate) fn new(
        call: &Call,
        logs: ServerLog,
        audited: Option<AuditRecord>,
    ) -> (Arc<AnswerSlot>, PendingAnswer) {
        let (sender, receiver) = oneshot::channel();
        let (cancel, tool) = (call.cancel.clone(), call.tool.clone());
        let sender = Mutex::new(Some(sender));
        let slot = AnswerSlot { sender, cancel: cancel.clone(), tool, logs, audited };
        (Arc::new(slot), PendingAnswer { receiver, cancel: CancelOnDrop(Some(cancel)) })
    }

    pub(crate) fn fill(&self, outcome: CallResult) {
        let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner).take();
        // One that found no seat was not tried, and comes again. Also after the deadline: what was
        // written then is written all the same.
        let is_busy = matches!(outcome, Err(Failure::Busy { .. }));
        let audited = self.audited.as_ref().filter(|_| !is_busy);
        if let Some(audited) = audited {
            let level = outcome.as_ref().err().map(logs::failure_level);
            self.logs.audit(audited.tool(), &audited.line(&outcome), level);
        }
        if let Some(sender) = sender {
            if let Err(failure) = &outcome
                && audited.is_none()
            {
                self.logs.log_failure(&self.tool, failure);
            }
            // The caller may be gone, and then nobody misses the answer.
            let _ = sender.send(outcome);
        }
    }

    /// Answers for an operation that did not, and tells it to stop. `false` if it is past the point of
    /// no return: then its outcome is waited for.
    pub(crate) fn time_out(&self, after: Duration) -> bool {
        let is_cancelled = self.cancel.cancel();
        if is_cancelled {
            self.fill(Err(Failure::TimedOut { after }));
        }
        is_cancelled
    }

    /// Answers for a write that does not come to its end.
    pub(crate) fn give_up_waiting(&self, after: Duration) {
        self.fill(Err(Failure::StillWriting { after }));
    }
}
