//! The request ids in use. The SDK drops the first of two requests with the same id, and its client would
//! wait forever.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many ids of requests without an answer are remembered: they may still be running.
const MAX_ABANDONED_IDS: usize = 1024;

/// The ids of one client, as it writes them.
#[derive(Debug, Default)]
pub(crate) struct RequestIds {
    used: HashSet<String>,
    abandoned: VecDeque<String>,
}

impl RequestIds {
    /// `false` if the id is in use.
    pub(crate) fn begin(&mut self, id: &str) -> bool {
        self.used.insert(id.to_owned())
    }

    pub(crate) fn is_used(&self, id: &str) -> bool {
        self.used.contains(id)
    }

    pub(crate) fn end(&mut self, id: &str) {
        self.used.remove(id);
    }

    /// The client no longer waits; the request may still be running.
    pub(crate) fn abandon(&mut self, id: String) {
        self.abandoned.push_back(id);
        if self.abandoned.len() > MAX_ABANDONED_IDS
            && let Some(oldest) = self.abandoned.pop_front()
        {
            self.used.remove(&oldest);
        }
    }
}

/// The ids of all sessions over HTTP. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct InFlightRequests(Arc<Mutex<HashMap<String, RequestIds>>>);

/// A request in flight. It counts as abandoned unless it was answered.
#[derive(Debug)]
pub(crate) struct InFlightRequest {
    all: InFlightRequests,
    session: String,
    id: String,
    is_answered: bool,
}

impl InFlightRequests {
    /// `None` if the session has such a request already.
    pub(crate) fn begin(&self, session: &str, id: &str) -> Option<InFlightRequest> {
        let fresh = self.lock().entry(session.to_owned()).or_default().begin(id);
        fresh.then(|| InFlightRequest {
            all: self.clone(),
            session: session.to_owned(),
            id: id.to_owned(),
            is_answered: false,
        })
    }

    pub(crate) fn is_used(&self, session: &str, id: &str) -> bool {
        self.lock().get(session).is_some_and(|ids| ids.is_used(id))
    }

    /// Removes closed sessions.
    pub(crate) fn retain(&self, is_open: impl Fn(&str) -> bool) {
        self.lock().retain(|session, _| is_open(session));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, RequestIds>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InFlightRequest {
    pub(crate) fn answered(mut self) {
        self.is_answered = true;
    }

    /// How the SDK writes the answer, with its result or error.
    pub(crate) fn answer(&self, member: &str) -> String {
        format!(r#""id":{},"{member}":"#, self.id)
    }
}

impl Drop for InFlightRequest {
    fn drop(&mut self) {
        let id = std::mem::take(&mut self.id);
        if let Some(ids) = self.all.lock().get_mut(&self.session) {
            match self.is_answered {
                true => ids.end(&id),
                false => ids.abandon(id),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_free_again_when_it_was_answered() {
        let all = InFlightRequests::default();
        let first = all.begin("s", "1").unwrap();
        assert!(all.begin("s", "1").is_none());
        assert!(all.begin("s", "\"1\"").is_some());
        assert!(all.begin("other", "1").is_some());
        first.answered();
        drop(all.begin("s", "1").unwrap());
        assert!(all.begin("s", "1").is_none(), "an abandoned request may still be running");
        all.retain(|_| false);
        assert!(all.begin("s", "1").is_some());
    }

    #[test]
    fn abandoned_ids_are_not_kept_forever() {
        let all = InFlightRequests::default();
        for id in 0..=MAX_ABANDONED_IDS {
            drop(all.begin("s", &id.to_string()));
        }
        assert!(all.begin("s", "1").is_none());
        assert!(all.begin("s", "0").is_some());
    }
}
