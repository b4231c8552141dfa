//! What the caller passes to a running operation: the deadline, cancellation, progress and the
//! owner of changes.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use scenewright_model::{EditRequest, Recovery};

use crate::EngineError;
use crate::cancel::{CancelHook, CancelToken, CommitPermit};

/// The time allowed for the work after a write when the deadline has passed: the outcome must still
/// be reported.
const POST_COMMIT_TIME: Duration = Duration::from_secs(10);

/// The progress of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub done: u64,
    pub total: u64,
}

type ProgressListener = Arc<dyn Fn(Progress) + Send + Sync>;

/// The owner of unsaved changes: an MCP session, a WebSocket connection, or the dialect for
/// requests that belong to neither.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeOwner(Arc<str>);

impl ChangeOwner {
    pub fn new(name: &str) -> ChangeOwner {
        ChangeOwner(name.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for ChangeOwner {
    /// The user of the command line, and tests.
    fn default() -> ChangeOwner {
        ChangeOwner::new("local")
    }
}

impl fmt::Display for ChangeOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Clone)]
pub struct Context {
    deadline: Instant,
    scan_limit: Duration,
    cancel: CancelToken,
    progress_listener: Option<ProgressListener>,
    owner: ChangeOwner,
    request: Option<Arc<EditRequest>>,
    recoveries: Arc<Mutex<Vec<Recovery>>>,
    includes_others: bool,
    received: Option<Instant>,
}

impl Context {
    pub fn new(deadline: Instant, scan_limit: Duration, cancel: CancelToken) -> Context {
        let (progress_listener, request, recoveries) = (None, None, Arc::default());
        let (owner, includes_others) = (ChangeOwner::default(), false);
        Context {
            deadline,
            scan_limit,
            cancel,
            progress_listener,
            owner,
            includes_others,
            request,
            recoveries,
            received: None,
        }
    }

    /// For callers without a deadline, such as tests and benchmarks.
    pub fn unbounded() -> Context {
        let hour = Duration::from_secs(3600);
        Context::new(Instant::now() + hour, hour, CancelToken::default())
    }

