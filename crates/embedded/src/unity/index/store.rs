//! Keeps the last index of a project, and brings it up to date for every call.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use scenewright_engine::{Context, EngineError};

use super::{Index, build};
use crate::root::ProjectRoot;

/// How often a call that waits for another's refresh asks whether it should go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// One refresh runs at a time. A call takes the result of any that began after it came, so that many
/// calls at once wait for two refreshes at most.
#[derive(Default)]
pub(crate) struct Store {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    last: Option<Arc<Index>>,
    /// How many refreshes have begun, and the number of the one that made `last`.
    begun: u64,
    made_by: u64,
    is_running: bool,
}

impl Store {
    /// The project as it is now.
    pub(crate) fn snapshot(
        &self,
        project: &ProjectRoot,
        cx: &Context,
    ) -> Result<Arc<Index>, EngineError> {
        let (turn, last) = match self.turn(cx)? {
            Turn::Ready(index) => return Ok(index),
            Turn::Mine(turn, last) => (turn, last),
        };
        let index = build::refresh(project, last, SystemTime::now(), cx)?;
        let mut state = self.lock();
        state.last = Some(Arc::clone(&index));
        state.made_by = turn.number;
        drop(state);
        Ok(index)
    }

    fn turn(&self, cx: &Context) -> Result<Turn<'_>, EngineError> {
        let mut state = self.lock();
        let wanted = state.begun + 1;
        loop {
            cx.check()?;
            if state.made_by >= wanted
                && let Some(index) = &state.last
            {
                return Ok(Turn::Ready(Arc::clone(index)));
            }
            if !state.is_running {
                state.begun += 1;
                state.is_running = true;
                let refresh = Refresh { store: self, number: state.begun };
                return Ok(Turn::Mine(refresh, state.last.clone()));
            }
            let waited = self.ended.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A panic elsewhere leaves nothing half done here.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Turn<'a> {
    Ready(Arc<Index>),
    Mine(Refresh<'a>, Option<Arc<Index>>),
}

/// A refresh under way; however it ends, the next one may begin.
struct Refresh<'a> {
    store: &'a Store,
    number: u64,
}

impl Drop for Refresh<'_> {
    fn drop(&mut self) {
        self.store.lock().is_running = false;
        self.store.ended.notify_all();
    }
}
