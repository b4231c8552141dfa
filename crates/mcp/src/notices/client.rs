//! One client that hears of changes, and what waits for it.
#![expect(deprecated, reason = "clients of the handshake revisions still ask for log messages")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, ResourceUpdatedNotificationParam};
use rmcp::service::{Peer, SubscriptionSendError, SubscriptionSink};
use tokio::runtime::Handle;

use super::{MAX_SUBSCRIPTIONS, Notice, TooManySubscriptions};

/// How a client is reached.
pub(super) enum Wire {
    Session(Peer<RoleServer>),
    Stream(SubscriptionSink),
}

pub(super) struct Client {
    wire: Wire,
    state: Mutex<State>,
    /// Changes are seen on threads that belong to no runtime.
    runtime: Handle,
}

#[derive(Default)]
struct State {
    /// Of a session; a stream's own filter holds those of a stream.
    subscribed: BTreeSet<String>,
    waiting: BTreeSet<Notice>,
    sending: bool,
    gone: bool,
    log_level: Option<LoggingLevel>,
}

impl Client {
    /// Must be called within a runtime: that one sends.
    pub(super) fn new(wire: Wire) -> Client {
        Client { wire, state: Mutex::default(), runtime: Handle::current() }
    }

    pub(super) fn is_gone(&self) -> bool {
        let closed = match &self.wire {
            Wire::Session(peer) => peer.is_transport_closed(),
            Wire::Stream(_) => false,
        };
        closed || self.state().gone
    }

    /// The SDK gives peers no name, but all clones of one share what it said of itself.
    pub(super) fn is_session_of(&self, peer: &Peer<RoleServer>) -> bool {
        let Wire::Session(own) = &self.wire else { return false };
        match (own.peer_info(), peer.peer_info()) {
            (Some(own), Some(other)) => Arc::ptr_eq(&own, &other),
            _ => false,
        }
    }

    pub(super) fn subscribe(&self, uri: &str) -> Result<(), TooManySubscriptions> {
        let mut state = self.state();
        if state.subscribed.len() >= MAX_SUBSCRIPTIONS && !state.subscribed.contains(uri) {
            return Err(TooManySubscriptions);
        }
        state.subscribed.insert(uri.to_owned());
        Ok(())
    }

    pub(super) fn unsubscribe(&self, uri: &str) {
        let mut state = self.state();
        state.subscribed.remove(uri);
        state.waiting.remove(&Notice::ResourceUpdated(uri.to_owned()));
    }

    pub(super) fn subscribed(&self) -> Vec<String> {
        match &self.wire {
            Wire::Session(_) => self.state().subscribed.iter().cloned().collect(),
            Wire::Stream(sink) => {
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

    /// Never waits. A client that reads slowly has at most one of each notice waiting.
    pub(super) fn post(self: &Arc<Client>, notice: &Notice) {
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

    fn wants(&self, state: &State, notice: &Notice) -> bool {
        match (&self.wire, notice) {
            (Wire::Session(_), Notice::ResourceUpdated(uri)) => state.subscribed.contains(uri),
            (Wire::Session(_), _) => true,
            (Wire::Stream(sink), notice) => {
                let accepted = sink.accepted();
                match notice {
                    Notice::ToolsChanged => accepted.tools_list_changed == Some(true),
                    Notice::PromptsChanged => accepted.prompts_list_changed == Some(true),
                    Notice::ResourcesChanged => accepted.resources_list_changed == Some(true),
                    Notice::ResourceUpdated(uri) => {
                        accepted.resource_subscriptions.iter().flatten().any(|own| own == uri)
                    }
                }
            }
        }
    }

    async fn send_all(self: Arc<Client>) {
        while let Some(notice) = self.next() {
            if self.send(notice).await.is_err() {
                self.state().gone = true;
                return;
            }
        }
    }

    fn next(&self) -> Option<Notice> {
        let mut state = self.state();
        let next = state.waiting.pop_first();
        state.sending = next.is_some();
        next
    }

    async fn send(&self, notice: Notice) -> Result<(), SubscriptionSendError> {
        match &self.wire {
            Wire::Session(peer) => Ok(match notice {
                Notice::ToolsChanged => peer.notify_tool_list_changed().await,
                Notice::PromptsChanged => peer.notify_prompt_list_changed().await,
                Notice::ResourcesChanged => peer.notify_resource_list_changed().await,
                Notice::ResourceUpdated(uri) => {
                    peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await
                }
            }?),
            Wire::Stream(sink) => match notice {
                Notice::ToolsChanged => sink.notify_tool_list_changed().await,
                Notice::PromptsChanged => sink.notify_prompt_list_changed().await,
                Notice::ResourcesChanged => sink.notify_resource_list_changed().await,
                Notice::ResourceUpdated(uri) => sink.notify_resource_updated(uri).await,
            },
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No statement that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
