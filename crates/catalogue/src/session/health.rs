//! What the last look at the project found. Clients check the health of a server often, and most of these
//! calls must not touch the disk.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use scenewright_engine::{ReadResult, Reading};

/// What an older look found is not told.
const MAX_AGE: Duration = Duration::from_secs(2);
/// After this time the next call looks again. The rest of [`MAX_AGE`] is left for calls that found the look
/// recent enough not to look themselves.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(crate) struct HealthCheck(Mutex<HealthState>);

#[derive(Debug, Default)]
struct HealthState {
    last: Option<LastLook>,
    /// How often it was forgotten, so that a look that began before does not count.
    forgotten: u64,
}

#[derive(Debug)]
struct LastLook {
    time: Instant,
    /// The problems, one sentence each.
    found: Reading<Vec<String>>,
}

impl HealthCheck {
    /// Whether a call can rely on the last look.
    pub(crate) fn is_recent(&self) -> bool {
        self.lock().last.as_ref().is_some_and(|last| last.time.elapsed() < LOOK_INTERVAL)
    }

    /// What the last look found, or what `look` finds now. A failure to look is not remembered. `is_in_memory`:
    /// the look was recent when the call began.
    pub(crate) fn problems(
        &self,
        is_in_memory: bool,
        look: impl FnOnce() -> ReadResult<Vec<String>>,
    ) -> ReadResult<Vec<String>> {
        let max_age = if is_in_memory { MAX_AGE } else { LOOK_INTERVAL };
        let state = self.lock();
        if let Some(last) = &state.last
            && last.time.elapsed() < max_age
        {
            return Ok(last.found.clone());
        }
        let (time, forgotten) = (Instant::now(), state.forgotten);
        drop(state);
        let found = look()?;
        let mut state = self.lock();
        if state.forgotten == forgotten {
            state.last = Some(LastLook { time, found: found.clone() });
        }
        Ok(found)
    }

    /// Makes the next call look, after a change of this server.
    pub(crate) fn forget(&self) {
        let mut state = self.lock();
        state.last = None;
        state.forgotten += 1;
    }

    fn lock(&self) -> MutexGuard<'_, HealthState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn looks_once_until_something_changes() {
        let (health, looks) = (HealthCheck::default(), Cell::new(0));
        let ask = || {
            health.problems(false, || {
                looks.set(looks.get() + 1);
                Ok(Reading::from_files(vec![format!("look {}", looks.get())]))
            })
        };
        assert!(!health.is_recent());
        let first = ask().unwrap().value;
        // A slow machine may have to look again; what was found then is remembered too.
        while !health.is_recent() {
            ask().unwrap();
        }
        assert_eq!(first, ["look 1"]);
        health.forget();
        assert!(!health.is_recent());
        let before = looks.get();
        ask().unwrap();
        assert_eq!(looks.get(), before + 1);
    }

    #[test]
    fn a_look_that_a_change_overtook_does_not_count() {
        let health = HealthCheck::default();
        let found = health.problems(false, || {
            health.forget();
            Ok(Reading::from_files(Vec::new()))
        });
        assert!(found.is_ok() && !health.is_recent());
    }
}
