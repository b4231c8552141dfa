//! Progress of a scan, for a client that sent a progress token: a few times per second, always increasing.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use scenewright_catalogue::Progress;
use tokio::sync::watch;
use tokio::time::sleep;

const REPORT_INTERVAL: Duration = Duration::from_millis(100);

pub(crate) type ProgressCallback = Arc<dyn Fn(Progress) + Send + Sync>;

pub(crate) struct ProgressReporter {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    latest: watch::Receiver<Option<Progress>>,
    reported: u64,
}

/// `None` if the client did not request progress.
pub(crate) fn reporter(
    cx: &RequestContext<RoleServer>,
) -> Option<(ProgressReporter, ProgressCallback)> {
    let token = cx.meta.get_progress_token()?;
    let (sender, latest) = watch::channel(None);
    let watcher = Arc::new(move |progress| {
        sender.send_replace(Some(progress));
    });
    Some((ProgressReporter { peer: cx.peer.clone(), token, latest, reported: 0 }, watcher))
}

impl ProgressReporter {
    /// Runs until it is dropped.
    pub(crate) async fn report(&mut self) {
        while self.latest.changed().await.is_ok() {
            self.report_latest().await;
            sleep(REPORT_INTERVAL).await;
        }
        std::future::pending().await
    }

    /// Reports progress since the last report. Fails silently if the client has disconnected.
    pub(crate) async fn report_latest(&mut self) {
        let Some(Progress { done, total }) = *self.latest.borrow_and_update() else { return };
        if done > self.reported {
            self.reported = done;
            let progress = ProgressNotificationParam::new(self.token.clone(), done as f64);
            let _ = self.peer.notify_progress(progress.with_total(total as f64)).await;
        }
    }
}
