//! What a transport needs of a tongue.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc::{self, error::TrySendError};

/// `None`: the message wants no answer.
pub type AnswerFuture<'a> = Pin<Box<dyn Future<Output = Option<String>> + Send + 'a>>;

/// A tongue that answers every message with one message at most.
pub trait Service: Send + Sync + 'static {
    /// Answers one message. Dropping the future means that nobody waits for the answer any longer.
    fn answer<'a>(&'a self, message: &'a [u8], client: ClientIdentity) -> AnswerFuture<'a>;

    /// A connection that can be spoken to unasked was opened.
    fn opened(&self, _say: PushSender) {}

    /// What to say of a message that was too long to be read.
    fn too_long(&self, limit: usize) -> String;

    /// What to say of a message that is nested too deeply to be parsed.
    fn too_deep(&self, limit: usize) -> String;
}

/// Who sent a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIdentity {
    /// The connection that it came over, where one stays open: a WebSocket, or standard input.
    pub connection: Option<u64>,
    /// It has shown the server's token, or the server has none.
    pub trusted: bool,
}

impl ClientIdentity {
    /// Somebody who may do all that the server does, over no connection that lasts.
    pub const TRUSTED: ClientIdentity = ClientIdentity { connection: None, trusted: true };

    /// The same over a connection of its own.
    pub(crate) fn with_new_connection(self) -> ClientIdentity {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        ClientIdentity { connection: Some(NEXT.fetch_add(1, Ordering::Relaxed)), ..self }
    }
}

/// How many unasked messages wait for a client that reads slowly; more are dropped.
const MAX_QUEUED_MESSAGES: usize = 256;

/// Speaks to one client unasked.
#[derive(Debug, Clone)]
pub struct PushSender(mpsc::Sender<String>);

impl PushSender {
    pub(crate) fn new() -> (PushSender, mpsc::Receiver<String>) {
        let (sender, said) = mpsc::channel(MAX_QUEUED_MESSAGES);
        (PushSender(sender), said)
    }

    /// `false`: the client is gone. Nobody waits for it to read.
    pub fn send(&self, message: String) -> bool {
        !matches!(self.0.try_send(message), Err(TrySendError::Closed(_)))
    }

    pub fn is_open(&self) -> bool {
        !self.0.is_closed()
    }
}
