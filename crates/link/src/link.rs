//! One link. Its thread starts with the first call that finds a host, and ends with the link.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::{Context, EngineError, EventListener, ListenerGuard};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

use crate::events::{self, EventListeners};
use crate::status::{CallError, HostUnavailable, LinkStatus};
use crate::task::{self, LinkRequest};
use crate::{LiveHost, port_file, process};

/// How long a call waits for the first connection to a host.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// How often a waiting call checks whether its context has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The connection of one project to its host.
pub struct Link<H: LiveHost> {
    root: PathBuf,
    shared: Arc<LinkShared<H>>,
}

pub(crate) struct LinkShared<H: LiveHost> {
    state: Mutex<LinkState<H>>,
    changed: Condvar,
    pub(crate) listeners: EventListeners,
    host: PhantomData<H>,
}

struct LinkState<H: LiveHost> {
    status: LinkStatus<H::Hello>,
    /// The way to the thread; `None` while there is none.
    requests: Option<mpsc::UnboundedSender<LinkRequest>>,
}

impl<H: LiveHost> Link<H> {
    /// `root` is canonical. Nothing is opened before it is needed.
    pub fn new(root: &Path) -> Link<H> {
        let state = LinkState { status: LinkStatus::Idle, requests: None };
        let shared = LinkShared {
            state: Mutex::new(state),
            changed: Condvar::new(),
            listeners: EventListeners::default(),
            host: PhantomData,
        };
        Link { root: root.to_owned(), shared: Arc::new(shared) }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The host, connected now if necessary; or why there is none.
    pub fn hello(&self, cx: &Context) -> Result<H::Hello, HostUnavailable> {
        if let LinkStatus::Connected(hello) = &self.shared.lock().status {
            return Ok(hello.clone());
        }
        if port_file::read::<H>(&self.root).ok().flatten().is_none() {
            return Err(HostUnavailable::NotAnnounced);
        }
        self.shared.start(&self.root);
        self.wait_for_hello(cx)
    }

    /// The id of the announced host's process, if it still runs, whether it answers or not.
    pub fn running_process(&self) -> Option<u32> {
        let file = port_file::read::<H>(&self.root).ok().flatten()?;
        process::is_running::<H>(&file, &self.root).then_some(file.pid)
    }

    pub fn is_connected(&self) -> bool {
        matches!(self.shared.lock().status, LinkStatus::Connected(_))
    }

    /// Waits for a connection attempt in progress.
    fn wait_for_hello(&self, cx: &Context) -> Result<H::Hello, HostUnavailable> {
        let until = Instant::now() + CONNECT_TIMEOUT;
        let mut state = self.shared.lock();
        loop {
            match &state.status {
                LinkStatus::Connected(hello) => return Ok(hello.clone()),
                LinkStatus::Waiting { attempt, wait, error } => {
                    let (attempt, wait, error) = (*attempt, *wait, error.clone());
                    return Err(HostUnavailable::Reconnecting { attempt, wait, error });
                }
                LinkStatus::Stopped { error } => {
                    return Err(HostUnavailable::Stopped { error: error.clone() });
                }
                LinkStatus::Idle => return Err(HostUnavailable::NotAnnounced),
                LinkStatus::Connecting if Instant::now() >= until || cx.check().is_err() => {
                    return Err(HostUnavailable::Starting);
                }
                LinkStatus::Connecting => {}
            }
            let waited = self.shared.changed.wait_timeout(state, POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Passes the host's events to `listener`, from now on or from when a host is opened.
    pub fn subscribe(&self, listener: EventListener) -> ListenerGuard {
        let number = self.shared.listeners.add(listener);
        events::watch_for_host(&self.shared, &self.root);
        let shared = Arc::downgrade(&self.shared);
        ListenerGuard::new(move || {
            if let Some(shared) = shared.upgrade() {
                shared.listeners.remove(number);
            }
        })
    }

    /// Calls a method of the host and parses its answer. The call ends with the context.
    pub fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
        cx: &Context,
    ) -> Result<T, CallError> {
        let answer = self.call_raw(method, params, cx)?;
        serde_json::from_str(answer.get())
            .map_err(|error| CallError::Malformed(format!("the answer to {method}: {error}")))
    }

    pub fn call_raw(
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
        let request = LinkRequest { method: method.to_owned(), params, reply };
        let lost = || CallError::Lost(format!("the connection to {} has just ended", H::NAME));
        match &self.shared.lock().requests {
            Some(sender) => sender.send(request).map_err(|_| lost())?,
            None => return Err(lost()),
        }
        loop {
            match answer.recv_timeout(POLL_INTERVAL) {
                Ok(outcome) => return outcome,
                Err(oneshot::RecvTimeoutError::Disconnected) => return Err(lost()),
                Err(oneshot::RecvTimeoutError::Timeout) => check_context(cx)?,
            }
        }
    }
}

fn check_context(cx: &Context) -> Result<(), CallError> {
    match cx.check() {
        Ok(()) => Ok(()),
        Err(EngineError::DeadlinePassed) => Err(CallError::TimedOut),
        Err(_) => Err(CallError::Cancelled),
    }
}

impl<H: LiveHost> Drop for Link<H> {
    /// The thread ends when no more requests can arrive.
    fn drop(&mut self) {
        self.shared.lock().requests = None;
    }
}

impl<H: LiveHost> LinkShared<H> {
    fn lock(&self) -> MutexGuard<'_, LinkState<H>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, status: LinkStatus<H::Hello>) {
        self.lock().status = status;
        self.changed.notify_all();
    }

    /// Starts the thread if there is none. It stops by itself after too many failed attempts.
    pub(crate) fn start(self: &Arc<LinkShared<H>>, root: &Path) {
        let mut state = self.lock();
        if state.requests.is_some() {
            return;
        }
        let (sender, requests) = mpsc::unbounded_channel();
        state.requests = Some(sender);
        state.status = LinkStatus::Connecting;
        drop(state);
        let (shared, root) = (Arc::clone(self), root.to_owned());
        let name = format!("{}-link", H::THREAD_PREFIX);
        let spawned = thread::Builder::new().name(name).spawn(move || {
            let status = task::run(&root, requests, &shared);
            shared.stop(status);
        });
        if let Err(error) = spawned {
            self.stop(LinkStatus::Stopped { error: error.to_string() });
        }
    }

    fn stop(&self, status: LinkStatus<H::Hello>) {
        self.lock().requests = None;
        self.set(status);
    }
}
