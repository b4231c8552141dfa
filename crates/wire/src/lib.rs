//! The transports: stdio, HTTP and WebSocket, JSON-RPC framing, limits and access control.
//!
//! Invariant: nothing here knows what a message means; a [`Service`] answers it.
//!
//! Invariant: nothing that a client sends is kept beyond its limit ([`WireLimits`]).

pub mod http;
pub mod jsonrpc;
mod limits;
mod nesting;
mod service;
pub mod stdio;

pub use limits::WireLimits;
pub use service::{AnswerFuture, ClientIdentity, PushSender, Service};
