//! The Unity Explorer interface: a run-time inspector's JSON-RPC methods, `unity://` resources, tools and
//! event streams, on any engine. A message goes in, an [`ExplorerReply`] comes out; HTTP is the program's.
//!
//! Invariant: it writes only its own folder; projects change in memory.

mod address;
mod arguments;
mod calls;
mod changes;
mod config;
mod error;
mod game_log;
mod instance_ids;
mod members;
mod opening;
mod resources;
mod rpc;
mod scripts;
mod state;
mod streams;
mod tools;
mod view;

use std::sync::Arc;

use scenewright_catalogue::{Caller, EngineAccess};

pub use state::ExplorerSetup;
pub use streams::EventStream;

use state::ExplorerState;

/// Clones are the same.
#[derive(Clone)]
pub struct Explorer {
    state: Arc<ExplorerState>,
}

/// The reply to a client.
#[derive(Debug)]
pub enum ExplorerReply {
    Json {
        status: u16,
        body: String,
    },
    /// Accepted, without an answer.
    Nothing,
    /// Events, one JSON text per line, until the client goes or the server ends them.
    Stream(EventStream),
}

impl Explorer {
    /// Starts the startup script if it may run.
    pub fn new(engine: &EngineAccess, setup: ExplorerSetup) -> Explorer {
        let state = ExplorerState::new(engine, setup);
        tools::run_startup_script(&state);
        Explorer { state }
    }

    /// Answers one message.
    pub async fn answer(&self, message: &[u8], caller: Caller) -> ExplorerReply {
        rpc::answer(&self.state, message, caller).await
    }

    /// The answer to a message that is too long to be read.
    pub fn too_long(&self, limit: usize) -> String {
        rpc::refuse(
            &self.state,
            &format!("the request is longer than {limit} bytes (--max-message)"),
        )
    }

    /// The answer to a message that is nested too deeply to be parsed.
    pub fn too_deep(&self, limit: usize) -> String {
        rpc::refuse(
            &self.state,
            &format!("the request is nested deeper than {limit} levels (--max-depth)"),
        )
    }

    /// Answers `GET /read`, given what follows the question mark.
    pub async fn read(&self, query: &str, caller: Caller) -> ExplorerReply {
        rpc::read(&self.state, query, caller).await
    }

    /// Opens a stream of events, with snapshots of the scenes and the selection at its beginning.
    pub async fn listen(&self) -> ExplorerReply {
        rpc::listen(&self.state, None).await
    }
}
