//! The limits of the transports.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct WireLimits {
    /// The longest body, line or frame that is read.
    pub max_message_bytes: usize,
    /// How deeply arrays and objects of a message may be nested.
    pub max_depth: usize,
    /// How long a client may take to send a message.
    pub receive_timeout: Duration,
    /// How many messages of one connection are processed at once; further ones wait.
    pub max_in_flight: usize,
    /// The longest head of an HTTP request: the request line and all headers.
    pub max_header_bytes: usize,
    /// How many headers an HTTP request may have.
    pub max_headers: usize,
    /// How long a client may take to send a request head, and how long a connection may be idle.
    pub header_timeout: Duration,
    /// How many connections may be open, including WebSockets.
    pub max_connections: usize,
    /// How long a server that is shutting down waits for requests in flight.
    pub shutdown_grace: Duration,
}

impl Default for WireLimits {
    fn default() -> WireLimits {
        WireLimits {
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
