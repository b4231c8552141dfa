//! Tells streams when the list of scenes or the selection has changed.
//!
//! Invariant: nobody waits for a stream to be read.
//! Invariant: what is reported is read under the lock under which it is reported, so that an older state is
//! never reported after a newer one.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use scenewright_catalogue::EngineTask;
use scenewright_engine::{Context, Engine};
use serde_json::json;

use crate::error::ExplorerResult;
use crate::state::{ExplorerState, StreamedState};
use crate::tools::selection_json;
use crate::view::{EngineView, with_view};

const STREAM_EVENTS: EngineTask = EngineTask::read("stream_events");

/// After a tool of this interface has changed something.
pub(crate) async fn notify_changes(state: &Arc<ExplorerState>, always_selection: bool) {
    if state.streams.is_empty() {
        return;
    }
    let lent = Arc::clone(state);
    let compare = move |engine: &dyn Engine, cx: &Context| {
        with_view(engine, cx, &lent.ids, |view| {
            notify_differences(view, &lent, &mut lent.streamed(), always_selection);
        });
    };
    if state.engine.run(STREAM_EVENTS, compare).answer().await.is_err() {
        notify_changes_soon(state);
    }
}

/// After a change through another dialect. Its caller does not wait: the comparison waits for a permit in
/// the queue. Changes that come meanwhile are reported together.
pub(crate) fn notify_changes_soon(state: &Arc<ExplorerState>) {
    if state.streams.is_empty() || state.is_comparing.swap(true, Ordering::AcqRel) {
        return;
    }
    let lent = Arc::clone(state);
    let compare = move || {
        let state = Arc::clone(&lent);
        let compare = move |engine: &dyn Engine, cx: &Context| {
            // Cleared first: a change during the comparison needs another one.
            state.is_comparing.store(false, Ordering::Release);
            with_view(engine, cx, &state.ids, |view| {
                notify_differences(view, &state, &mut state.streamed(), false);
            });
        };
        if lent.queued_engine().run(STREAM_EVENTS, compare).wait().is_err() {
            lent.is_comparing.store(false, Ordering::Release);
        }
    };
    if let Err(error) = thread::Builder::new().name("notifying".to_owned()).spawn(compare) {
        tracing::error!(%error, "no thread to notify streams of a change");
        state.is_comparing.store(false, Ordering::Release);
    }
}

/// Reports how the current state differs from the one that was reported last.
pub(crate) fn notify_differences(
    view: EngineView<'_>,
    state: &ExplorerState,
    streamed: &mut StreamedState,
    always_selection: bool,
) {
    let Ok(current) = current_state(view) else { return };
    let before = std::mem::replace(streamed, current.clone());
    if state.streams.is_empty() {
        return;
    }
    let missing = |from: &StreamedState, of: &StreamedState| -> Vec<String> {
        let is_missing = |path: &str| from.scenes.iter().all(|(other, _)| other != path);
        let missing = of.scenes.iter().filter(|(path, _)| is_missing(path));
        missing.map(|(_, id)| id.clone()).collect()
    };
    let (added, removed) = (missing(&before, &current), missing(&current, &before));
    if !added.is_empty() || !removed.is_empty() {
        state.notify("scenes_diff", &json!({ "added": added, "removed": removed }));
    }
    if always_selection || before.selection != current.selection {
        state.notify("selection", &current.selection);
    }
}

fn current_state(view: EngineView<'_>) -> ExplorerResult<StreamedState> {
    let scenes = view.scenes()?.into_iter().filter(|it| it.index >= 0 || it.roots > 0);
    let scenes = scenes.map(|scene| (scene.path, scene.id)).collect();
    Ok(StreamedState { scenes, selection: selection_json(view)? })
}
