//! What a running operation is told by its caller: until when, whether still, and who watches.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::EngineError;

/// Set once, by whoever no longer wants the answer.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// How far a scan has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub done: u64,
    pub total: u64,
}

type Watcher = Arc<dyn Fn(Progress) + Send + Sync>;

#[derive(Clone)]
pub struct Context {
    deadline: Instant,
    scan_limit: Duration,
    cancel: CancelToken,
    watcher: Option<Watcher>,
}

impl Context {
    pub fn new(deadline: Instant, scan_limit: Duration, cancel: CancelToken) -> Context {
        Context { deadline, scan_limit, cancel, watcher: None }
    }

    /// For callers with nobody waiting: tests and benchmarks.
    pub fn unbounded() -> Context {
        let hour = Duration::from_secs(3600);
        Context::new(Instant::now() + hour, hour, CancelToken::default())
    }

    pub fn watched_by(mut self, watcher: impl Fn(Progress) + Send + Sync + 'static) -> Context {
        self.watcher = Some(Arc::new(watcher));
        self
    }

    /// The same, for a part of the work that must not take all of the time.
    pub fn within(&self, limit: Duration) -> Context {
        Context { deadline: self.deadline.min(Instant::now() + limit), ..self.clone() }
    }

    /// Ask between two pieces of work; an error ends the operation.
    pub fn check(&self) -> Result<(), EngineError> {
        if self.cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        if Instant::now() >= self.deadline {
            return Err(EngineError::DeadlinePassed);
        }
        Ok(())
    }

    /// Starts a scan over `total` items, which ends at the scan limit with partial results.
    pub fn scan(&self, total: usize) -> Scan<'_> {
        let started = Instant::now();
        Scan {
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

/// A scan under way: counts, reports progress, and knows when to stop.
pub struct Scan<'a> {
    cx: &'a Context,
    started: Instant,
    until: Instant,
    done: u64,
    total: u64,
    stopped: Option<Duration>,
}

impl Scan<'_> {
    /// Call before each item. `false`: the time is up, keep what you have.
    pub fn advance(&mut self) -> Result<bool, EngineError> {
        self.cx.check()?;
        let now = Instant::now();
        if now >= self.until {
            self.stopped = Some(now - self.started);
            return Ok(false);
        }
        if let Some(watcher) = &self.cx.watcher {
            watcher(Progress { done: self.done, total: self.total });
        }
        self.done += 1;
        Ok(true)
    }

    /// How many items it did not come to because its time was up.
    pub fn left(&self) -> usize {
        match self.stopped {
            Some(_) => usize::try_from(self.total.saturating_sub(self.done)).unwrap_or(usize::MAX),
            None => 0,
        }
    }

    /// What the reader of a partial result must know; `None` when the scan is complete.
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
