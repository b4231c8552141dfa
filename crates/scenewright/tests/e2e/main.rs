//! The real binary, over real pipes and sockets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod catalogue;
mod check;
mod check_positions;
mod check_since;
#[cfg(unix)]
mod ci_files;
mod command_line;
mod command_line_edits;
mod config;
#[cfg(unix)]
mod demo;
mod documents;
mod edited_project;
mod edits_beside_editor;
mod edits_killed;
mod edits_recovered;
mod edits_requests;
mod edits_two_writers;
mod envelope;
mod envelope_edits;
mod explorer;
mod first_hour;
mod godoty;
mod hostile_names;
mod http;
mod init;
mod install;
mod limits;
mod load;
mod mcp;
#[expect(dead_code, reason = "the conformance tests use the rest")]
mod mcp_client;
mod members;
mod needs_node_conformance;
mod needs_node_inspector;
#[cfg(target_os = "linux")]
mod needs_node_sarif;
mod node_tools;
mod odd_messages;
mod shutdown;
mod stdio;
mod support;
mod unity_http;
mod unread;
mod unsaved;
mod watch;
mod websocket;
#[cfg(unix)]
mod yaml;
