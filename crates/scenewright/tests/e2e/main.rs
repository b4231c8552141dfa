//! The real binary, over real pipes and sockets.

mod catalogue;
mod command_line;
mod envelope;
mod http;
mod stdio;
mod support;
mod websocket;
