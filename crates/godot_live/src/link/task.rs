//! The thread behind a link: connect, serve, and connect again as the protocol says.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep};

use super::backoff::{Backoff, MAX_ATTEMPTS};
use super::socket::{EditorMessage, EditorSocket};
use super::status::{CallError, LinkStatus};
use super::{LinkShared, events, port_file};
use crate::port_file::PortFile;

/// Something to ask, and where the answer goes.
pub(crate) struct LinkRequest {
    pub(crate) method: String,
    pub(crate) params: Box<RawValue>,
    pub(crate) reply: oneshot::Sender<Result<Box<RawValue>, CallError>>,
}

/// While it waits, how often it looks whether a new editor is there.
const PORT_FILE_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Runs until nobody is left to ask, no editor is there, or every attempt has failed. Gives how the link
/// stands then.
pub(super) fn run(
    root: &Path,
    wanted: UnboundedReceiver<LinkRequest>,
    shared: &LinkShared,
) -> LinkStatus {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime {
        Ok(runtime) => runtime.block_on(LinkTask { root, wanted, shared }.run()),
        Err(error) => LinkStatus::Stopped { error: error.to_string() },
    }
}

struct LinkTask<'a> {
    root: &'a Path,
    wanted: UnboundedReceiver<LinkRequest>,
    shared: &'a LinkShared,
}

/// Why a connection is over.
enum ConnectionEnd {
    /// The link is gone.
    LinkDropped,
    Lost(String),
}

/// Why a wait is over.
enum WaitEnd {
    Elapsed,
    NewEditor,
    NoEditor,
    LinkDropped,
}

impl LinkTask<'_> {
    async fn run(mut self) -> LinkStatus {
        let mut backoff = Backoff::default();
        loop {
            let Ok(Some(file)) = port_file::read(self.root) else { return LinkStatus::Idle };
            let error = match EditorSocket::open(&file, self.root).await {
                Ok(socket) => {
                    backoff.reset();
                    tracing::info!(port = file.port, "connected to the Godot editor");
                    match self.serve(socket).await {
                        ConnectionEnd::LinkDropped => return LinkStatus::Idle,
                        ConnectionEnd::Lost(reason) => reason,
                    }
                }
                Err(error) => error,
            };
            let Some((attempt, wait)) = backoff.next() else {
                tracing::warn!(%error, "the Godot editor could not be reached {MAX_ATTEMPTS} times; the next call tries again");
                return LinkStatus::Stopped { error };
            };
            tracing::info!(%error, attempt, seconds = wait.as_secs(), "the Godot editor is out of reach");
            self.shared.set(LinkStatus::Waiting { attempt, wait, error });
            match self.wait(wait, &file).await {
                WaitEnd::LinkDropped | WaitEnd::NoEditor => return LinkStatus::Idle,
                WaitEnd::NewEditor => backoff.reset(),
                WaitEnd::Elapsed => {}
            }
            self.shared.set(LinkStatus::Connecting);
        }
    }

    /// Nobody is kept waiting for an answer meanwhile.
    async fn wait(&mut self, wait: Duration, tried: &PortFile) -> WaitEnd {
        let until = Instant::now() + wait;
        // An editor that restarts its plugin takes its file away for a moment.
        let mut missing = 0;
        while Instant::now() < until {
            tokio::select! {
                wanted = self.wanted.recv() => match wanted {
                    None => return WaitEnd::LinkDropped,
                    Some(wanted) => refuse(wanted, "the connection to the editor is down"),
                },
                () = sleep(PORT_FILE_POLL_INTERVAL.min(until - Instant::now())) => {}
            }
            match port_file::read(self.root) {
                Ok(Some(file)) if file != *tried => return WaitEnd::NewEditor,
                Ok(None) => missing += 1,
                Ok(Some(_)) | Err(_) => missing = 0,
            }
        }
        if missing > 0 { WaitEnd::NoEditor } else { WaitEnd::Elapsed }
    }

    /// Passes questions and answers on until the connection ends.
    async fn serve(&mut self, mut socket: EditorSocket) -> ConnectionEnd {
        self.shared.set(LinkStatus::Connected(socket.hello.clone()));
        let mut open: HashMap<u64, oneshot::Sender<_>> = HashMap::new();
        let mut next = 1;
        let reason = loop {
            tokio::select! {
                wanted = self.wanted.recv() => {
                    let Some(wanted) = wanted else { return ConnectionEnd::LinkDropped };
                    next += 1;
                    open.retain(|_, reply: &mut oneshot::Sender<_>| !reply.is_closed());
                    open.insert(next, wanted.reply);
                    if let Err(error) = socket.send(Some(next), &wanted.method, &wanted.params).await {
                        break error;
                    }
                }
                heard = socket.receive() => match heard {
                    Ok(EditorMessage::Answer { id, outcome }) => {
                        if let Some(reply) = open.remove(&id) {
                            // Nobody waits for it any longer: fine.
                            let _ = reply.send(outcome);
                        }
                    }
                    Ok(EditorMessage::Event { method, params }) => match events::parse_event(&method, &params) {
                        Some(event) => self.shared.listeners.notify(&event),
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
        ConnectionEnd::Lost(reason)
    }
}

fn refuse(wanted: LinkRequest, reason: &str) {
    let _ = wanted.reply.send(Err(CallError::Lost(reason.to_owned())));
}
