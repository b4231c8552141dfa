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

use scenewright_engine::{Context, EventListener, Watching};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

use crate::plugin;
use crate::port_file;
use crate::protocol::Hello;
use events::Listeners;
pub(crate) use status::{CallError, Down, Status};
use task::Wanted;

/// How long a call waits for an editor that is being reached for the first time.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often somebody who waits looks whether anybody still wants the answer.
const LOOK: Duration = Duration::from_millis(20);

pub(crate) struct Link {
    root: PathBuf,
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    listeners: Listeners,
}

struct State {
    status: Status,
    /// To the thread; `None` while there is none.
    wanted: Option<mpsc::UnboundedSender<Wanted>>,
}

impl Link {
    /// `root` is canonical. Nothing is opened before it is needed.
    pub(crate) fn new(root: &Path) -> Link {
        let state = State { status: Status::Idle, wanted: None };
        let (state, changed, listeners) = (Mutex::new(state), Condvar::new(), Listeners::default());
        let shared = Shared { state, changed, listeners };
        Link { root: root.to_owned(), shared: Arc::new(shared) }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Who answers, reached now if need be; or why nobody does.
    pub(crate) fn hello(&self, cx: &Context) -> Result<Hello, Down> {
        if let Status::Connected(hello) = &self.shared.lock().status {
            return Ok(hello.clone());
        }
        if port_file::read(&self.root).ok().flatten().is_none() {
            return Err(plugin::state(&self.root).down());
        }
        self.shared.begin(&self.root);
        self.settled(cx)
    }

    /// Waits for an attempt that is under way.
    fn settled(&self, cx: &Context) -> Result<Hello, Down> {
        let until = Instant::now() + PATIENCE;
        let mut state = self.shared.lock();
        loop {
            match &state.status {
                Status::Connected(hello) => return Ok(hello.clone()),
                Status::Waiting { attempt, wait, error } => {
                    let (attempt, wait, error) = (*attempt, *wait, error.clone());
                    return Err(Down::Reconnecting { attempt, wait, error });
                }
                Status::Stopped { error } => return Err(Down::Stopped { error: error.clone() }),
                Status::Idle => return Err(Down::NoEditor),
                Status::Connecting if Instant::now() >= until || cx.check().is_err() => {
                    return Err(Down::Starting);
                }
                Status::Connecting => {}
            }
            let waited = self.shared.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Tells what the editor says by itself, from when it is reached: now, or when it is opened.
    pub(crate) fn listen(&self, listener: EventListener) -> Watching {
        let number = self.shared.listeners.add(listener);
        events::look_out(&self.shared, &self.root);
        let shared = Arc::downgrade(&self.shared);
        Watching::new(move || {
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
        let answer = self.raw(method, params, cx)?;
        serde_json::from_str(answer.get())
            .map_err(|error| CallError::Malformed(format!("the answer to {method}: {error}")))
    }

    pub(crate) fn raw(
        &self,
        method: &str,
        params: impl Serialize,
        cx: &Context,
    ) -> Result<Box<RawValue>, CallError> {
        self.hello(cx).map_err(CallError::Down)?;
        let params = to_raw_value(&params).map_err(|error| {
            CallError::Malformed(format!("the parameters of {method}: {error}"))
        })?;
        let (reply, answer) = oneshot::channel();
        let wanted = Wanted { method: method.to_owned(), params, reply };
        let gone = || CallError::Lost("the connection to the editor has just ended".to_owned());
        match &self.shared.lock().wanted {
            Some(sender) => sender.send(wanted).map_err(|_| gone())?,
            None => return Err(gone()),
        }
        loop {
            match answer.recv_timeout(LOOK) {
                Ok(outcome) => return outcome,
                Err(oneshot::RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(oneshot::RecvTimeoutError::Timeout) => given_up(cx)?,
            }
        }
    }
}

fn given_up(cx: &Context) -> Result<(), CallError> {
    use scenewright_engine::EngineError;
    match cx.check() {
        Ok(()) => Ok(()),
        Err(EngineError::DeadlinePassed) => Err(CallError::Silent),
        Err(_) => Err(CallError::Cancelled),
    }
}

impl Drop for Link {
    /// The thread ends when nobody can ask it any longer.
    fn drop(&mut self) {
        self.shared.lock().wanted = None;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, status: Status) {
        self.lock().status = status;
        self.changed.notify_all();
    }

    /// Starts the thread if there is none; it stops by itself when it has tried often enough.
    fn begin(self: &Arc<Shared>, root: &Path) {
        let mut state = self.lock();
        if state.wanted.is_some() {
            return;
        }
        let (sender, wanted) = mpsc::unbounded_channel();
        state.wanted = Some(sender);
        state.status = Status::Connecting;
        drop(state);
        let (shared, root) = (Arc::clone(self), root.to_owned());
        let spawned = thread::Builder::new().name("godot-link".to_owned()).spawn(move || {
            let ended = task::run(&root, wanted, &shared);
            shared.end(ended);
        });
        if let Err(error) = spawned {
            self.end(Status::Stopped { error: error.to_string() });
        }
    }

    fn end(&self, status: Status) {
        self.lock().wanted = None;
        self.set(status);
    }
}
