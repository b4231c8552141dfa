//! Notifies every client of changes, in the form of its revision: sessions with a handshake get notifications
//! from their peer, `subscriptions/listen` streams get their own.
//!
//! Invariant: nothing waits for a client to read a notification.
#![expect(deprecated, reason = "clients of the handshake revisions still ask for log messages")]

mod subscriber;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::RoleServer;
use rmcp::model::LoggingLevel;
use rmcp::service::{Peer, SubscriptionContext};

use subscriber::{Subscriber, SubscriberChannel};

/// The maximum for a session, which also bounds the notifications that wait for a client.
pub(crate) const MAX_SUBSCRIPTIONS: usize = 1024;

/// What a client may be notified of. Waiting notifications are sent in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ServerNotification {
    ToolsChanged,
    PromptsChanged,
    ResourcesChanged,
    ResourceUpdated(String),
}

/// All clients that get notifications. Clones share them.
///
/// Nothing here waits for a client: each has its own task while notifications wait for it, and equal ones
/// are merged.
#[derive(Clone, Default)]
pub struct NotificationHub {
    clients: Arc<Mutex<Vec<Arc<Subscriber>>>>,
}

/// The session already has [`MAX_SUBSCRIPTIONS`].
#[derive(Debug)]
pub(crate) struct TooManySubscriptionsError;

impl NotificationHub {
    pub fn tools_changed(&self) {
        self.post(&ServerNotification::ToolsChanged);
    }

    pub fn prompts_changed(&self) {
        self.post(&ServerNotification::PromptsChanged);
    }

    pub(crate) fn resources_changed(&self) {
        self.post(&ServerNotification::ResourcesChanged);
    }

    pub fn resource_updated(&self, uri: &str) {
        self.post(&ServerNotification::ResourceUpdated(uri.to_owned()));
    }

    /// Every resource with a subscriber.
    pub(crate) fn subscribed(&self) -> BTreeSet<String> {
        self.clients().iter().flat_map(|client| client.subscribed()).collect()
    }

    /// `logging/setLevel`.
    pub(crate) fn set_log_level(&self, peer: &Peer<RoleServer>, level: LoggingLevel) {
        self.session(peer).set_log_level(level);
    }

    /// The minimum level of log messages for a session; `None` if it did not set one.
    pub(crate) fn log_level(&self, peer: &Peer<RoleServer>) -> Option<LoggingLevel> {
        let clients = self.clients();
        clients.iter().find(|client| client.is_session_of(peer))?.log_level()
    }

    /// Whether any session has set a level.
    pub(crate) fn has_log_levels(&self) -> bool {
        self.clients().iter().any(|client| client.log_level().is_some())
    }

    /// Adds a session after its handshake. May be called again for the same one.
    pub(crate) fn register_session(&self, peer: &Peer<RoleServer>) {
        self.session(peer);
    }

    /// `resources/subscribe`.
    pub(crate) fn subscribe(
        &self,
        peer: &Peer<RoleServer>,
        uri: &str,
    ) -> Result<(), TooManySubscriptionsError> {
        self.session(peer).subscribe(uri)
    }

    /// `resources/unsubscribe`.
    pub(crate) fn unsubscribe(&self, peer: &Peer<RoleServer>, uri: &str) {
        self.session(peer).unsubscribe(uri);
    }

    /// `subscriptions/listen`: serves the stream until its client ends it.
    pub(crate) async fn listen(&self, subscription: &SubscriptionContext) {
        let client =
            Arc::new(Subscriber::new(SubscriberChannel::Stream(subscription.sink().clone())));
        self.clients().push(Arc::clone(&client));
        let _leave = RemoveOnDrop { hub: self, client: &client };
        subscription.cancelled().await;
    }

    fn session(&self, peer: &Peer<RoleServer>) -> Arc<Subscriber> {
        let mut clients = self.clients();
        clients.retain(|client| !client.is_gone());
        if let Some(known) = clients.iter().find(|client| client.is_session_of(peer)) {
            return Arc::clone(known);
        }
        let client = Arc::new(Subscriber::new(SubscriberChannel::Session(peer.clone())));
        clients.push(Arc::clone(&client));
        client
    }

    fn post(&self, notice: &ServerNotification) {
        let mut clients = self.clients();
        clients.retain(|client| !client.is_gone());
        for client in clients.iter() {
            client.post(notice);
        }
    }

    fn clients(&self) -> MutexGuard<'_, Vec<Arc<Subscriber>>> {
        // The list is consistent between any two statements that could panic.
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes the stream even if the request is dropped while it waits.
struct RemoveOnDrop<'a> {
    hub: &'a NotificationHub,
    client: &'a Arc<Subscriber>,
}

impl Drop for RemoveOnDrop<'_> {
    fn drop(&mut self) {
        self.hub.clients().retain(|client| !Arc::ptr_eq(client, self.client));
    }
}
