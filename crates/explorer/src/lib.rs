//! The Unity Explorer interface: a run-time inspector's JSON-RPC methods, `unity://` resources, tools and
//! event streams, on any engine. A message goes in, a [`Reply`] comes out; HTTP is the program's.

mod address;
mod args;
mod calls;
mod config;
mod fault;
mod instance_ids;
mod members;
mod opening;
mod resources;
mod rpc;
mod scripts;
mod shared;
mod streams;
mod tools;
mod view;

use std::sync::Arc;

use scenewright_catalogue::{Caller, EngineAccess};

pub use shared::ExplorerSetup;
pub use streams::EventStream;

use shared::ExplorerState;

/// Clones are the same.
#[derive(Clone)]
pub struct Explorer {
    shared: Arc<ExplorerState>,
}

/// What goes back to a client.
#[derive(Debug)]
pub enum ExplorerReply {
    Json {
        status: u16,
        body: String,
    },
    /// Accepted, and nothing to say.
    Nothing,
    /// Events, one JSON text a line, until the client goes or the server ends them.
    Stream(EventStream),
}

impl Explorer {
    /// The script of the start runs from here on, if it may.
    pub fn new(engine: &EngineAccess, setup: ExplorerSetup) -> Explorer {
        let shared = ExplorerState::new(engine, setup);
        tools::run_startup_script(&shared);
        Explorer { shared }
    }

    /// Answers one message.
    pub async fn answer(&self, message: &[u8], caller: Caller) -> ExplorerReply {
        rpc::answer(&self.shared, message, caller).await
    }

    /// What to say of a message that was too long to be read.
    pub fn too_long(&self, limit: usize) -> String {
        rpc::refuse(
            &self.shared,
            &format!("the request is longer than {limit} bytes (--max-message)"),
        )
    }

    /// What to say of a message that is nested too deeply to be parsed.
    pub fn too_deep(&self, limit: usize) -> String {
        rpc::refuse(
            &self.shared,
            &format!("the request is nested deeper than {limit} levels (--max-depth)"),
        )
    }

    /// Answers `GET /read`, given what follows the question mark.
    pub async fn read(&self, query: &str, caller: Caller) -> ExplorerReply {
        rpc::read(&self.shared, query, caller).await
    }

    /// Opens a stream of events, with snapshots of the scenes and the selection at its beginning.
    pub async fn listen(&self) -> ExplorerReply {
        rpc::listen(&self.shared, None).await
    }
}