    pub fn with_progress_listener(
        mut self,
        watcher: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Context {
        self.progress_listener = Some(Arc::new(watcher));
        self
    }

    /// Sets the owner of the changes.
    pub fn with_owner(mut self, owner: ChangeOwner) -> Context {
        self.owner = owner;
        self
    }

    pub fn owner(&self) -> &ChangeOwner {
        &self.owner
    }

    /// Returns a copy for a caller that accepts unsaved changes of other owners too.
    pub fn including_others(&self, includes_others: bool) -> Context {
        Context { includes_others, ..self.clone() }
    }

    /// Whether unsaved changes of other owners may be saved, changed or discarded along with the
    /// caller's own.
    pub fn includes_others(&self) -> bool {
        self.includes_others
    }

    /// For a call that only reads memory: what was known to be up to date at this time is new enough.
    pub fn with_received(mut self, received: Instant) -> Context {
        self.received = Some(received);
        self
    }

    /// When a call that only reads memory was received.
    pub fn received(&self) -> Option<Instant> {
        self.received
    }

    /// Returns a copy for a part of the work that must not use all of the time.
    pub fn with_time_limit(&self, limit: Duration) -> Context {
        Context { deadline: self.deadline.min(Instant::now() + limit), ..self.clone() }
    }

    /// How long the caller will still wait.
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Calls `wake` when the call is cancelled, until the guard is dropped: see [`CancelToken::on_cancel`].
    pub fn on_cancel(&self, wake: impl Fn() + Send + Sync + 'static) -> CancelHook {
        self.cancel.on_cancel(wake)
    }

    /// Call this between two pieces of work; an error ends the operation.
    pub fn check(&self) -> Result<(), EngineError> {
        if self.cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        if Instant::now() >= self.deadline {
            return Err(EngineError::DeadlinePassed);
        }
        Ok(())
    }

    /// Returns a copy for a change with a request id, whose outcome can be looked up later.
    pub fn with_request(mut self, request: EditRequest) -> Context {
        self.request = Some(Arc::new(request));
        self
    }

    pub fn request(&self) -> Option<&EditRequest> {
        self.request.as_deref()
    }

    /// The point of no return: call this directly before something is written, when everything else
    /// is done. An error means that the caller no longer waits, and nothing may be written.
    pub fn begin_commit(&self) -> Result<CommitPermit, EngineError> {
        self.check()?;
        self.cancel.begin_commit()
    }

    /// Returns a copy for the work after a write, such as reading the result.
    pub fn after_commit(&self) -> Context {
        let deadline = self.deadline.max(Instant::now() + POST_COMMIT_TIME);
        Context { deadline, ..self.clone() }
    }

    /// Reports interrupted changes that were recovered during this call.
    pub fn report_recoveries(&self, recoveries: Vec<Recovery>) {
        self.recoveries.lock().unwrap_or_else(PoisonError::into_inner).extend(recoveries);
    }

    pub fn take_recoveries(&self) -> Vec<Recovery> {
        std::mem::take(&mut self.recoveries.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a scan over `total` items, which stops at the scan limit with partial results.
    pub fn scan(&self, total: usize) -> BoundedScan<'_> {
        let started = Instant::now();
        BoundedScan {
            cx: self,
            started,
            until: started + self.scan_limit,
            done: 0,
            total: total as u64,
            stopped: None,
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("deadline", &self.deadline)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

/// A running scan: it counts, reports progress, and decides when to stop.
pub struct BoundedScan<'a> {
    cx: &'a Context,
    started: Instant,
    until: Instant,
    done: u64,
    total: u64,
    stopped: Option<Duration>,
}

impl BoundedScan<'_> {
    /// Call this before each item. `false` means that the time is up: keep the results so far.
    pub fn advance(&mut self) -> Result<bool, EngineError> {
        self.cx.check()?;
        let now = Instant::now();
        if now >= self.until {
            self.stopped = Some(now - self.started);
            return Ok(false);
        }
        if let Some(watcher) = &self.cx.progress_listener {
            watcher(Progress { done: self.done, total: self.total });
        }
        self.done += 1;
        Ok(true)
    }

    /// The number of items that the scan did not reach before its time was up.
    pub fn left(&self) -> usize {
        match self.stopped {
            Some(_) => usize::try_from(self.total.saturating_sub(self.done)).unwrap_or(usize::MAX),
            None => 0,
        }
    }

    /// A diagnostic for a partial result; `None` when the scan is complete.
    pub fn diagnostic(&self) -> Option<String> {
        let after = self.stopped?.as_millis();
        let (done, total) = (self.done, self.total);
        Some(format!(
            "Scan stopped after {after}ms. Processed {done} of {total} items. Results may be partial."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(scan_limit: Duration) -> Context {
        Context::new(Instant::now() + Duration::from_secs(60), scan_limit, CancelToken::default())
    }

    #[test]
    fn a_scan_out_of_time_says_how_far_it_came() {
        let cx = context(Duration::ZERO);
        let mut scan = cx.scan(200);
        assert!(!scan.advance().unwrap());
        assert_eq!(
            scan.diagnostic().unwrap(),
            "Scan stopped after 0ms. Processed 0 of 200 items. Results may be partial."
        );
    }

    #[test]
    fn a_complete_scan_has_nothing_to_say() {
        let cx = context(Duration::from_secs(60));
        let mut scan = cx.scan(1);
        assert!(scan.advance().unwrap());
        assert_eq!(scan.diagnostic(), None);
    }

    #[test]
    fn cancellation_and_deadline_end_a_scan() {
        let cancel = CancelToken::default();
        let cx = Context::new(
            Instant::now() + Duration::from_secs(60),
            Duration::from_secs(1),
            cancel.clone(),
        );
        cancel.cancel();
        assert!(matches!(cx.scan(1).advance(), Err(EngineError::Cancelled)));

        let late = Context::new(Instant::now(), Duration::from_secs(1), CancelToken::default());
        assert!(matches!(late.check(), Err(EngineError::DeadlinePassed)));
    }
}
