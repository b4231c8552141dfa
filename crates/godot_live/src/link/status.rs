//! How a link stands, in words for people.

use std::fmt;
use std::time::Duration;

use crate::protocol::Hello;

#[derive(Debug, Clone)]
pub(crate) enum LinkStatus {
    /// Nobody has asked yet, or there is no editor.
    Idle,
    /// The first attempt, or one after a wait, is under way.
    Connecting,
    Connected(Hello),
    Waiting {
        attempt: u32,
        wait: Duration,
        error: String,
    },
    /// Every attempt failed. A call or a new editor starts again.
    Stopped {
        error: String,
    },
}

/// Why there is no editor to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EditorUnavailable {
    NoPlugin,
    PluginOff,
    NoEditor,
    /// It is there, and has not answered yet.
    Starting,
    Reconnecting {
        attempt: u32,
        wait: Duration,
        error: String,
    },
    Stopped {
        error: String,
    },
}

impl fmt::Display for EditorUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditorUnavailable::NoPlugin => f.write_str(
                "the project has no Scenewright plugin: `scenewright install godot` adds it to the editor",
            ),
            EditorUnavailable::PluginOff => f.write_str(
                "the Scenewright plugin is not enabled: enable it in Project Settings > Plugins, or run `scenewright install godot`",
            ),
            EditorUnavailable::NoEditor => {
                f.write_str("no Godot editor has this project open: open it in the editor")
            }
            EditorUnavailable::Starting => f.write_str(
                "the Godot editor does not answer yet (it starts, imports or is busy): try again in a few seconds",
            ),
            EditorUnavailable::Reconnecting { attempt, wait, error } => write!(
                f,
                "the Godot editor cannot be reached ({error}); attempt {attempt} of {} follows within {} s",
                super::backoff::MAX_ATTEMPTS,
                wait.as_secs()
            ),
            EditorUnavailable::Stopped { error } => write!(
                f,
                "the Godot editor could not be reached {} times ({error}): open the project in the editor, and call again",
                super::backoff::MAX_ATTEMPTS
            ),
        }
    }
}

/// Why a call has no result.
#[derive(Debug)]
pub(crate) enum CallError {
    Unavailable(EditorUnavailable),
    /// The editor answered that it cannot.
    Refused(crate::protocol::RpcError),
    /// The connection ended while the editor was at it.
    Lost(String),
    TimedOut,
    Cancelled,
    Malformed(String),
}
