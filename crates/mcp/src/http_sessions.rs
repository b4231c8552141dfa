//! Limits the number of sessions. Clients often disconnect without ending theirs, so the session that was
//! idle for longest makes room for a new one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::transport::streamable_http_server::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use crate::in_flight::InFlightRequests;

/// The SDK must see a request of a session that often: it ends sessions without any, and the server answers
/// some calls without it.
const PASS_ON_INTERVAL: Duration = Duration::from_secs(3600);

/// A session that was used within this time is never ended.
const MIN_IDLE_TIME: Duration = Duration::from_secs(300);

pub(crate) struct HttpSessions {
    manager: Arc<LocalSessionManager>,
    limit: usize,
    min_idle_time: Duration,
    seen: Mutex<HashMap<String, SessionUse>>,
    /// The ids of their requests.
    pub(crate) in_flight: InFlightRequests,
}

/// The times of the last requests of a session.
#[derive(Debug, Clone, Copy)]
struct SessionUse {
    any: Instant,
    /// Of those that the SDK has seen.
    passed_on: Instant,
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
        let (mut seen, now) = (self.lock(), Instant::now());
        if let Some(used) = seen.get_mut(id) {
            used.any = now;
        // Made-up ids are removed when the real ones are listed next.
        } else if seen.len() < self.limit * 4 {
            seen.insert(id.to_owned(), SessionUse { any: now, passed_on: now });
        }
    }

    /// Records a request that is passed on to the SDK.
    pub(crate) fn record_passed_on(&self, id: &str) {
        if let Some(used) = self.lock().get_mut(id) {
            used.passed_on = Instant::now();
        }
    }

    /// Whether calls of a session may be answered without the SDK.
    pub(crate) async fn is_active(&self, id: &str) -> bool {
        let used = self.lock().get(id).copied();
        used.is_some_and(|used| used.passed_on.elapsed() < PASS_ON_INTERVAL) && self.has(id).await
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, SessionUse>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
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
            let mut seen = self.lock();
            seen.retain(|id, _| open.iter().any(|open| **open == **id));
            // A session without a second request counts as used now.
            let now = Instant::now();
            let now = SessionUse { any: now, passed_on: now };
            let last = open.iter().map(|id| (seen.entry(id.to_string()).or_insert(now).any, id));
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

    #[tokio::test]
    async fn the_sdk_sees_a_request_now_and_then() {
        let (sessions, ids) = full(1, MIN_IDLE_TIME).await;
        assert!(!sessions.is_active(&ids[0]).await, "it has sent nothing");
        sessions.record_use(&ids[0]);
        sessions.record_use("made-up");
        assert!(sessions.is_active(&ids[0]).await);
        assert!(!sessions.is_active("made-up").await);
        let Some(long_ago) = Instant::now().checked_sub(PASS_ON_INTERVAL) else { return };
        sessions.lock().get_mut(&ids[0]).unwrap().passed_on = long_ago;
        sessions.record_use(&ids[0]);
        assert!(!sessions.is_active(&ids[0]).await);
        sessions.record_passed_on(&ids[0]);
        assert!(sessions.is_active(&ids[0]).await);
    }
}
