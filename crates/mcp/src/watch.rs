//! Turns file changes into notifications of the resources that they affect.

use std::sync::OnceLock;

use scenewright_catalogue::{ListenerGuard, ProjectChanges, Session};
use scenewright_dialects::resources::Resources;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::notifications::NotificationHub;

/// Starts with the first client.
#[derive(Default)]
pub(crate) struct ChangeWatch {
    watching: OnceLock<Option<ListenerGuard>>,
}

impl ChangeWatch {
    /// Must be called within a runtime.
    pub(crate) fn start(&self, session: &Session, resources: &Resources, hub: &NotificationHub) {
        self.watching.get_or_init(|| {
            // At most one batch per second arrives, so the queue stays short.
            let (sender, batches) = unbounded_channel();
            let watching = session.watch(move |changed| {
                // Fails only while the server shuts down.
                let _ = sender.send(changed.clone());
            });
            match watching {
                Ok(watching) => {
                    tokio::spawn(send_notifications(batches, resources.clone(), hub.clone()));
                    watching
                }
                Err(failure) => {
                    tracing::warn!("files are not watched: {failure}");
                    None
                }
            }
        });
    }
}

async fn send_notifications(
    mut batches: UnboundedReceiver<ProjectChanges>,
    resources: Resources,
    hub: NotificationHub,
) {
    while let Some(changed) = batches.recv().await {
        let paths: Vec<String> = changed.assets.iter().map(|change| change.path.clone()).collect();
        for uri in hub.subscribed() {
            if changed.everything || resources.is_affected(&paths, &uri) {
                hub.resource_updated(&uri);
            }
        }
        if changed.everything || resources.list_changed(&paths).await {
            hub.resources_changed();
        }
    }
}
