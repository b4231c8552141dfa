//! Limits how many calls run at once: one queue for the session and for every protocol that limits
//! its own requests.
//!
//! Invariant: at most `limit` permits exist at a time.
//! Invariant: waiters are served in the order of their arrival. A returned permit goes directly to
//! the first waiter, so that a later request is never served earlier.
//! Invariant: a dropped waiter leaves the queue, and a permit for a waiter that has just left goes
//! to the next one.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

/// What happens to a call when no permit is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Admission {
    /// It fails as busy, immediately.
    #[default]
    Immediate,
    /// It waits in the queue, and fails as busy after `timeout`. Its own time limit starts when it is
    /// admitted.
    Queued { timeout: Duration },
}

/// Why no permit was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AdmissionError {
    #[error("all permits are taken")]
    NoPermit,
    #[error("too many are waiting for a permit")]
    QueueFull,
    #[error("no permit became free in time")]
    TimedOut,
}

/// Clones share one queue.
#[derive(Clone)]
pub struct AdmissionQueue(Arc<QueueInner>);

struct QueueInner {
    limit: usize,
    max_waiting: usize,
    state: Mutex<QueueState>,
}

#[derive(Default)]
struct QueueState {
    running: usize,
    waiting: VecDeque<QueuedWaiter>,
    next_number: u64,
}

struct QueuedWaiter {
    number: u64,
    on_admission: OnAdmission,
}

/// Returns the permit if it is no longer needed.
type OnAdmission = Box<dyn FnOnce(Permit) -> Option<Permit> + Send>;

/// The right to run. When it is dropped, it goes to the first waiter.
#[must_use = "the permit is returned when this is dropped"]
pub struct Permit(Option<Arc<QueueInner>>);

/// A place in the queue; dropping it gives up the place.
#[must_use = "the place in the queue is given up when this is dropped"]
pub struct Waiter {
    queue: Arc<QueueInner>,
    number: u64,
}

/// A future permit, with a place in the queue already taken.
#[must_use = "the place in the queue is given up when this is dropped"]
pub struct Acquire {
    permit: oneshot::Receiver<Permit>,
    _waiter: Option<Waiter>,
}

impl AdmissionQueue {
    /// A queue without a limit on the number of waiters.
    pub fn new(limit: usize) -> AdmissionQueue {
        AdmissionQueue::with_max_waiting(limit, usize::MAX)
    }

    pub fn with_max_waiting(limit: usize, max_waiting: usize) -> AdmissionQueue {
        AdmissionQueue(Arc::new(QueueInner { limit, max_waiting, state: Mutex::default() }))
    }

    /// The number of permits.
    pub fn limit(&self) -> usize {
        self.0.limit
    }

    /// Returns a permit if one is free.
    pub fn try_acquire(&self) -> Result<Permit, AdmissionError> {
        self.0.take().ok_or(AdmissionError::NoPermit)
    }

    /// Takes a place in the queue immediately; the result can be awaited or blocked on.
    pub fn acquire(&self) -> Result<Acquire, AdmissionError> {
        let (sender, permit) = oneshot::channel();
        let waiter = self
            .enqueue(move |permit| sender.send(permit).err().map(oneshot::SendError::into_inner))?;
        Ok(Acquire { permit, _waiter: waiter })
    }

    /// Calls `on_admission` with a permit: immediately if one is free (then there is no waiter),
    /// otherwise on the thread that returns one, which must not be blocked. A permit that is no
    /// longer needed is returned as the result.
    pub fn enqueue(
        &self,
        on_admission: impl FnOnce(Permit) -> Option<Permit> + Send + 'static,
    ) -> Result<Option<Waiter>, AdmissionError> {
        let mut state = self.0.lock();
        if state.running < self.0.limit {
            state.running += 1;
            drop(state);
            drop(on_admission(Permit(Some(Arc::clone(&self.0)))));
            return Ok(None);
        }
        if state.waiting.len() >= self.0.max_waiting {
            return Err(AdmissionError::QueueFull);
        }
        let number = state.next_number;
        state.next_number += 1;
        state.waiting.push_back(QueuedWaiter { number, on_admission: Box::new(on_admission) });
        Ok(Some(Waiter { queue: Arc::clone(&self.0), number }))
    }
}

impl QueueInner {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Skips nobody: there are waiters only while no permit is free.
    fn take(self: &Arc<Self>) -> Option<Permit> {
        let mut state = self.lock();
        (state.running < self.limit).then(|| {
            state.running += 1;
            Permit(Some(Arc::clone(self)))
        })
    }

    /// Passes a permit to the first waiter that still needs it. It loops, since any number of them
    /// may have left at once.
    fn pass_on(self: &Arc<Self>) {
        loop {
            let mut state = self.lock();
            let Some(waiter) = state.waiting.pop_front() else {
                state.running -= 1;
                return;
            };
            drop(state);
            match (waiter.on_admission)(Permit(Some(Arc::clone(self)))) {
                Some(mut unwanted) => unwanted.0 = None,
                None => return,
            }
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        let position = state.waiting.iter().position(|waiter| waiter.number == self.number);
        let left = position.and_then(|position| state.waiting.remove(position));
        // The values that the waiter owns may use the queue when they are dropped.
        drop(state);
        drop(left);
    }
}

impl Acquire {
    /// Blocks until there is a permit.
    pub fn wait(self) -> Result<Permit, AdmissionError> {
        let Acquire { permit, _waiter } = self;
        permit.recv().map_err(|_| AdmissionError::NoPermit)
    }

