//! Scripts run on a thread of their own; the thread that holds the engine does what they request, one
//! request after another.

mod host;

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use scenewright_model::ObjectId;
use scenewright_script::{HostError, ObjectKey, ScriptError, ScriptLimits, ScriptRunner};

use super::ToolContext;
use crate::error::{ExplorerError, ExplorerResult};
use crate::view::ObjectLocation;

type HostRequest = Box<dyn FnOnce(&ToolContext<'_>) + Send>;
type HostResult<T> = Result<T, HostError>;

/// Runs work that needs scripts, and serves their requests meanwhile.
pub(super) fn with_scripts<T: Send>(
    ctx: &ToolContext<'_>,
    work: impl FnOnce(&ScriptRunner) -> T + Send,
) -> ExplorerResult<T> {
    let (requests, pending) = mpsc::channel::<HostRequest>();
    let uptime_at_start = ctx.state.session.uptime().as_secs_f64();
    let proxy =
        HostProxy { requests: Mutex::new(requests), uptime_at_start, started: Instant::now() };
    let work = move || work(&ScriptRunner::new(Arc::new(proxy), ScriptLimits::default()));
    thread::scope(|scope| {
        let script = thread::Builder::new().name("script".to_owned()).spawn_scoped(scope, work);
        let script =
            script.map_err(|error| ExplorerError::internal(format!("no thread: {error}")))?;
        // The sender is dropped with the scripts, which ends this loop.
        for request in pending {
            request(ctx);
        }
        script.join().map_err(|_| ExplorerError::internal("the script stopped unexpectedly"))
    })
}

pub(super) fn to_explorer_error(stopped: &ScriptError) -> ExplorerError {
    let error = ExplorerError::invalid_argument(stopped.to_string());
    match stopped {
        ScriptError::Limit(_) => error.hint("scripts are bounded in time, steps and memory"),
        ScriptError::Syntax(_) | ScriptError::Failed(_) => {
            error.hint("scripts are written in Rhai; docs/explorer.md lists what they can use")
        }
    }
}

/// Passes the requests of a script to the thread that can serve them.
struct HostProxy {
    requests: Mutex<Sender<HostRequest>>,
    /// The session's uptime when the script started, in seconds.
    uptime_at_start: f64,
    started: Instant,
}

impl HostProxy {
    fn ask<T: Send + 'static>(
        &self,
        request: impl FnOnce(&ToolContext<'_>) -> ExplorerResult<T> + Send + 'static,
    ) -> HostResult<T> {
        let (answer, answered) = mpsc::sync_channel(1);
        let request: HostRequest = Box::new(move |ctx| drop(answer.send(request(ctx))));
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = requests.send(request);
        drop(requests);
        let answer = sent.ok().and_then(|()| answered.recv().ok());
        let answer = answer.ok_or_else(|| HostError("the host has stopped".to_owned()))?;
        answer.map_err(|error| HostError(error.message))
    }

    /// Reads something of an object.
    fn with_object<T: Send + 'static>(
        &self,
        object: ObjectKey,
        read: impl FnOnce(&ObjectLocation, &ToolContext<'_>) -> ExplorerResult<T> + Send + 'static,
    ) -> HostResult<T> {
        self.ask(move |ctx| read(&ctx.view.find(object_id(object))?, ctx))
    }

    fn seconds(&self) -> f64 {
        self.uptime_at_start + self.started.elapsed().as_secs_f64()
    }
}

fn object_id(object: ObjectKey) -> ObjectId {
    ObjectId::from_number(object.0)
}
