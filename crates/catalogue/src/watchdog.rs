//! Keeps the promise that every call is answered by its deadline, however stuck its thread is.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::call::Slot;

pub(crate) struct Watchdog {
    shared: Arc<Shared>,
    thread: Once,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// By deadline; the number tells apart calls with the same one.
    waiting: BTreeMap<(Instant, u64), (Weak<Slot>, Duration)>,
    next: u64,
    closed: bool,
}

/// While it lives, the call is watched.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    key: (Instant, u64),
}

impl Watchdog {
    pub(crate) fn new() -> Watchdog {
        Watchdog { shared: Arc::default(), thread: Once::new() }
    }

    pub(crate) fn watch(&self, slot: &Arc<Slot>, deadline: Instant, timeout: Duration) -> Watch {
        self.thread.call_once(|| {
            let shared = Arc::clone(&self.shared);
            let spawned =
                thread::Builder::new().name("watchdog".to_owned()).spawn(move || guard(&shared));
            if let Err(error) = spawned {
                tracing::error!(%error, "no watchdog: stuck calls will not be answered");
            }
        });
        let mut state = self.shared.lock();
        let key = (deadline, state.next);
        state.next += 1;
        state.waiting.insert(key, (Arc::downgrade(slot), timeout));
        let is_first = state.waiting.first_key_value().is_some_and(|(first, _)| *first == key);
        drop(state);
        if is_first {
            self.shared.changed.notify_one();
        }
        Watch { shared: Arc::clone(&self.shared), key }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.lock().waiting.remove(&self.key);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn guard(shared: &Shared) {
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
                let (slot, timeout) = state.waiting.remove(&due).unwrap_or_default();
                drop(state);
                if let Some(slot) = slot.upgrade() {
                    slot.time_out(timeout);
                }
                state = shared.lock();
            }
        }
    }
}
