//! Connections to live hosts, such as an open editor. A link finds the host through its port file, connects over
//! a WebSocket, reconnects when the connection is lost, and hands out answers and events.
//!
//! Invariant: the thread of a link owns its socket. Callers wait for answers, never longer than their context allows.
//! Invariant: a host is asked only after it has identified this project.
//! Invariant: a host whose process runs is never taken for one that has quit, whether it answers or not.
//! Invariant: a listener never makes a caller wait, and hosts are looked for only while somebody listens.

mod backoff;
mod events;
mod link;
mod message;
mod port_file;
mod process;
mod socket;
mod status;
mod task;

use std::path::Path;
use std::sync::Arc;

use scenewright_engine::Engine;
use scenewright_model::{EditorEvent, EngineKind};
use serde_json::value::RawValue;

pub use link::Link;
pub use message::HostError;
pub use process::{find_host_process, is_host_process};
pub use socket::HostSocket;
pub use status::{CallError, HostUnavailable};

/// The registration of a live host.
#[derive(Clone, Copy)]
pub struct LiveEngine {
    pub kind: EngineKind,
    /// Wraps the engine on files of the project in a canonical folder. Nothing is opened yet.
    pub connect: fn(Arc<dyn Engine>, &Path) -> Arc<dyn Engine>,
}

/// What differs between hosts. A host speaks JSON-RPC 2.0 in WebSocket text frames on 127.0.0.1.
pub trait LiveHost: Send + Sync + 'static {
    /// What a host reports about itself in the handshake.
    type Hello: Clone + Send + Sync + 'static;

    /// How messages name the host, e.g. `the Godot editor`.
    const NAME: &'static str;
    /// The prefix of the names of its threads.
    const THREAD_PREFIX: &'static str;
    /// The path of the port file below the project's root.
    const PORT_FILE: &'static str;

    /// Greets the host, and fails if it does not have the project in `root` open.
    fn handshake(
        socket: &mut HostSocket,
        root: &Path,
    ) -> impl Future<Output = Result<Self::Hello, String>>;

    /// Whether a process is a host that has the project in `root` open, by its command line and its working directory.
    fn has_project_open(command: &[&str], folder: Option<&Path>, root: &Path) -> bool;

    /// Whether a program, the first word of a command line, is the host itself and not one that starts it.
    fn is_own_program(program: &str) -> bool;

    /// `None` for a notification that is not an event.
    fn parse_event(method: &str, params: &RawValue) -> Option<EditorEvent>;
}
