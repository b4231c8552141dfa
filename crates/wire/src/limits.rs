//! How much a client may ask of a transport.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest message that is read: a body, a line, a frame.
    pub max_message_bytes: usize,
    /// How deep arrays and objects of a message may be nested.
    pub max_depth: usize,
    /// How long a client may take to send one.
    pub receive_timeout: Duration,
    /// How many messages of one client are worked on at once; more of them wait their turn.
    pub max_in_flight: usize,
    /// The longest head of an HTTP request: its first line and all headers.
    pub max_header_bytes: usize,
    /// How many headers an HTTP request may have.
    pub max_headers: usize,
    /// How long a client may take to send a head; also how long a connection may be idle.
    pub header_timeout: Duration,
    /// How many connections may be open, WebSockets included.
    pub max_connections: usize,
    /// How long a server that was told to stop waits for what is in flight.
    pub shutdown_grace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_message_bytes: 4 << 20,
            max_depth: 64,
            receive_timeout: Duration::from_secs(30),
            max_in_flight: 16,
            max_header_bytes: 64 << 10,
            max_headers: 100,
            header_timeout: Duration::from_secs(30),
            max_connections: 256,
            shutdown_grace: Duration::from_secs(5),
        }
    }
}
