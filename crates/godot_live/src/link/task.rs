//! The thread behind a link: connect, serve, and connect again as the protocol says.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep};

use super::backoff::{ATTEMPTS, Backoff};
use super::socket::{Heard, Socket};
use super::status::{CallError, Status};
use super::{Shared, events, port_file};
use crate::port_file::PortFile;

/// Something to ask, and where the answer goes.
pub(crate) struct Wanted {
    pub(crate) method: String,
    pub(crate) params: Box<RawValue>,
    pub(crate) reply: oneshot::Sender<Result<Box<RawValue>, CallError>>,
}

/// While it waits, how often it looks whether a new editor is there.
const WATCH: Duration = Duration::from_millis(250);

/// Runs until nobody is left to ask, no editor is there, or every attempt has failed. Gives how the link
/// stands then.
pub(super) fn run(root: &Path, wanted: UnboundedReceiver<Wanted>, shared: &Shared) -> Status {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime {
        Ok(runtime) => runtime.block_on(Task { root, wanted, shared }.run()),
        Err(error) => Status::Stopped { error: error.to_string() },
    }
}

struct Task<'a> {
    root: &'a Path,
    wanted: UnboundedReceiver<Wanted>,
    shared: &'a Shared,
}

/// Why a connection is over.
enum Ended {
    /// The link is gone.
    Unwanted,
    Lost(String),
}

/// Why a wait is over.
enum Woken {
    TimeIsUp,
    NewEditor,
    NoEditor,
    Unwanted,
}

impl Task<'_> {
    async fn run(mut self) -> Status {
        let mut backoff = Backoff::default();
        loop {
            let Ok(Some(file)) = port_file::read(self.root) else { return Status::Idle };
            let error = match Socket::open(&file, self.root).await {
                Ok(socket) => {
                    backoff.reset();
                    tracing::info!(port = file.port, "connected to the Godot editor");
                    match self.serve(socket).await {
                        Ended::Unwanted => return Status::Idle,
                        Ended::Lost(reason) => reason,
                    }
                }
                Err(error) => error,
            };
            let Some((attempt, wait)) = backoff.next() else {
                tracing::warn!(%error, "the Godot editor could not be reached {ATTEMPTS} times; the next call tries again");
                return Status::Stopped { error };
            };
            tracing::info!(%error, attempt, seconds = wait.as_secs(), "the Godot editor is out of reach");
            self.shared.set(Status::Waiting { attempt, wait, error });
            match self.wait(wait, &file).await {
                Woken::Unwanted | Woken::NoEditor => return Status::Idle,
                Woken::NewEditor => backoff.reset(),
                Woken::TimeIsUp => {}
            }
            self.shared.set(Status::Connecting);
        }
    }

    /// Nobody is kept waiting for an answer meanwhile.
    async fn wait(&mut self, wait: Duration, tried: &PortFile) -> Woken {
        let until = Instant::now() + wait;
        // An editor that restarts its plugin takes its file away for a moment.
        let mut missing = 0;
        while Instant::now() < until {
            tokio::select! {
                wanted = self.wanted.recv() => match wanted {
                    None => return Woken::Unwanted,
                    Some(wanted) => refuse(wanted, "the connection to the editor is down"),
                },
                () = sleep(WATCH.min(until - Instant::now())) => {}
            }
            match port_file::read(self.root) {
                Ok(Some(file)) if file != *tried => return Woken::NewEditor,
                Ok(None) => missing += 1,
                Ok(Some(_)) | Err(_) => missing = 0,
            }
        }
        if missing > 0 { Woken::NoEditor } else { Woken::TimeIsUp }
    }

    /// Passes questions and answers on until the connection ends.
    async fn serve(&mut self, mut socket: Socket) -> Ended {
        self.shared.set(Status::Connected(socket.hello.clone()));
        let mut open: HashMap<u64, oneshot::Sender<_>> = HashMap::new();
        let mut next = 1;
        let reason = loop {
            tokio::select! {
                wanted = self.wanted.recv() => {
                    let Some(wanted) = wanted else { return Ended::Unwanted };
                    next += 1;
                    open.retain(|_, reply: &mut oneshot::Sender<_>| !reply.is_closed());
                    open.insert(next, wanted.reply);
                    if let Err(error) = socket.send(Some(next), &wanted.method, &wanted.params).await {
                        break error;
                    }
                }
                heard = socket.hear() => match heard {
                    Ok(Heard::Answer { id, outcome }) => {
                        if let Some(reply) = open.remove(&id) {
                            // Nobody waits for it any longer: fine.
                            let _ = reply.send(outcome);
                        }
                    }
                    Ok(Heard::Event { method, params }) => match events::read(&method, &params) {
                        Some(event) => self.shared.listeners.tell(&event),
                        None => tracing::debug!(method, "the Godot editor says what nobody knows"),
                    },
                    Err(reason) => break reason,
                },
            }
        };
        for reply in open.into_values() {
            let lost = format!("the editor went away in the middle of the call ({reason})");
            let _ = reply.send(Err(CallError::Lost(lost)));
        }
        Ended::Lost(reason)
    }
}

fn refuse(wanted: Wanted, reason: &str) {
    let _ = wanted.reply.send(Err(CallError::Lost(reason.to_owned())));
}
