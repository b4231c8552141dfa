//! What a transport needs of a dialect.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc::{self, error::TrySendError};

/// `None`: the message expects no answer.
pub type AnswerFuture<'a> = Pin<Box<dyn Future<Output = Option<String>> + Send + 'a>>;

/// A dialect that answers every message with at most one message.
pub trait Service: Send + Sync + 'static {
    /// Answers one message. The future is dropped when the client no longer waits for the answer.
    fn answer<'a>(&'a self, message: &'a [u8], client: ClientIdentity) -> AnswerFuture<'a>;

    /// A connection was opened over which the server may send messages of its own.
    fn opened(&self, _sender: PushSender) {}

    /// The answer to a message that is longer than `limit` bytes.
    fn too_long(&self, limit: usize) -> String;

    /// The answer to a message that is nested more deeply than `limit`.
    fn too_deep(&self, limit: usize) -> String;
}

/// Who sent a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIdentity {
    /// The connection, for transports that keep one open: a WebSocket, or standard input.
    pub connection: Option<u64>,
    /// The client has sent the server's token, or the server has none.
    pub trusted: bool,
}

impl ClientIdentity {
    /// A client without a lasting connection that may use everything.
    pub const TRUSTED: ClientIdentity = ClientIdentity { connection: None, trusted: true };

    /// The same client over a new connection.
    pub(crate) fn with_new_connection(self) -> ClientIdentity {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        ClientIdentity { connection: Some(NEXT.fetch_add(1, Ordering::Relaxed)), ..self }
    }
}

/// How many messages wait for a client that reads slowly; further ones are dropped.
const MAX_QUEUED_MESSAGES: usize = 256;

/// Sends messages to one client that are not answers.
#[derive(Debug, Clone)]
pub struct PushSender(mpsc::Sender<String>);

impl PushSender {
    pub(crate) fn new() -> (PushSender, mpsc::Receiver<String>) {
        let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        (PushSender(sender), receiver)
    }

    /// Never blocks. Returns `false` if the client has disconnected.
    pub fn send(&self, message: String) -> bool {
        !matches!(self.0.try_send(message), Err(TrySendError::Closed(_)))
    }

    pub fn is_open(&self) -> bool {
        !self.0.is_closed()
    }
}