    /// Blocks until there is a permit, at most until `deadline`.
    pub fn wait_until(self, deadline: Instant) -> Result<Permit, AdmissionError> {
        self.permit.recv_deadline(deadline).map_err(|error| match error {
            oneshot::RecvTimeoutError::Timeout => AdmissionError::TimedOut,
            oneshot::RecvTimeoutError::Disconnected => AdmissionError::NoPermit,
        })
    }

    /// Waits for a permit; a caller with a deadline drops the future.
    pub async fn permit(self) -> Result<Permit, AdmissionError> {
        let Acquire { permit, _waiter } = self;
        permit.await.map_err(|_| AdmissionError::NoPermit)
    }
}

impl fmt::Debug for AdmissionQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.0.lock();
        f.debug_struct("AdmissionQueue")
            .field("limit", &self.0.limit)
            .field("running", &state.running)
            .field("waiting", &state.waiting.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

impl fmt::Debug for Waiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Waiter({})", self.number)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn waiters_are_served_in_order_and_before_later_callers() {
        let queue = AdmissionQueue::new(1);
        let first = queue.try_acquire().unwrap();
        let (sender, served) = channel();
        let waiters: Vec<_> = (0..5)
            .map(|number| {
                let sender = sender.clone();
                queue.enqueue(move |permit| {
                    sender.send((number, permit)).unwrap();
                    None
                })
            })
            .collect();
        assert_eq!(queue.try_acquire().unwrap_err(), AdmissionError::NoPermit);
        drop(first);
        for expected in 0..5 {
            let (number, permit) = served.try_recv().unwrap();
            assert_eq!(number, expected);
            assert_eq!(queue.try_acquire().unwrap_err(), AdmissionError::NoPermit);
            drop(permit);
        }
        assert!(queue.try_acquire().is_ok());
        drop(waiters);
    }

    #[test]
    fn a_dropped_waiter_leaves_the_queue() {
        let queue = AdmissionQueue::with_max_waiting(1, 1);
        let first = queue.try_acquire().unwrap();
        let waiting = queue.acquire().unwrap();
        assert_eq!(queue.acquire().err(), Some(AdmissionError::QueueFull));
        drop(waiting);
        let other = queue.acquire().unwrap();
        drop(first);
        assert!(other.wait().is_ok());
    }

    #[test]
    fn a_deadline_ends_the_wait_and_gives_up_the_place() {
        let queue = AdmissionQueue::new(1);
        let first = queue.try_acquire().unwrap();
        let late = queue.acquire().unwrap().wait_until(Instant::now());
        assert_eq!(late.unwrap_err(), AdmissionError::TimedOut);
        drop(first);
        assert!(queue.try_acquire().is_ok());
    }

    #[test]
    fn an_unwanted_permit_goes_to_the_next_waiter_however_many_have_left() {
        let queue = AdmissionQueue::new(1);
        let first = queue.try_acquire().unwrap();
        let gone: Vec<_> = (0..100_000).map(|_| queue.enqueue(Some)).collect();
        let last = queue.acquire().unwrap();
        drop(first);
        drop(last.wait().unwrap());
        assert!(queue.try_acquire().is_ok());
        drop(gone);
    }

    #[test]
    fn threads_never_exceed_the_limit() {
        let queue = AdmissionQueue::new(3);
        let running = Mutex::new((0, 0));
        thread::scope(|scope| {
            for _ in 0..12 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let permit = queue.acquire().unwrap().wait().unwrap();
                        let mut counts = running.lock().unwrap();
                        counts.0 += 1;
                        counts.1 = counts.0.max(counts.1);
                        drop(counts);
                        thread::yield_now();
                        running.lock().unwrap().0 -= 1;
                        drop(permit);
                    }
                });
            }
        });
        assert!(running.lock().unwrap().1 <= 3);
        let all: Vec<_> = (0..3).map(|_| queue.try_acquire().unwrap()).collect();
        assert_eq!(all.len(), 3);
    }

    /// The next step of a client: ask without waiting, take a place, leave one, or return a permit.
    #[derive(Debug, Clone, Copy)]
    enum Step {
        Try,
        Enter,
        Leave(usize),
        Return(usize),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            Just(Step::Try),
            Just(Step::Enter),
            (0..8_usize).prop_map(Step::Leave),
            (0..8_usize).prop_map(Step::Return),
        ];
        prop::collection::vec(step, 0..80)
    }

    proptest! {
        /// Compares the queue with a list of numbers: the client that waits longest is served next.
        #[test]
        fn the_queue_behaves_like_a_list(limit in 1..4_usize, steps in steps()) {
            let queue = AdmissionQueue::new(limit);
            let (sender, served) = channel();
            let mut permits: Vec<Permit> = Vec::new();
            let mut waiting: Vec<(usize, Option<Waiter>)> = Vec::new();
            for (number, step) in steps.into_iter().enumerate() {
                let free = permits.len() < limit;
                match step {
                    Step::Try => {
                        let permit = queue.try_acquire();
                        prop_assert_eq!(permit.is_ok(), free);
                        permits.extend(permit);
                    }
                    Step::Enter => {
                        let sender = sender.clone();
                        let waiter = queue.enqueue(move |permit| {
                            sender.send((number, permit)).unwrap();
                            None
                        });
                        waiting.push((number, waiter.unwrap()));
                    }
                    Step::Leave(at) if at < waiting.len() => drop(waiting.remove(at)),
                    Step::Return(at) if at < permits.len() => drop(permits.remove(at)),
                    Step::Leave(_) | Step::Return(_) => {}
                }
                while let Ok((number, permit)) = served.try_recv() {
                    prop_assert_eq!(waiting.remove(0).0, number);
                    permits.push(permit);
                }
                prop_assert!(permits.len() <= limit);
                prop_assert!(waiting.is_empty() || permits.len() == limit);
            }
        }
    }
}
