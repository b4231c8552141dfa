//! Requests of this tongue queue rather than fail: when those of others have taken all seats, the
//! one whose turn it is waits for a seat, for as long as its client waits for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_catalogue::CancelToken;

/// How long to wait for a seat.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(30);
const PERMIT_POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The work's view of the client that waits for it.
#[derive(Clone, Default)]
pub(super) struct RequestHandle(Arc<Mutex<RequestState>>);

#[derive(Default)]
struct RequestState {
    gone: bool,
    /// What is done for it now. An attempt uses its token up.
    attempt: CancelToken,
}

/// The client's side: dropped with the request, which then is stopped.
pub(super) struct RequestGuard(RequestHandle);

impl RequestHandle {
    pub(super) fn new() -> (RequestHandle, RequestGuard) {
        let client = RequestHandle::default();
        (client.clone(), RequestGuard(client))
    }

    /// Tries until it is not a matter of seats.
    pub(super) fn retry_while_busy<T, E>(
        &self,
        attempt: impl Fn(CancelToken) -> Result<T, E>,
        is_busy: impl Fn(&E) -> bool,
    ) -> Result<T, E> {
        let started = Instant::now();
        loop {
            let outcome = attempt(self.next_attempt());
            let busy = outcome.as_ref().is_err_and(&is_busy);
            if !busy || self.is_gone() || started.elapsed() > PERMIT_TIMEOUT {
                return outcome;
            }
            thread::sleep(PERMIT_POLL_INTERVAL);
        }
    }

    fn next_attempt(&self) -> CancelToken {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.attempt = CancelToken::default();
        if state.gone {
            state.attempt.cancel();
        }
        state.attempt.clone()
    }

    fn is_gone(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).gone
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        let mut state = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.gone = true;
        state.attempt.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_seat_is_waited_for_with_a_fresh_token_each_time() {
        let (client, _waiting) = RequestHandle::new();
        let tries = Cell::new(0);
        let attempt = |token: CancelToken| {
            assert!(!token.is_cancelled());
            token.cancel();
            tries.set(tries.get() + 1);
            if tries.get() < 3 { Err("busy") } else { Ok(tries.get()) }
        };
        assert_eq!(client.retry_while_busy(attempt, |error| *error == "busy"), Ok(3));
        let failing = |_| Err::<(), _>("broken");
        assert_eq!(client.retry_while_busy(failing, |error| *error == "busy"), Err("broken"));
    }

    #[test]
    fn nobody_waits_for_a_client_that_has_gone() {
        let (client, waiting) = RequestHandle::new();
        let running = client.next_attempt();
        drop(waiting);
        assert!(running.is_cancelled());
        let attempt = |token: CancelToken| Err::<(), _>(token.is_cancelled());
        assert_eq!(client.retry_while_busy(attempt, |_| true), Err(true));
    }
}
