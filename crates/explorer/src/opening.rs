//! Opens streams. What is now comes first, and then everything: the two are one step, so that no change
//! is lost in between or told twice. Streams that are asked for meanwhile are opened together.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use scenewright_catalogue::Failure;
use scenewright_engine::{Context, Engine};
use serde_json::Value;

use crate::calls::tell;
use crate::fault::{Fault, Found, Kind};
use crate::shared::{Shared, notification};
use crate::streams::Events;
use crate::tools::{scenes_page, selection_dto};
use crate::view::View;

/// How long to look for a permit when all requests are busy, and how long in between.
const OPEN_TIMEOUT: Duration = Duration::from_secs(30);
const RETRY_AFTER: Duration = Duration::from_millis(10);

/// Who waits for a stream, and whether a thread is opening them.
#[derive(Default)]
pub(crate) struct Opening {
    waiting: Vec<oneshot::Sender<Found<Events>>>,
    is_running: bool,
}

/// A stream that begins with its snapshots. It takes no permit of requests while it is open.
pub(crate) async fn open(shared: &Arc<Shared>) -> Found<Events> {
    let (sender, opened) = oneshot::channel();
    let start = {
        let mut opening = shared.opening();
        opening.waiting.push(sender);
        !std::mem::replace(&mut opening.is_running, true)
    };
    if start {
        let lent = Arc::clone(shared);
        let spawned = thread::Builder::new().name("opening".to_owned()).spawn(move || run(&lent));
        if let Err(error) = spawned {
            tracing::error!(%error, "no thread to open streams");
            fail(shared, &Fault::new(Kind::NotReady, "no thread to open streams"));
            shared.opening().is_running = false;
        }
    }
    opened.await.unwrap_or_else(|_| Err(Fault::internal("the stream was lost")))
}

/// Until nobody waits.
fn run(shared: &Arc<Shared>) {
    let mut since = Instant::now();
    loop {
        let lent = Arc::clone(shared);
        let work = move |engine: &dyn Engine, cx: &Context| {
            open_all(View { engine, cx, ids: &lent.ids }, &lent)
        };
        match shared.session.ask("stream_events", work).wait() {
            Ok(()) => since = Instant::now(),
            Err(Failure::Busy { .. }) if since.elapsed() < OPEN_TIMEOUT => {
                thread::sleep(RETRY_AFTER);
                continue;
            }
            Err(failure) => fail(shared, &Fault::from(failure)),
        }
        let mut opening = shared.opening();
        if opening.waiting.is_empty() {
            opening.is_running = false;
            return;
        }
    }
}

fn fail(shared: &Shared, fault: &Fault) {
    for sender in std::mem::take(&mut shared.opening().waiting) {
        // Whoever has gone does not ask why.
        let _ = sender.send(Err(fault.clone()));
    }
}

fn open_all(view: View<'_>, shared: &Shared) {
    let mut told = shared.told();
    tell(view, shared, &mut told, false);
    let waiting = std::mem::take(&mut shared.opening().waiting);
    let snapshots = snapshots(view);
    for sender in waiting {
        let opened = snapshots.clone().and_then(|snapshots| begun(shared, &snapshots));
        // A client that has gone drops its stream.
        let _ = sender.send(opened);
    }
}

fn snapshots(view: View<'_>) -> Found<[Arc<str>; 2]> {
    let event = |name, payload: Value| Arc::from(notification(name, &payload));
    Ok([event("scenes", scenes_page(view)?), event("selection", selection_dto(view)?)])
}

fn begun(shared: &Shared, snapshots: &[Arc<str>]) -> Found<Events> {
    let limit = shared.setup.max_streams;
    let events = shared.streams.open(limit).ok_or_else(|| {
        Fault::new(Kind::NotReady, format!("all {limit} streams are open"))
            .hint("close one, or start the server with a larger --max-streams")
    })?;
    for snapshot in snapshots {
        events.push(Arc::clone(snapshot));
    }
    Ok(events)
}
