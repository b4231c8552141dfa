//! What a transport needs of a tongue.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc::{self, error::TrySendError};

/// `None`: the message wants no answer.
pub type Answering<'a> = Pin<Box<dyn Future<Output = Option<String>> + Send + 'a>>;

/// A tongue that answers every message with one message at most.
pub trait Service: Send + Sync + 'static {
    /// Answers one message. Dropping the future means that nobody waits for the answer any longer.
    fn answer<'a>(&'a self, message: &'a [u8], client: Client) -> Answering<'a>;

    /// A connection that can be spoken to unasked was opened.
    fn opened(&self, _say: Say) {}

    /// What to say of a message that was too long to be read.
    fn too_long(&self, limit: usize) -> String;

    /// What to say of a message that is nested too deeply to be parsed.
    fn too_deep(&self, limit: usize) -> String;
}

/// Who sent a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    /// The connection that it came over, where one stays open: a WebSocket, or standard input.
    pub connection: Option<u64>,
    /// It has shown the server's token, or the server has none.
    pub trusted: bool,
}

impl Client {
    /// Somebody who may do all that the server does, over no connection that lasts.
    pub const TRUSTED: Client = Client { connection: None, trusted: true };

    /// The same over a connection of its own.
    pub(crate) fn connected(self) -> Client {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Client { connection: Some(NEXT.fetch_add(1, Ordering::Relaxed)), ..self }
    }
}

/// How many unasked messages wait for a client that reads slowly; more are dropped.
const WAITING: usize = 256;

/// Speaks to one client unasked.
#[derive(Debug, Clone)]
pub struct Say(mpsc::Sender<String>);

impl Say {
    pub(crate) fn new() -> (Say, mpsc::Receiver<String>) {
        let (sender, said) = mpsc::channel(WAITING);
        (Say(sender), said)
    }

    /// `false`: the client is gone. Nobody waits for it to read.
    pub fn say(&self, message: String) -> bool {
        !matches!(self.0.try_send(message), Err(TrySendError::Closed(_)))
    }

    pub fn is_open(&self) -> bool {
        !self.0.is_closed()
    }
}
