//! What a transport needs of a tongue.

use std::future::Future;
use std::pin::Pin;

/// `None`: the message wants no answer.
pub type Answering<'a> = Pin<Box<dyn Future<Output = Option<String>> + Send + 'a>>;

/// A tongue that answers every message with one message at most.
pub trait Service: Send + Sync + 'static {
    /// Answers one message. Dropping the future means that nobody waits for the answer any longer.
    fn answer<'a>(&'a self, message: &'a [u8]) -> Answering<'a>;

    /// What to say of a message that was too long to be read.
    fn too_long(&self, limit: usize) -> String;

    /// What to say of a message that is nested too deeply to be parsed.
    fn too_deep(&self, limit: usize) -> String;
}
