//! One client that gets notifications, and those that wait for it.
#![expect(deprecated, reason = "clients of the handshake revisions still ask for log messages")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, ResourceUpdatedNotificationParam};
use rmcp::service::{Peer, SubscriptionSendError, SubscriptionSink};
use tokio::runtime::Handle;

use super::{MAX_SUBSCRIPTIONS, ServerNotification, TooManySubscriptionsError};

/// How a client is reached.
pub(super) enum SubscriberChannel {
    Session(Peer<RoleServer>),
    Stream(SubscriptionSink),
}

pub(super) struct Subscriber {
    channel: SubscriberChannel,
    state: Mutex<SubscriberState>,
    /// Changes are detected on threads outside of the runtime.
    runtime: Handle,
}

#[derive(Default)]
struct SubscriberState {
    /// Of a session; a stream has its own filter.
    subscribed: BTreeSet<String>,
    waiting: BTreeSet<ServerNotification>,
    sending: bool,
    gone: bool,
    log_level: Option<LoggingLevel>,
}

impl Subscriber {
    /// Must be called within a runtime, which sends.
    pub(super) fn new(channel: SubscriberChannel) -> Subscriber {
        Subscriber { channel, state: Mutex::default(), runtime: Handle::current() }
    }

    pub(super) fn is_gone(&self) -> bool {
        let closed = match &self.channel {
            SubscriberChannel::Session(peer) => peer.is_transport_closed(),
            SubscriberChannel::Stream(_) => false,
        };
        closed || self.state().gone
    }

    /// The SDK gives peers no id, but all clones of a peer share its client info.
    pub(super) fn is_session_of(&self, peer: &Peer<RoleServer>) -> bool {
        let SubscriberChannel::Session(own) = &self.channel else { return false };
        match (own.peer_info(), peer.peer_info()) {
            (Some(own), Some(other)) => Arc::ptr_eq(&own, &other),
            _ => false,
        }
    }

    pub(super) fn subscribe(&self, uri: &str) -> Result<(), TooManySubscriptionsError> {
        let mut state = self.state();
        if state.subscribed.len() >= MAX_SUBSCRIPTIONS && !state.subscribed.contains(uri) {
            return Err(TooManySubscriptionsError);
        }
        state.subscribed.insert(uri.to_owned());
        Ok(())
    }

    pub(super) fn unsubscribe(&self, uri: &str) {
        let mut state = self.state();
        state.subscribed.remove(uri);
        state.waiting.remove(&ServerNotification::ResourceUpdated(uri.to_owned()));
    }

    pub(super) fn subscribed(&self) -> Vec<String> {
        match &self.channel {
            SubscriberChannel::Session(_) => self.state().subscribed.iter().cloned().collect(),
            SubscriberChannel::Stream(sink) => {
                sink.accepted().resource_subscriptions.clone().unwrap_or_default()
            }
        }
    }

    pub(super) fn set_log_level(&self, level: LoggingLevel) {
        self.state().log_level = Some(level);
    }

    pub(super) fn log_level(&self) -> Option<LoggingLevel> {
        self.state().log_level
    }

    /// Never waits. At most one of each notification waits for a slow client.
    pub(super) fn post(self: &Arc<Subscriber>, notice: &ServerNotification) {
        let mut state = self.state();
        if !self.wants(&state, notice) {
            return;
        }
        state.waiting.insert(notice.clone());
        if !state.sending {
            state.sending = true;
            self.runtime.spawn(Arc::clone(self).send_all());
        }
    }

    fn wants(&self, state: &SubscriberState, notice: &ServerNotification) -> bool {
        match (&self.channel, notice) {
            (SubscriberChannel::Session(_), ServerNotification::ResourceUpdated(uri)) => {
                state.subscribed.contains(uri)
            }
            (SubscriberChannel::Session(_), _) => true,
            (SubscriberChannel::Stream(sink), notice) => {
                let accepted = sink.accepted();
                match notice {
                    ServerNotification::ToolsChanged => accepted.tools_list_changed == Some(true),
                    ServerNotification::PromptsChanged => {
                        accepted.prompts_list_changed == Some(true)
                    }
                    ServerNotification::ResourcesChanged => {
                        accepted.resources_list_changed == Some(true)
                    }
                    ServerNotification::ResourceUpdated(uri) => {
                        accepted.resource_subscriptions.iter().flatten().any(|own| own == uri)
                    }
                }
            }
        }
    }

    async fn send_all(self: Arc<Subscriber>) {
        while let Some(notice) = self.next() {
            if self.send(notice).await.is_err() {
                self.state().gone = true;
                return;
            }
        }
    }

    fn next(&self) -> Option<ServerNotification> {
        let mut state = self.state();
        let next = state.waiting.pop_first();
        state.sending = next.is_some();
        next
    }

    async fn send(&self, notice: ServerNotification) -> Result<(), SubscriptionSendError> {
        match &self.channel {
            SubscriberChannel::Session(peer) => Ok(match notice {
                ServerNotification::ToolsChanged => peer.notify_tool_list_changed().await,
                ServerNotification::PromptsChanged => peer.notify_prompt_list_changed().await,
                ServerNotification::ResourcesChanged => peer.notify_resource_list_changed().await,
                ServerNotification::ResourceUpdated(uri) => {
                    peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await
                }
            }?),
            SubscriberChannel::Stream(sink) => match notice {
                ServerNotification::ToolsChanged => sink.notify_tool_list_changed().await,
                ServerNotification::PromptsChanged => sink.notify_prompt_list_changed().await,
                ServerNotification::ResourcesChanged => sink.notify_resource_list_changed().await,
                ServerNotification::ResourceUpdated(uri) => sink.notify_resource_updated(uri).await,
            },
        }
    }

    fn state(&self) -> MutexGuard<'_, SubscriberState> {
        // No statement that holds the lock leaves the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
