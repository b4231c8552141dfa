//! Opens streams. What is now comes first, and then everything: the two are one step, so that no change
//! is lost in between or told twice. Streams that are asked for meanwhile are opened together.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use scenewright_catalogue::{EngineTask, Failure};
use scenewright_engine::{Context, Engine};
use serde_json::Value;

use crate::calls::notify_differences;
use crate::fault::{ExplorerError, ExplorerErrorKind, ExplorerResult};
use crate::shared::{ExplorerState, notification};
use crate::streams::EventStream;
use crate::tools::{scenes_page, selection_dto};
use crate::view::EngineView;

/// How long to look for a permit when all requests are busy, and how long in between.
const OPEN_TIMEOUT: Duration = Duration::from_secs(30);
const RETRY_AFTER: Duration = Duration::from_millis(10);

/// Who waits for a stream, and whether a thread is opening them.
#[derive(Default)]
pub(crate) struct PendingStreams {
    waiting: Vec<oneshot::Sender<ExplorerResult<EventStream>>>,
    is_running: bool,
}

/// A stream that begins with its snapshots. It takes no permit of requests while it is open.
pub(crate) async fn open(shared: &Arc<ExplorerState>) -> ExplorerResult<EventStream> {
    let (sender, opened) = oneshot::channel();
    let start = {
        let mut opening = shared.pending_streams();
        opening.waiting.push(sender);
        !std::mem::replace(&mut opening.is_running, true)
    };
    if start {
        let lent = Arc::clone(shared);
        let spawned = thread::Builder::new().name("opening".to_owned()).spawn(move || run(&lent));
        if let Err(error) = spawned {
            tracing::error!(%error, "no thread to open streams");
            fail(
                shared,
                &ExplorerError::new(ExplorerErrorKind::NotReady, "no thread to open streams"),
            );
            shared.pending_streams().is_running = false;
        }
    }
    opened.await.unwrap_or_else(|_| Err(ExplorerError::internal("the stream was lost")))
}

/// Until nobody waits.
fn run(shared: &Arc<ExplorerState>) {
    let mut since = Instant::now();
    loop {
        let lent = Arc::clone(shared);
        let work = move |engine: &dyn Engine, cx: &Context| {
            open_all(EngineView { engine, cx, ids: &lent.ids }, &lent)
        };
        match shared.engine.run(EngineTask::read("stream_events"), work).wait() {
            Ok(()) => since = Instant::now(),
            Err(Failure::Busy { .. }) if since.elapsed() < OPEN_TIMEOUT => {
                thread::sleep(RETRY_AFTER);
                continue;
            }
            Err(failure) => fail(shared, &ExplorerError::from(failure)),
        }
        let mut opening = shared.pending_streams();
        if opening.waiting.is_empty() {
            opening.is_running = false;
            return;
        }
    }
}

fn fail(shared: &ExplorerState, fault: &ExplorerError) {
    for sender in std::mem::take(&mut shared.pending_streams().waiting) {
        // Whoever has gone does not ask why.
        let _ = sender.send(Err(fault.clone()));
    }
}

fn open_all(view: EngineView<'_>, shared: &ExplorerState) {
    let mut told = shared.streamed();
    notify_differences(view, shared, &mut told, false);
    let waiting = std::mem::take(&mut shared.pending_streams().waiting);
    let snapshots = snapshots(view);
    for sender in waiting {
        let opened = snapshots.clone().and_then(|snapshots| open_stream(shared, &snapshots));
        // A client that has gone drops its stream.
        let _ = sender.send(opened);
    }
}

fn snapshots(view: EngineView<'_>) -> ExplorerResult<[Arc<str>; 2]> {
    let event = |name, payload: Value| Arc::from(notification(name, &payload));
    Ok([event("scenes", scenes_page(view)?), event("selection", selection_dto(view)?)])
}

fn open_stream(shared: &ExplorerState, snapshots: &[Arc<str>]) -> ExplorerResult<EventStream> {
    let limit = shared.setup.max_streams;
    let events = shared.streams.open(limit).ok_or_else(|| {
        ExplorerError::new(ExplorerErrorKind::NotReady, format!("all {limit} streams are open"))
            .hint("close one, or start the server with a larger --max-streams")
    })?;
    for snapshot in snapshots {
        events.push(Arc::clone(snapshot));
    }
    Ok(events)
}
