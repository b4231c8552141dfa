//! The real binary, over real pipes and sockets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod catalogue;
mod check;
mod command_line;
mod envelope;
mod http;
mod install;
mod members;
mod stdio;
mod support;
mod websocket;
