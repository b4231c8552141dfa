//! Limits the number of sessions. Clients often disconnect without ending theirs, so the session that was
//! idle for longest makes room for a new one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rmcp::transport::streamable_http_server::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use crate::in_flight::InFlightRequests;

/// A session that was used within this time is never ended.
const MIN_IDLE_TIME: Duration = Duration::from_secs(300);

pub(crate) struct HttpSessions {
    manager: Arc<LocalSessionManager>,
    limit: usize,
    min_idle_time: Duration,
    /// The time of the last request of each session.
    seen: Mutex<HashMap<String, Instant>>,
    /// The ids of their requests.
    pub(crate) in_flight: InFlightRequests,
}

impl HttpSessions {
    pub(crate) fn new(manager: Arc<LocalSessionManager>, limit: usize) -> HttpSessions {
        let (seen, in_flight) = (Mutex::default(), InFlightRequests::default());
        HttpSessions { manager, limit, min_idle_time: MIN_IDLE_TIME, seen, in_flight }
    }

    pub(crate) fn manager(&self) -> &Arc<LocalSessionManager> {
        &self.manager
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    pub(crate) fn record_use(&self, id: &str) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // Made-up ids are removed when the real ones are listed next.
        if seen.len() < self.limit * 4 || seen.contains_key(id) {
            seen.insert(id.to_owned(), Instant::now());
        }
    }

    pub(crate) async fn has(&self, id: &str) -> bool {
        self.manager.sessions.read().await.contains_key(id)
    }

    /// Whether one more session may begin; ends an idle one if necessary.
    pub(crate) async fn has_room(&self) -> bool {
        let open: Vec<_> = self.manager.sessions.read().await.keys().cloned().collect();
        self.in_flight.retain(|id| open.iter().any(|open| **open == *id));
        if open.len() < self.limit {
            return true;
        }
        let silent = {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.retain(|id, _| open.iter().any(|open| **open == **id));
            // A session without a second request counts as used now.
            let now = Instant::now();
            let last = open.iter().map(|id| (*seen.entry(id.to_string()).or_insert(now), id));
            last.min_by_key(|(time, _)| *time)
                .filter(|(time, _)| time.elapsed() >= self.min_idle_time)
        };
        let Some((_, silent)) = silent else { return false };
        tracing::info!(session = %silent, "ended an idle session for a new one");
        self.manager.close_session(silent).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn full(limit: usize, fresh: Duration) -> (HttpSessions, Vec<String>) {
        let manager = Arc::new(LocalSessionManager::default());
        let mut ids = Vec::new();
        for _ in 0..limit {
            ids.push(manager.create_session().await.unwrap().0.to_string());
        }
        (HttpSessions { min_idle_time: fresh, ..HttpSessions::new(manager, limit) }, ids)
    }

    #[tokio::test]
    async fn sessions_in_use_are_kept() {
        let (sessions, ids) = full(2, MIN_IDLE_TIME).await;
        sessions.record_use(&ids[0]);
        assert!(!sessions.has_room().await);
        assert_eq!(sessions.manager.sessions.read().await.len(), 2);
    }

    #[tokio::test]
    async fn the_longest_silent_one_makes_room() {
        let (sessions, ids) = full(2, Duration::ZERO).await;
        sessions.record_use(&ids[0]);
        sessions.record_use(&ids[1]);
        sessions.record_use(&ids[0]);
        assert!(sessions.has_room().await);
        let left = sessions.manager.sessions.read().await;
        let left: Vec<String> = left.keys().map(|id| id.to_string()).collect();
        assert_eq!(left, [ids[0].clone()]);
    }

    #[tokio::test]
    async fn made_up_ids_are_not_kept() {
        let (sessions, _) = full(1, MIN_IDLE_TIME).await;
        for n in 0..1000 {
            sessions.record_use(&format!("made-up-{n}"));
        }
        assert!(sessions.seen.lock().unwrap().len() <= 4);
    }
}
