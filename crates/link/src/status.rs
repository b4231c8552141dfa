//! The state of a link, and why a call has no result.

use std::time::Duration;

use crate::backoff::MAX_ATTEMPTS;
use crate::message::HostError;

#[derive(Debug, Clone)]
pub(crate) enum LinkStatus<Hello> {
    /// There was no call yet, or there is no host.
    Idle,
    /// The first attempt, or one after a delay, is in progress.
    Connecting,
    Connected(Hello),
    Waiting {
        attempt: u32,
        wait: Duration,
        error: String,
    },
    /// Every attempt failed. A call or a new host starts again.
    Stopped {
        error: String,
    },
}

/// Why there is no host to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostUnavailable {
    /// There is no port file: the host is not running, or its plugin is not.
    NotAnnounced,
    /// It is announced, but has not answered yet.
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

impl HostUnavailable {
    /// The reason in a sentence; `host` is [`crate::LiveHost::NAME`].
    pub fn describe(&self, host: &str) -> String {
        match self {
            HostUnavailable::NotAnnounced => format!("{host} does not have this project open"),
            HostUnavailable::Starting => format!(
                "{host} does not answer yet (it is starting, importing or busy): try again in a few seconds"
            ),
            HostUnavailable::Reconnecting { attempt, wait, error } => format!(
                "cannot reach {host} ({error}); attempt {attempt} of {MAX_ATTEMPTS} follows within {} s",
                wait.as_secs()
            ),
            HostUnavailable::Stopped { error } => format!(
                "could not reach {host} in {MAX_ATTEMPTS} attempts ({error}): open the project there, and call again"
            ),
        }
    }
}

/// Why a call has no result.
#[derive(Debug)]
pub enum CallError {
    Unavailable(HostUnavailable),
    /// The host answered with an error.
    Refused(HostError),
    /// The connection ended during the call.
    Lost(String),
    TimedOut,
    Cancelled,
    Malformed(String),
}
