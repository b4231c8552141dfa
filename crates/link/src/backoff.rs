//! The delays between connection attempts, and when to give up.

use std::time::Duration;

/// Seconds before each attempt; further attempts use the last delay.
const RETRY_DELAYS: [u64; 6] = [1, 2, 4, 8, 16, 30];
pub(crate) const MAX_ATTEMPTS: u32 = 10;

#[derive(Debug, Default)]
pub(crate) struct Backoff {
    attempts: u32,
}

impl Backoff {
    /// The number of the next attempt and the delay before it; `None` if there have been enough.
    pub(crate) fn next(&mut self) -> Option<(u32, Duration)> {
        if self.attempts == MAX_ATTEMPTS {
            return None;
        }
        let delay = RETRY_DELAYS.get(self.attempts as usize).or(RETRY_DELAYS.last())?;
        self.attempts += 1;
        Some((self.attempts, Duration::from_secs(*delay)))
    }

    pub(crate) fn reset(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delays_are_those_of_the_godoty_protocol() {
        let mut backoff = Backoff::default();
        let delays: Vec<u64> = std::iter::from_fn(|| Some(backoff.next()?.1.as_secs())).collect();
        assert_eq!(delays, [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]);
        assert!(backoff.next().is_none());
        backoff.reset();
        assert_eq!(backoff.next(), Some((1, Duration::from_secs(1))));
    }
}
