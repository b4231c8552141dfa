//! Cancellation, up to the point of no return: code that is about to write asks for a permit first,
//! and from then on the call cannot be cancelled and its outcome is awaited.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::EngineError;

const RUNNING: u8 = 0;
const COMMITTING: u8 = 1;
const CANCELLED: u8 = 2;
/// Something was written, and the call continues.
const COMMITTED: u8 = 3;

/// Set by a caller that no longer needs the answer.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<CancelState>);

#[derive(Debug, Default)]
struct CancelState {
    state: AtomicU8,
    /// Set even if the cancellation came too late.
    is_wanted: AtomicBool,
    hooks: Mutex<CancelHooks>,
}

type WakeFn = Arc<dyn Fn() + Send + Sync>;

#[derive(Default)]
struct CancelHooks {
    by_number: BTreeMap<u64, WakeFn>,
    next: u64,
}

impl fmt::Debug for CancelHooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CancelHooks({})", self.by_number.len())
    }
}

impl CancelToken {
    /// Returns `false` if the call is past the point of no return: it is writing, or has written.
    pub fn cancel(&self) -> bool {
        self.0.is_wanted.store(true, Ordering::SeqCst);
        let changed = self.swap(RUNNING, CANCELLED);
        let hooks: Vec<WakeFn> = self.hooks().by_number.values().cloned().collect();
        hooks.iter().for_each(|wake| wake());
        changed || self.is_cancelled()
    }

    /// Calls `wake` on every cancellation from now on, until the guard is dropped. It is meant for
    /// waking a waiting thread: it must not block, and the waiter first checks whether the call is
    /// cancelled already.
    pub fn on_cancel(&self, wake: impl Fn() + Send + Sync + 'static) -> CancelHook {
        let mut hooks = self.hooks();
        let number = hooks.next;
        hooks.next += 1;
        hooks.by_number.insert(number, Arc::new(wake));
        drop(hooks);
        CancelHook { token: self.clone(), number }
    }

    fn hooks(&self) -> MutexGuard<'_, CancelHooks> {
        self.0.hooks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.state.load(Ordering::SeqCst) == CANCELLED
    }

    /// The point of no return, for one write. A call that writes several times passes it each time.
    pub(crate) fn begin_commit(&self) -> Result<CommitPermit, EngineError> {
        let before = match self.swap(RUNNING, COMMITTING) {
            true => RUNNING,
            false if self.swap(COMMITTED, COMMITTING) => COMMITTED,
            false => return Err(EngineError::Cancelled),
        };
        let permit = CommitPermit { token: self.clone(), before };
        // If the permit is dropped here, nothing was written.
        if self.0.is_wanted.load(Ordering::SeqCst) {
            Err(EngineError::Cancelled)
        } else {
            Ok(permit)
        }
    }

    fn swap(&self, from: u8, to: u8) -> bool {
        let state = &self.0.state;
        state.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

/// Dropping it removes the function, which is then no longer called.
#[must_use = "the hook ends when this is dropped"]
#[derive(Debug)]
pub struct CancelHook {
    token: CancelToken,
    number: u64,
}

impl Drop for CancelHook {
    fn drop(&mut self) {
        let removed = self.token.hooks().by_number.remove(&self.number);
        // The removed function may own something that takes a lock when it is dropped.
        drop(removed);
    }
}

/// While it exists, the call cannot be cancelled. If it is dropped without
/// [`written`](CommitPermit::written), nothing was written, and the call can be cancelled again.
#[derive(Debug)]
pub struct CommitPermit {
    token: CancelToken,
    before: u8,
}

impl CommitPermit {
    /// Records that the write has happened.
    pub fn written(mut self) {
        self.before = COMMITTED;
    }
}

impl Drop for CommitPermit {
    fn drop(&mut self) {
        self.token.swap(COMMITTING, self.before);
        if self.before == RUNNING && self.token.0.is_wanted.load(Ordering::SeqCst) {
            self.token.swap(RUNNING, CANCELLED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_given_up_does_not_write() {
        let token = CancelToken::default();
        assert!(token.cancel());
        assert!(matches!(token.begin_commit(), Err(EngineError::Cancelled)));
    }

    #[test]
    fn who_writes_cannot_be_given_up() {
        let token = CancelToken::default();
        let permit = token.begin_commit().unwrap();
        assert!(!token.cancel() && !token.is_cancelled());
        permit.written();
        assert!(!token.cancel() && !token.is_cancelled());
        // The next write of the same call sees the cancellation.
        assert!(matches!(token.begin_commit(), Err(EngineError::Cancelled)));
        assert!(!token.is_cancelled(), "something was written");
    }

    #[test]
    fn a_write_that_was_refused_can_be_given_up_again() {
        let token = CancelToken::default();
        drop(token.begin_commit().unwrap());
        token.begin_commit().unwrap().written();
        token.begin_commit().unwrap().written();
        let other = CancelToken::default();
        let permit = other.begin_commit().unwrap();
        assert!(!other.cancel());
        drop(permit);
        assert!(other.is_cancelled());
    }

    #[test]
    fn of_a_write_and_a_cancellation_at_once_one_wins() {
        for _ in 0..500 {
            let token = CancelToken::default();
            let (wrote, given_up) = std::thread::scope(|scope| {
                let writer =
                    scope.spawn(|| token.begin_commit().map(CommitPermit::written).is_ok());
                let given_up = token.cancel();
                (writer.join().unwrap(), given_up)
            });
            assert!(!(wrote && given_up), "it was reported as cancelled, and wrote");
        }
    }
}
