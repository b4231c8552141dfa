//! Answers every call by its deadline, however stuck its thread is.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::call::Expire;

/// How long the outcome of a write is awaited after the deadline. Writing takes moments; this is
/// for disks that hang.
const WRITE_GRACE: Duration = Duration::from_secs(30);
/// How often to check whether the outcome has arrived.
const WRITE_POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(crate) struct Watchdog {
    shared: Arc<WatchdogShared>,
    thread: Once,
}

#[derive(Default)]
struct WatchdogShared {
    state: Mutex<WatchdogState>,
    changed: Condvar,
}

#[derive(Default)]
struct WatchdogState {
    /// By deadline; the number distinguishes calls with the same deadline.
    waiting: BTreeMap<(Instant, u64), WatchedCall>,
    next: u64,
    closed: bool,
}

struct WatchedCall {
    slot: Weak<dyn Expire>,
    phase: WatchedPhase,
}

enum WatchedPhase {
    /// Waiting for one of `limit` permits.
    Queued { limit: usize },
    Running {
        timeout: Duration,
        /// Since when its outcome is awaited, if it was writing at its deadline.
        since: Option<Instant>,
    },
}

/// While it exists, the call is watched.
pub(crate) struct WatchdogGuard {
    shared: Arc<WatchdogShared>,
    number: u64,
}

impl Watchdog {
    pub(crate) fn new() -> Watchdog {
        Watchdog { shared: Arc::default(), thread: Once::new() }
    }

    /// Answers a call that is still in the queue at `deadline`.
    pub(crate) fn watch_queued<S: Expire + 'static>(
        &self,
        slot: &Arc<S>,
        deadline: Instant,
        limit: usize,
    ) -> WatchdogGuard {
        self.insert(slot, deadline, WatchedPhase::Queued { limit })
    }

    /// Answers a call that is still running at `deadline`, after `timeout`.
    pub(crate) fn watch<S: Expire + 'static>(
        &self,
        slot: &Arc<S>,
        deadline: Instant,
        timeout: Duration,
    ) -> WatchdogGuard {
        self.insert(slot, deadline, WatchedPhase::Running { timeout, since: None })
    }

    fn insert<S: Expire + 'static>(
        &self,
        slot: &Arc<S>,
        deadline: Instant,
        phase: WatchedPhase,
    ) -> WatchdogGuard {
        self.thread.call_once(|| {
            let shared = Arc::clone(&self.shared);
            let spawned = thread::Builder::new()
                .name("watchdog".to_owned())
                .spawn(move || run_watchdog(&shared));
            if let Err(error) = spawned {
                tracing::error!(%error, "no watchdog: stuck calls will not be answered");
            }
        });
        let mut state = self.shared.lock();
        let key = (deadline, state.next);
        state.next += 1;
        let slot: Weak<S> = Arc::downgrade(slot);
        let watched = WatchedCall { slot, phase };
        state.waiting.insert(key, watched);
        let is_first = state.waiting.first_key_value().is_some_and(|(first, _)| *first == key);
        drop(state);
        if is_first {
            self.shared.changed.notify_one();
        }
        WatchdogGuard { shared: Arc::clone(&self.shared), number: key.1 }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
    }
}

impl Drop for WatchdogGuard {
    fn drop(&mut self) {
        // The deadline of a call that is writing was postponed.
        self.shared.lock().waiting.retain(|(_, number), _| *number != self.number);
    }
}

impl WatchdogShared {
    fn lock(&self) -> MutexGuard<'_, WatchdogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WatchedCall {
    /// Handles a call whose time is up; returns `false` if it must be checked again.
    fn is_answered(&mut self) -> bool {
        let Some(slot) = self.slot.upgrade() else { return true };
        let (timeout, since) = match &mut self.phase {
            WatchedPhase::Queued { limit } => {
                slot.expire_queued(*limit);
                return true;
            }
            WatchedPhase::Running { timeout, since } => (*timeout, since),
        };
        if slot.time_out(timeout) {
            return true;
        }
        let waited = since.get_or_insert_with(Instant::now).elapsed();
        if waited < WRITE_GRACE {
            return false;
        }
        slot.give_up_waiting(timeout + waited);
        true
    }
}

fn run_watchdog(shared: &WatchdogShared) {
    let mut state = shared.lock();
    while !state.closed {
        let now = Instant::now();
        match state.waiting.first_key_value().map(|(key, _)| *key) {
            None => {
                state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            Some((deadline, _)) if deadline > now => {
                let wait = shared.changed.wait_timeout(state, deadline - now);
                state = wait.unwrap_or_else(PoisonError::into_inner).0;
            }
            Some(due) => {
                let Some(mut watched) = state.waiting.remove(&due) else { continue };
                drop(state);
                let is_answered = watched.is_answered();
                state = shared.lock();
                if !is_answered {
                    state.waiting.insert((now + WRITE_POLL_INTERVAL, due.1), watched);
                }
            }
        }
    }
}
