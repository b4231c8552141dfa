//! The queue of file system events. An event says only where to look: what is reported comes from the files
//! as they are then.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::worker::WatchTiming;

/// Looking at more paths one by one would take longer than a scan of everything.
const MAX_PENDING_PATHS: usize = 10_000;

#[derive(Default)]
pub(super) struct WatchSignals {
    pending: Mutex<PendingSignals>,
    woken: Condvar,
}

#[derive(Default)]
struct PendingSignals {
    batch: SignalBatch,
    /// The times of the first and the last waiting event.
    times: Option<(Instant, Instant)>,
    stopped: bool,
    #[cfg(test)]
    ready: bool,
}

/// Where to look.
#[derive(Default)]
pub(super) struct SignalBatch {
    /// Project-relative paths, with whether an event was about the file's content.
    pub(super) paths: BTreeMap<String, bool>,
    /// Everywhere else too.
    pub(super) everywhere: bool,
}

impl WatchSignals {
    pub(super) fn touch(&self, path: String, written: bool) {
        self.add(|batch| {
            if !batch.everywhere || written {
                *batch.paths.entry(path).or_default() |= written;
            }
            if batch.paths.len() > MAX_PENDING_PATHS {
                *batch = SignalBatch { everywhere: true, ..SignalBatch::default() };
            }
        });
    }

    /// Events were lost.
    pub(super) fn touch_everything(&self) {
        self.add(|batch| batch.everywhere = true);
    }

    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.woken.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Waits for events, and for their burst to end. `None` when watching ends. Without events from
    /// the system, `idle` is how long to wait before a scan of everything.
    pub(super) fn next(&self, pace: &WatchTiming, idle: Option<Duration>) -> Option<SignalBatch> {
        let until = idle.map(|idle| Instant::now() + idle);
        let mut pending = self.lock();
        loop {
            if pending.stopped {
                return None;
            }
            let now = Instant::now();
            let burst = pending.times.map(|(first, last)| {
                (last + pace.quiet).min(first + pace.longest).saturating_duration_since(now)
            });
            let left = burst.or(until.map(|until| until.saturating_duration_since(now)));
            if left == Some(Duration::ZERO) {
                let everywhere = burst.is_none();
                pending.times = None;
                let mut batch = std::mem::take(&mut pending.batch);
                batch.everywhere |= everywhere;
                return Some(batch);
            }
            pending = self.wait(pending, left);
        }
    }

    fn add(&self, change: impl FnOnce(&mut SignalBatch)) {
        let mut pending = self.lock();
        change(&mut pending.batch);
        let now = Instant::now();
        let first = pending.times.map(|(first, _)| first);
        pending.times = Some((first.unwrap_or(now), now));
        drop(pending);
        // Later events of a burst are taken when it is over.
        if first.is_none() {
            self.woken.notify_all();
        }
    }

    fn wait<'a>(
        &self,
        pending: MutexGuard<'a, PendingSignals>,
        left: Option<Duration>,
    ) -> MutexGuard<'a, PendingSignals> {
        match left {
            None => self.woken.wait(pending).unwrap_or_else(PoisonError::into_inner),
            Some(left) => {
                let waited = self.woken.wait_timeout(pending, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, PendingSignals> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl WatchSignals {
    pub(super) fn set_ready(&self) {
        self.lock().ready = true;
        self.woken.notify_all();
    }

    /// Until all folders are watched.
    pub(super) fn wait_until_ready(&self) {
        let mut pending = self.lock();
        while !pending.ready {
            pending = self.wait(pending, None);
        }
    }
}
