//! From changes of files to notices: which resources they concern, and who wants to hear of them.

use std::sync::OnceLock;

use scenewright_catalogue::{ListenerGuard, ProjectChanges, Session};
use scenewright_dialects::resources::Resources;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::notices::NotificationHub;

/// Begins with the first client: before that there is nobody to tell.
#[derive(Default)]
pub(crate) struct ChangeWatch {
    watching: OnceLock<Option<ListenerGuard>>,
}

impl ChangeWatch {
    /// Must be called within a runtime.
    pub(crate) fn start(&self, session: &Session, resources: &Resources, hub: &NotificationHub) {
        self.watching.get_or_init(|| {
            // Bursts arrive as one batch a second at most, so that little can wait here.
            let (sender, batches) = unbounded_channel();
            let watching = session.watch(move |changed| {
                // Nobody hears it when the server is on its way out.
                let _ = sender.send(changed.clone());
            });
            match watching {
                Ok(watching) => {
                    tokio::spawn(send_notifications(batches, resources.clone(), hub.clone()));
                    watching
                }
                Err(failure) => {
                    tracing::warn!("changes of files go unnoticed: {failure}");
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
