//! The link to a project's editor. A thread owns the socket and hands out answers; it begins with the
//! first call that finds an editor, and ends with the link.

mod backoff;
mod events;
mod socket;
mod status;
mod task;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::{Context, EventListener, ListenerGuard};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

use crate::plugin;
use crate::port_file;
use crate::protocol::Hello;
use events::EventListeners;
pub(crate) use status::{CallError, EditorUnavailable, LinkStatus};
use task::LinkRequest;

/// How long a call waits for an editor that is being reached for the first time.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// How often somebody who waits looks whether anybody still wants the answer.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(crate) struct EditorLink {
    root: PathBuf,
    shared: Arc<LinkShared>,
}

struct LinkShared {
    state: Mutex<LinkState>,
    changed: Condvar,
    listeners: EventListeners,
}

struct LinkState {
    status: LinkStatus,
    /// To the thread; `None` while there is none.
    wanted: Option<mpsc::UnboundedSender<LinkRequest>>,
}

impl EditorLink {
    /// `root` is canonical. Nothing is opened before it is needed.
    pub(crate) fn new(root: &Path) -> EditorLink {
        let state = LinkState { status: LinkStatus::Idle, wanted: None };
        let (state, changed, listeners) =
            (Mutex::new(state), Condvar::new(), EventListeners::default());
        let shared = LinkShared { state, changed, listeners };
        EditorLink { root: root.to_owned(), shared: Arc::new(shared) }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Who answers, reached now if need be; or why nobody does.
    pub(crate) fn hello(&self, cx: &Context) -> Result<Hello, EditorUnavailable> {
        if let LinkStatus::Connected(hello) = &self.shared.lock().status {
            return Ok(hello.clone());
        }
        if port_file::read(&self.root).ok().flatten().is_none() {
            return Err(plugin::state(&self.root).unavailable());
        }
        self.shared.start(&self.root);
        self.wait_for_hello(cx)
    }

    /// Waits for an attempt that is under way.
    fn wait_for_hello(&self, cx: &Context) -> Result<Hello, EditorUnavailable> {
        let until = Instant::now() + CONNECT_TIMEOUT;
        let mut state = self.shared.lock();
        loop {
            match &state.status {
                LinkStatus::Connected(hello) => return Ok(hello.clone()),
                LinkStatus::Waiting { attempt, wait, error } => {
                    let (attempt, wait, error) = (*attempt, *wait, error.clone());
                    return Err(EditorUnavailable::Reconnecting { attempt, wait, error });
                }
                LinkStatus::Stopped { error } => {
                    return Err(EditorUnavailable::Stopped { error: error.clone() });
                }
                LinkStatus::Idle => return Err(EditorUnavailable::NoEditor),
                LinkStatus::Connecting if Instant::now() >= until || cx.check().is_err() => {
                    return Err(EditorUnavailable::Starting);
                }
                LinkStatus::Connecting => {}
            }
            let waited = self.shared.changed.wait_timeout(state, POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Tells what the editor says by itself, from when it is reached: now, or when it is opened.
    pub(crate) fn subscribe(&self, listener: EventListener) -> ListenerGuard {
        let number = self.shared.listeners.add(listener);
        events::watch_for_editors(&self.shared, &self.root);
        let shared = Arc::downgrade(&self.shared);
        ListenerGuard::new(move || {
            if let Some(shared) = shared.upgrade() {
                shared.listeners.remove(number);
            }
        })
    }

    /// Asks the editor, which must have been reached. It ends with the context.
    pub(crate) fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
        cx: &Context,
    ) -> Result<T, CallError> {
        let answer = self.call_raw(method, params, cx)?;
        serde_json::from_str(answer.get())
            .map_err(|error| CallError::Malformed(format!("the answer to {method}: {error}")))
    }

    pub(crate) fn call_raw(
        &self,
        method: &str,
        params: impl Serialize,
        cx: &Context,
    ) -> Result<Box<RawValue>, CallError> {
        self.hello(cx).map_err(CallError::Unavailable)?;
        let params = to_raw_value(&params).map_err(|error| {
            CallError::Malformed(format!("the parameters of {method}: {error}"))
        })?;
        let (reply, answer) = oneshot::channel();
        let wanted = LinkRequest { method: method.to_owned(), params, reply };
        let gone = || CallError::Lost("the connection to the editor has just ended".to_owned());
        match &self.shared.lock().wanted {
            Some(sender) => sender.send(wanted).map_err(|_| gone())?,
            None => return Err(gone()),
        }
        loop {
            match answer.recv_timeout(POLL_INTERVAL) {
                Ok(outcome) => return outcome,
                Err(oneshot::RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(oneshot::RecvTimeoutError::Timeout) => check_context(cx)?,
            }
        }
    }
}

fn check_context(cx: &Context) -> Result<(), CallError> {
    use scenewright_engine::EngineError;
    match cx.check() {
        Ok(()) => Ok(()),
        Err(EngineError::DeadlinePassed) => Err(CallError::TimedOut),
        Err(_) => Err(CallError::Cancelled),
    }
}

impl Drop for EditorLink {
    /// The thread ends when nobody can ask it any longer.
    fn drop(&mut self) {
        self.shared.lock().wanted = None;
    }
}

impl LinkShared {
    fn lock(&self) -> MutexGuard<'_, LinkState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, status: LinkStatus) {
        self.lock().status = status;
        self.changed.notify_all();
    }

    /// Starts the thread if there is none; it stops by itself when it has tried often enough.
    fn start(self: &Arc<LinkShared>, root: &Path) {
        let mut state = self.lock();
        if state.wanted.is_some() {
            return;
        }
        let (sender, wanted) = mpsc::unbounded_channel();
        state.wanted = Some(sender);
        state.status = LinkStatus::Connecting;
        drop(state);
        let (shared, root) = (Arc::clone(self), root.to_owned());
        let spawned = thread::Builder::new().name("godot-link".to_owned()).spawn(move || {
            let ended = task::run(&root, wanted, &shared);
            shared.stop(ended);
        });
        if let Err(error) = spawned {
            self.stop(LinkStatus::Stopped { error: error.to_string() });
        }
    }

    fn stop(&self, status: LinkStatus) {
        self.lock().wanted = None;
        self.set(status);
    }
}
