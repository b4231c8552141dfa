//! Scripts run on a thread of their own; what they ask of the world is done by the thread that has it,
//! one errand after another.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use scenewright_model::ObjectId;
use scenewright_script::{HostError, ObjectKey, ScriptError, ScriptLimits, ScriptRunner};
use serde_json::Value;

use super::{ToolContext, ToolHandler};
use crate::args::ExplorerArgs;
use crate::fault::{ExplorerError, ExplorerResult};
use crate::view::ObjectLocation;

type HostRequest = Box<dyn FnOnce(&ToolContext<'_>) + Send>;
pub(super) type HostResult<T> = Result<T, HostError>;

/// Does work that needs scripts, and their errands meanwhile.
pub(super) fn with_scripts<T: Send>(
    desk: &ToolContext<'_>,
    work: impl FnOnce(&ScriptRunner) -> T + Send,
) -> ExplorerResult<T> {
    let (errands, waiting) = mpsc::channel::<HostRequest>();
    let before = desk.shared.session.uptime().as_secs_f64();
    let messenger = HostProxy { errands: Mutex::new(errands), before, started: Instant::now() };
    let work = move || work(&ScriptRunner::new(Arc::new(messenger), ScriptLimits::default()));
    thread::scope(|scope| {
        let script = thread::Builder::new().name("script".to_owned()).spawn_scoped(scope, work);
        let script =
            script.map_err(|error| ExplorerError::internal(format!("no thread: {error}")))?;
        // The messenger goes with the scripts, and then nothing waits any more.
        for errand in waiting {
            errand(desk);
        }
        script.join().map_err(|_| ExplorerError::internal("the script stopped unexpectedly"))
    })
}

pub(super) fn to_explorer_error(stopped: &ScriptError) -> ExplorerError {
    let fault = ExplorerError::invalid_argument(stopped.to_string());
    match stopped {
        ScriptError::Limit(_) => fault.hint("scripts are bounded in time, steps and memory"),
        ScriptError::Syntax(_) | ScriptError::Failed(_) => {
            fault.hint("scripts are written in Rhai; docs/explorer.md tells what they can reach")
        }
    }
}

/// Carries what a script wants to the thread that can do it.
pub(super) struct HostProxy {
    errands: Mutex<Sender<HostRequest>>,
    /// Seconds that the world had been there when the script started.
    before: f64,
    started: Instant,
}

impl HostProxy {
    pub(super) fn ask<T: Send + 'static>(
        &self,
        errand: impl FnOnce(&ToolContext<'_>) -> ExplorerResult<T> + Send + 'static,
    ) -> HostResult<T> {
        let (answer, answered) = mpsc::sync_channel(1);
        let errand: HostRequest = Box::new(move |desk| drop(answer.send(errand(desk))));
        let errands = self.errands.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = errands.send(errand);
        drop(errands);
        let answer = sent.ok().and_then(|()| answered.recv().ok());
        let answer = answer.ok_or_else(|| HostError("the world has gone".to_owned()))?;
        answer.map_err(|fault| HostError(fault.message))
    }

    /// Reads something of an object.
    pub(super) fn with_object<T: Send + 'static>(
        &self,
        object: ObjectKey,
        read: impl FnOnce(&ObjectLocation, &ToolContext<'_>) -> ExplorerResult<T> + Send + 'static,
    ) -> HostResult<T> {
        self.ask(move |desk| read(&desk.view.find(object_id(object))?, desk))
    }

    /// A tool that changes something.
    pub(super) fn call(&self, tool: ToolHandler, arguments: Value) -> HostResult<()> {
        self.ask(move |desk| tool(&ExplorerArgs::new(Some(arguments))?, desk).map(drop))
    }

    pub(super) fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }
}

pub(super) fn object_id(object: ObjectKey) -> ObjectId {
    ObjectId::from_number(object.0)
}
