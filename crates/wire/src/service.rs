//! What a transport needs of a tongue.

use std::future::Future;
use std::pin::Pin;

pub type Answering<'a> = Pin<Box<dyn Future<Output = String> + Send + 'a>>;

/// A tongue that answers every message with one message.
pub trait Service: Send + Sync + 'static {
    /// Answers one message. Dropping the future means that nobody waits for the answer any longer.
    fn answer<'a>(&'a self, message: &'a [u8]) -> Answering<'a>;

    /// What to say of a message that was too long to be read.
    fn too_long(&self, limit: usize) -> String;
}
