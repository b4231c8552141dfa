//! How much a client may ask of a transport.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest message that is read: a body, a line, a frame.
    pub message_bytes: usize,
    /// How long a client may take to send one.
    pub receive: Duration,
    /// How many messages of one client are worked on at once; more of them wait their turn.
    pub at_once: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { message_bytes: 4 << 20, receive: Duration::from_secs(30), at_once: 16 }
    }
}
