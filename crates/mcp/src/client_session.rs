//! The owners of calls. The id of a session is a secret of its client, so other clients see a number.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use scenewright_catalogue::ChangeOwner;

/// Counts the numbered sessions.
#[derive(Debug, Default)]
pub(crate) struct SessionNumbers(AtomicU64);

/// What a server knows of one client.
#[derive(Debug)]
pub(crate) struct ClientSession {
    /// Given when it first calls a tool.
    number: OnceLock<u64>,
    /// On HTTP the revisions without a handshake have no sessions: every request stands alone.
    is_http: bool,
}

/// The owner of requests without a session.
pub(crate) fn sessionless_owner() -> ChangeOwner {
    ChangeOwner::new("MCP")
}

impl ClientSession {
    /// Of a connection that one client has to itself.
    pub(crate) fn connection() -> ClientSession {
        ClientSession { number: OnceLock::new(), is_http: false }
    }

    pub(crate) fn http() -> ClientSession {
        ClientSession { number: OnceLock::new(), is_http: true }
    }

    pub(crate) fn owner(&self, is_modern: bool, numbers: &SessionNumbers) -> ChangeOwner {
        if self.is_http && is_modern {
            return sessionless_owner();
        }
        let number = self.number.get_or_init(|| numbers.0.fetch_add(1, Ordering::Relaxed) + 1);
        ChangeOwner::new(&format!("MCP session {number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_keeps_its_number_and_requests_without_one_share_a_name() {
        let numbers = SessionNumbers::default();
        let (stdio, first, second) =
            (ClientSession::connection(), ClientSession::http(), ClientSession::http());
        for (client, is_modern, expected) in [
            (&stdio, true, "MCP session 1"),
            (&first, false, "MCP session 2"),
            (&second, true, "MCP"),
            (&second, false, "MCP session 3"),
            (&first, false, "MCP session 2"),
            (&stdio, false, "MCP session 1"),
        ] {
            assert_eq!(client.owner(is_modern, &numbers).as_str(), expected);
        }
    }
}
