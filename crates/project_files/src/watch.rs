//! Changes of a project's files, reported to listeners. A thread of its own watches the folders from the
//! first listener to the last, and compares what it knew of them with what is there.
//!
//! Invariant: an event of a watched folder says only where to look; what is reported comes from the files.
//!
//! Invariant: watching lasts from the first listener to the last, and never runs on a caller's thread.

mod differences;
mod known;
mod native;
mod rules;
mod signals;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::SystemTime;

use scenewright_engine::{ChangeListener, EngineError, ListenerGuard};
use scenewright_model::ProjectChanges;

use crate::layout::ProjectLayout;
use crate::root::ProjectRoot;
#[cfg(test)]
pub(crate) use rules::examples;
use signals::WatchSignals;
use worker::WatchTiming;

/// The listeners of one project, and the thread that watches for them.
pub(crate) struct ProjectWatch {
    hub: Arc<WatchHub>,
}

struct WatchHub {
    root: ProjectRoot,
    rules: &'static ProjectLayout,
    pace: WatchTiming,
    audience: Mutex<WatchListeners>,
}

#[derive(Default)]
struct WatchListeners {
    listeners: BTreeMap<u64, Arc<ChangeListener>>,
    next: u64,
    /// Of the watching thread, which runs while there is a listener.
    signals: Option<Arc<WatchSignals>>,
}

impl ProjectWatch {
    pub(crate) fn new(root: &ProjectRoot, rules: &'static ProjectLayout) -> ProjectWatch {
        ProjectWatch::with_pace(root, rules, WatchTiming::default())
    }

    fn with_pace(
        root: &ProjectRoot,
        rules: &'static ProjectLayout,
        pace: WatchTiming,
    ) -> ProjectWatch {
        let root = ProjectRoot::new(root.path().to_owned());
        ProjectWatch { hub: Arc::new(WatchHub { root, rules, pace, audience: Mutex::default() }) }
    }
}

impl ProjectWatch {
    pub(crate) fn watch(&self, listener: ChangeListener) -> Result<ListenerGuard, EngineError> {
        let mut audience = self.hub.lock();
        if audience.signals.is_none() {
            audience.signals = Some(self.hub.start()?);
        }
        let number = audience.next;
        audience.next += 1;
        audience.listeners.insert(number, Arc::new(listener));
        let hub = Arc::clone(&self.hub);
        Ok(ListenerGuard::new(move || hub.leave(number)))
    }
}

impl WatchHub {
    fn start(self: &Arc<WatchHub>) -> Result<Arc<WatchSignals>, EngineError> {
        let signals = Arc::new(WatchSignals::default());
        let (hub, ear, since) = (Arc::clone(self), Arc::clone(&signals), SystemTime::now());
        let watch = move || worker::run(&hub, &ear, since);
        let thread = thread::Builder::new().name("changes".to_owned()).spawn(watch);
        thread.map(|_| signals).map_err(|error| EngineError::Unsupported {
            engine: self.rules.engine,
            what: "watch for changes".to_owned(),
            reason: format!("no thread could be started: {error}"),
        })
    }

    fn leave(&self, number: u64) {
        let mut audience = self.lock();
        let left = audience.listeners.remove(&number);
        if audience.listeners.is_empty()
            && let Some(signals) = audience.signals.take()
        {
            signals.stop();
        }
        drop(audience);
        // Outside of the lock: dropping what a listener holds may take it again.
        drop(left);
    }

    /// A listener that panics does not affect the others.
    fn notify_listeners(&self, changed: &ProjectChanges) {
        let listeners: Vec<_> = self.lock().listeners.values().cloned().collect();
        for listener in listeners {
            if catch_unwind(AssertUnwindSafe(|| listener(changed))).is_err() {
                tracing::error!("a listener for file changes panicked");
            }
        }
    }

    /// A panic elsewhere leaves nothing half done here.
    fn lock(&self) -> MutexGuard<'_, WatchListeners> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
