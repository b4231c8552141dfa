//! Waiting for another call: until it is done, or until the caller's deadline passes or the caller
//! cancels.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use scenewright_engine::{Context, EngineError};

/// A value behind a lock that calls can wait for a change of.
pub(crate) struct Monitor<T>(Arc<Shared<T>>);

struct Shared<T> {
    value: Mutex<T>,
    changed: Condvar,
}

impl<T> Monitor<T> {
    pub(crate) fn new(value: T) -> Monitor<T> {
        Monitor(Arc::new(Shared { value: Mutex::new(value), changed: Condvar::new() }))
    }

    /// A panic elsewhere leaves nothing half done here.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock()
    }

    /// Changes the value and wakes all who wait.
    pub(crate) fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.lock());
        self.0.changed.notify_all();
    }
}

impl<T: Send + 'static> Monitor<T> {
    /// Waits until `ready` returns something; it is asked again after every change.
    pub(crate) fn wait_until<R>(
        &self,
        cx: &Context,
        mut ready: impl FnMut(&mut T) -> Option<R>,
    ) -> Result<R, EngineError> {
        cx.check()?;
        if let Some(found) = ready(&mut self.lock()) {
            return Ok(found);
        }
        let shared = Arc::clone(&self.0);
        // With the lock held, so that it cannot fall between the check and the wait below.
        let _hook = cx.on_cancel(move || {
            let _value = shared.lock();
            shared.changed.notify_all();
        });
        let mut value = self.lock();
        loop {
            cx.check()?;
            if let Some(found) = ready(&mut value) {
                return Ok(found);
            }
            let waited = self.0.changed.wait_timeout(value, cx.time_left());
            value = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets one writer in at a time, in the order in which they came.
pub(crate) struct WriteTurns(Monitor<TurnQueue>);

#[derive(Default)]
struct TurnQueue {
    is_taken: bool,
    next_ticket: u64,
    waiting: VecDeque<u64>,
}

/// The turn of one writer; dropped, the next one's begins.
pub(crate) struct WriteTurn<'a>(&'a WriteTurns);

impl Default for WriteTurns {
    fn default() -> WriteTurns {
        WriteTurns(Monitor::new(TurnQueue::default()))
    }
}

impl WriteTurns {
    pub(crate) fn wait(&self, cx: &Context) -> Result<WriteTurn<'_>, EngineError> {
        let ticket = self.0.lock().issue_ticket();
        let turn = self.0.wait_until(cx, |queue| queue.admit(ticket).then_some(()));
        match turn {
            Ok(()) => Ok(WriteTurn(self)),
            Err(error) => {
                self.0.change(|queue| queue.waiting.retain(|waiting| *waiting != ticket));
                Err(error)
            }
        }
    }
}

impl TurnQueue {
    fn issue_ticket(&mut self) -> u64 {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.waiting.push_back(ticket);
        ticket
    }

    fn admit(&mut self, ticket: u64) -> bool {
        let is_next = !self.is_taken && self.waiting.front() == Some(&ticket);
        if is_next {
            self.waiting.pop_front();
            self.is_taken = true;
        }
        is_next
    }
}

impl Drop for WriteTurn<'_> {
    fn drop(&mut self) {
        self.0.0.change(|queue| queue.is_taken = false);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use scenewright_engine::CancelToken;

    use super::*;

    fn context(cancel: &CancelToken, left: Duration) -> Context {
        Context::new(Instant::now() + left, left, cancel.clone())
    }

    #[test]
    fn a_waiting_writer_is_admitted_when_the_turn_ends() {
        let turns = WriteTurns::default();
        let cx = Context::unbounded();
        let turn = turns.wait(&cx).unwrap();
        thread::scope(|scope| {
            let other = scope.spawn(|| turns.wait(&cx).map(drop));
            thread::sleep(Duration::from_millis(20));
            assert!(!other.is_finished());
            drop(turn);
            other.join().unwrap().unwrap();
        });
    }

    #[test]
    fn a_deadline_or_a_cancellation_ends_the_wait_and_frees_the_place() {
        let turns = WriteTurns::default();
        let turn = turns.wait(&Context::unbounded()).unwrap();
        let cancel = CancelToken::default();
        let late = context(&cancel, Duration::from_millis(10));
        assert!(matches!(turns.wait(&late), Err(EngineError::DeadlinePassed)));
        thread::scope(|scope| {
            let cx = context(&cancel, Duration::from_secs(60));
            let turns = &turns;
            let waiting = scope.spawn(move || turns.wait(&cx).map(drop));
            thread::sleep(Duration::from_millis(20));
            cancel.cancel();
            assert!(matches!(waiting.join().unwrap(), Err(EngineError::Cancelled)));
        });
        drop(turn);
        drop(turns.wait(&Context::unbounded()).unwrap());
    }
}
