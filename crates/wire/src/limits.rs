//! How much a client may ask of a transport.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest message that is read: a body, a line, a frame.
    pub message_bytes: usize,
    /// How deep arrays and objects of a message may be nested.
    pub depth: usize,
    /// How long a client may take to send one.
    pub receive: Duration,
    /// How many messages of one client are worked on at once; more of them wait their turn.
    pub at_once: usize,
    /// The longest head of an HTTP request: its first line and all headers.
    pub header_bytes: usize,
    /// How many headers an HTTP request may have.
    pub headers: usize,
    /// How long a client may take to send a head; also how long a connection may be idle.
    pub header: Duration,
    /// How many connections may be open, WebSockets included.
    pub connections: usize,
    /// How long a server that was told to stop waits for what is in flight.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 4 << 20,
            depth: 64,
            receive: Duration::from_secs(30),
            at_once: 16,
            header_bytes: 64 << 10,
            headers: 100,
            header: Duration::from_secs(30),
            connections: 256,
            grace: Duration::from_secs(5),
        }
    }
}
