//! Bytes in, bytes out: stdio, HTTP and WebSocket, JSON-RPC framing, limits and who may come in.
//! Nothing here knows what a message is about.

pub mod http;
pub mod jsonrpc;
mod limits;
mod nesting;
mod service;
pub mod stdio;

pub use limits::Limits;
pub use service::{AnswerFuture, ClientIdentity, PushSender, Service};
