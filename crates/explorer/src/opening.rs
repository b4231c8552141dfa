//! Opens streams. A stream begins with a snapshot of the current state; the snapshot and the subscription
//! are one step, so that no change is lost in between or reported twice. Streams that are requested
//! meanwhile are opened together.

use std::sync::Arc;
use std::thread;

use scenewright_catalogue::EngineTask;
use scenewright_engine::{Context, Engine};
use serde_json::Value;

use crate::changes::notify_differences;
use crate::error::{ExplorerError, ExplorerErrorKind, ExplorerResult};
use crate::state::{ExplorerState, notification};
use crate::streams::EventStream;
use crate::tools::{scenes_page, selection_json};
use crate::view::{EngineView, with_view};

/// The requests for streams, and whether a thread is opening them.
#[derive(Default)]
pub(crate) struct PendingStreams {
    waiting: Vec<oneshot::Sender<ExplorerResult<EventStream>>>,
    is_running: bool,
}

/// A stream that begins with its snapshots. It holds no permit while it is open.
pub(crate) async fn open(state: &Arc<ExplorerState>) -> ExplorerResult<EventStream> {
    let (sender, opened) = oneshot::channel();
    let start = {
        let mut pending = state.pending_streams();
        pending.waiting.push(sender);
        !std::mem::replace(&mut pending.is_running, true)
    };
    if start {
        let lent = Arc::clone(state);
        let spawned = thread::Builder::new().name("opening".to_owned()).spawn(move || run(&lent));
        if let Err(error) = spawned {
            tracing::error!(%error, "no thread to open streams");
            fail(
                state,
                &ExplorerError::new(ExplorerErrorKind::NotReady, "no thread to open streams"),
            );
            state.pending_streams().is_running = false;
        }
    }
    opened.await.unwrap_or_else(|_| Err(ExplorerError::internal("the stream was lost")))
}

/// Until no request is left.
fn run(state: &Arc<ExplorerState>) {
    loop {
        let lent = Arc::clone(state);
        let work = move |engine: &dyn Engine, cx: &Context| {
            with_view(engine, cx, &lent.ids, |view| open_all(view, &lent));
        };
        let task = EngineTask::read("stream_events");
        if let Err(failure) = state.queued_engine().run(task, work).wait() {
            fail(state, &ExplorerError::from(failure));
        }
        let mut pending = state.pending_streams();
        if pending.waiting.is_empty() {
            pending.is_running = false;
            return;
        }
    }
}

fn fail(state: &ExplorerState, error: &ExplorerError) {
    for sender in std::mem::take(&mut state.pending_streams().waiting) {
        // A client that has gone needs no answer.
        let _ = sender.send(Err(error.clone()));
    }
}

fn open_all(view: EngineView<'_>, state: &ExplorerState) {
    let mut streamed = state.streamed();
    notify_differences(view, state, &mut streamed, false);
    let waiting = std::mem::take(&mut state.pending_streams().waiting);
    let snapshots = snapshots(view);
    for sender in waiting {
        let opened = snapshots.clone().and_then(|snapshots| open_stream(state, &snapshots));
        // A client that has gone drops its stream.
        let _ = sender.send(opened);
    }
}

fn snapshots(view: EngineView<'_>) -> ExplorerResult<[Arc<str>; 2]> {
    let event = |name, payload: Value| Arc::from(notification(name, &payload));
    Ok([event("scenes", scenes_page(view)?), event("selection", selection_json(view)?)])
}

fn open_stream(state: &ExplorerState, snapshots: &[Arc<str>]) -> ExplorerResult<EventStream> {
    let limit = state.setup.max_streams;
    let events = state.streams.open(limit).ok_or_else(|| {
        ExplorerError::new(ExplorerErrorKind::NotReady, format!("all {limit} streams are open"))
            .hint("close one, or start the server with a larger --max-streams")
    })?;
    for snapshot in snapshots {
        events.push(Arc::clone(snapshot));
    }
    Ok(events)
}
