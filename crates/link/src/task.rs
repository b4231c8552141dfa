//! The thread of a link: connects, passes requests and answers on, and reconnects.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep};

use crate::LiveHost;
use crate::backoff::{Backoff, MAX_ATTEMPTS};
use crate::link::LinkShared;
use crate::port_file::{self, PortFile};
use crate::socket::{self, HostMessage, HostSocket};
use crate::status::{CallError, LinkStatus};

/// A request, and where its answer goes.
pub(crate) struct LinkRequest {
    pub(crate) method: String,
    pub(crate) params: Box<RawValue>,
    pub(crate) reply: oneshot::Sender<Result<Box<RawValue>, CallError>>,
}

/// How often the port file is checked for a new host during a delay.
const PORT_FILE_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Runs until the link is dropped, there is no host, or every attempt has failed. Returns the final status.
pub(crate) fn run<H: LiveHost>(
    root: &Path,
    requests: UnboundedReceiver<LinkRequest>,
    shared: &LinkShared<H>,
) -> LinkStatus<H::Hello> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime {
        Ok(runtime) => runtime.block_on(LinkTask { root, requests, shared }.run()),
        Err(error) => LinkStatus::Stopped { error: error.to_string() },
    }
}

struct LinkTask<'a, H: LiveHost> {
    root: &'a Path,
    requests: UnboundedReceiver<LinkRequest>,
    shared: &'a LinkShared<H>,
}

/// Why a connection has ended.
enum LinkEnd {
    LinkDropped,
    Lost(String),
}

/// Why a delay has ended.
enum DelayEnd {
    Elapsed,
    NewHost,
    NoHost,
    LinkDropped,
}

impl<H: LiveHost> LinkTask<'_, H> {
    async fn run(mut self) -> LinkStatus<H::Hello> {
        let mut backoff = Backoff::default();
        loop {
            let Ok(Some(file)) = port_file::read::<H>(self.root) else { return LinkStatus::Idle };
            let error = match socket::open::<H>(&file, self.root).await {
                Ok((socket, hello)) => {
                    backoff.reset();
                    tracing::info!(port = file.port, "connected to {}", H::NAME);
                    self.shared.set(LinkStatus::Connected(hello));
                    match self.serve(socket).await {
                        LinkEnd::LinkDropped => return LinkStatus::Idle,
                        LinkEnd::Lost(reason) => reason,
                    }
                }
                Err(error) => error,
            };
            let Some((attempt, wait)) = backoff.next() else {
                tracing::warn!(%error, "could not reach {} in {MAX_ATTEMPTS} attempts; the next call tries again", H::NAME);
                return LinkStatus::Stopped { error };
            };
            tracing::info!(%error, attempt, seconds = wait.as_secs(), "cannot reach {}", H::NAME);
            self.shared.set(LinkStatus::Waiting { attempt, wait, error });
            match self.delay(wait, &file).await {
                DelayEnd::LinkDropped | DelayEnd::NoHost => return LinkStatus::Idle,
                DelayEnd::NewHost => backoff.reset(),
                DelayEnd::Elapsed => {}
            }
            self.shared.set(LinkStatus::Connecting);
        }
    }

    /// Requests that arrive in the meantime fail at once.
    async fn delay(&mut self, delay: Duration, tried: &PortFile) -> DelayEnd {
        let until = Instant::now() + delay;
        // A host that restarts its plugin removes the file for a moment.
        let mut missing = 0;
        while Instant::now() < until {
            tokio::select! {
                request = self.requests.recv() => match request {
                    None => return DelayEnd::LinkDropped,
                    Some(request) => refuse(request, format!("the connection to {} is down", H::NAME)),
                },
                () = sleep(PORT_FILE_POLL_INTERVAL.min(until - Instant::now())) => {}
            }
            match port_file::read::<H>(self.root) {
                Ok(Some(file)) if file != *tried => return DelayEnd::NewHost,
                Ok(None) => missing += 1,
                Ok(Some(_)) | Err(_) => missing = 0,
            }
        }
        if missing > 0 { DelayEnd::NoHost } else { DelayEnd::Elapsed }
    }

    /// Passes requests and answers on until the connection ends.
    async fn serve(&mut self, mut socket: HostSocket) -> LinkEnd {
        let mut open: HashMap<u64, oneshot::Sender<_>> = HashMap::new();
        let mut next = 1;
        let reason = loop {
            tokio::select! {
                request = self.requests.recv() => {
                    let Some(request) = request else { return LinkEnd::LinkDropped };
                    next += 1;
                    open.retain(|_, reply: &mut oneshot::Sender<_>| !reply.is_closed());
                    open.insert(next, request.reply);
                    if let Err(error) = socket.send(Some(next), &request.method, &request.params).await {
                        break error;
                    }
                }
                message = socket.receive() => match message {
                    Ok(HostMessage::Answer { id, outcome }) => {
                        if let Some(reply) = open.remove(&id) {
                            // The caller may have given up.
                            let _ = reply.send(outcome);
                        }
                    }
                    Ok(HostMessage::Event { method, params }) => self.notify(&method, &params),
                    Err(reason) => break reason,
                },
            }
        };
        for reply in open.into_values() {
            let lost = format!("{} disconnected during the call ({reason})", H::NAME);
            let _ = reply.send(Err(CallError::Lost(lost)));
        }
        LinkEnd::Lost(reason)
    }

    fn notify(&self, method: &str, params: &RawValue) {
        match H::parse_event(method, params) {
            Some(event) => self.shared.listeners.notify(&event),
            None => tracing::debug!(method, "{} sent an unknown notification", H::NAME),
        }
    }
}

fn refuse(request: LinkRequest, reason: String) {
    let _ = request.reply.send(Err(CallError::Lost(reason)));
}
