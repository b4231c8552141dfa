//! Who listens to a host's events.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use scenewright_engine::EventListener;
use scenewright_model::EditorEvent;

use crate::link::LinkShared;
use crate::{LiveHost, port_file};

/// How often a new host is looked for while somebody listens and there is no connection.
const HOST_POLL_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(crate) struct EventListeners(Mutex<ListenerTable>);

#[derive(Default)]
struct ListenerTable {
    all: Vec<(u64, Arc<EventListener>)>,
    next: u64,
    /// Whether a thread looks for hosts.
    is_watching: bool,
}

impl EventListeners {
    fn lock(&self) -> MutexGuard<'_, ListenerTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a number, with which to remove the listener.
    pub(crate) fn add(&self, listener: EventListener) -> u64 {
        let mut table = self.lock();
        table.next += 1;
        let number = table.next;
        table.all.push((number, Arc::new(listener)));
        number
    }

    pub(crate) fn remove(&self, number: u64) {
        self.lock().all.retain(|(own, _)| *own != number);
    }

    /// Runs the listeners without holding the lock.
    pub(crate) fn notify(&self, event: &EditorEvent) {
        let all: Vec<_> = self.lock().all.iter().map(|(_, one)| Arc::clone(one)).collect();
        for listener in all {
            listener(event);
        }
    }
}

/// Starts the link whenever a host appears, for as long as somebody listens.
pub(crate) fn watch_for_host<H: LiveHost>(shared: &Arc<LinkShared<H>>, root: &Path) {
    let mut table = shared.listeners.lock();
    if std::mem::replace(&mut table.is_watching, true) {
        return;
    }
    drop(table);
    let (weak, root) = (Arc::downgrade(shared), root.to_owned());
    let name = format!("{}-lookout", H::THREAD_PREFIX);
    let spawned = thread::Builder::new().name(name).spawn(move || {
        let mut seen = None;
        while has_listeners(&weak) {
            let file = port_file::read::<H>(&root).ok().flatten();
            if file != seen
                && file.is_some()
                && let Some(shared) = weak.upgrade()
            {
                shared.start(&root);
            }
            seen = file;
            thread::sleep(HOST_POLL_INTERVAL);
        }
    });
    if let Err(error) = spawned {
        tracing::warn!(%error, "cannot watch for {}: its events are not received if it is opened later", H::NAME);
        shared.listeners.lock().is_watching = false;
    }
}

fn has_listeners<H: LiveHost>(shared: &Weak<LinkShared<H>>) -> bool {
    let Some(shared) = shared.upgrade() else { return false };
    let mut table = shared.listeners.lock();
    table.is_watching = !table.all.is_empty();
    table.is_watching
}
