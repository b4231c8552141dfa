//! Those who want to know what happens in games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_engine::{GameListener, ListenerGuard};
use scenewright_model::GameEvent;

/// Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct GameListeners(Arc<Registered>);

#[derive(Default)]
struct Registered {
    next: AtomicU64,
    listeners: Mutex<Vec<(u64, Arc<GameListener>)>>,
}

impl Registered {
    fn lock(&self) -> MutexGuard<'_, Vec<(u64, Arc<GameListener>)>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameListeners {
    pub(crate) fn add(&self, listener: GameListener) -> ListenerGuard {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        self.0.lock().push((number, Arc::new(listener)));
        let registered = Arc::downgrade(&self.0);
        ListenerGuard::new(move || {
            if let Some(registered) = registered.upgrade() {
                registered.lock().retain(|(other, _)| *other != number);
            }
        })
    }

    /// No lock is held meanwhile: a listener may drop its guard.
    pub(crate) fn notify(&self, event: &GameEvent) {
        let listeners: Vec<_> = self.0.lock().iter().map(|(_, it)| Arc::clone(it)).collect();
        for listener in listeners {
            listener(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_hears_until_its_guard_is_dropped() {
        let (listeners, heard) = (GameListeners::default(), Arc::new(AtomicU64::new(0)));
        let counter = Arc::clone(&heard);
        let guard = listeners.add(Box::new(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
        }));
        listeners.notify(&GameEvent::Started);
        drop(guard);
        listeners.notify(&GameEvent::Ended);
        assert_eq!(heard.load(Ordering::Relaxed), 1);
    }
}
