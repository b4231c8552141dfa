//! Scripts run on a thread of their own; what they ask of the world is done by the thread that has it,
//! one errand after another.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use scenewright_model::ObjectId;
use scenewright_script::{HostError, Limits, ObjectKey, Scripts, Stopped};
use serde_json::Value;

use super::{Desk, Run};
use crate::args::Args;
use crate::fault::{Fault, Found};
use crate::view::Place;

type Errand = Box<dyn FnOnce(&Desk<'_>) + Send>;
pub(super) type Told<T> = Result<T, HostError>;

/// Does work that needs scripts, and their errands meanwhile.
pub(super) fn with_scripts<T: Send>(
    desk: &Desk<'_>,
    work: impl FnOnce(&Scripts) -> T + Send,
) -> Found<T> {
    let (errands, waiting) = mpsc::channel::<Errand>();
    let before = desk.shared.session.uptime().as_secs_f64();
    let messenger = Messenger { errands: Mutex::new(errands), before, started: Instant::now() };
    let work = move || work(&Scripts::new(Arc::new(messenger), Limits::default()));
    thread::scope(|scope| {
        let script = thread::Builder::new().name("script".to_owned()).spawn_scoped(scope, work);
        let script = script.map_err(|error| Fault::internal(format!("no thread: {error}")))?;
        // The messenger goes with the scripts, and then nothing waits any more.
        for errand in waiting {
            errand(desk);
        }
        script.join().map_err(|_| Fault::internal("the script stopped unexpectedly"))
    })
}

pub(super) fn fault(stopped: &Stopped) -> Fault {
    let fault = Fault::argument(stopped.to_string());
    match stopped {
        Stopped::Limit(_) => fault.hint("scripts are bounded in time, steps and memory"),
        Stopped::Syntax(_) | Stopped::Failed(_) => {
            fault.hint("scripts are written in Rhai; docs/explorer.md tells what they can reach")
        }
    }
}

/// Carries what a script wants to the thread that can do it.
pub(super) struct Messenger {
    errands: Mutex<Sender<Errand>>,
    /// Seconds that the world had been there when the script started.
    before: f64,
    started: Instant,
}

impl Messenger {
    pub(super) fn ask<T: Send + 'static>(
        &self,
        errand: impl FnOnce(&Desk<'_>) -> Found<T> + Send + 'static,
    ) -> Told<T> {
        let (answer, answered) = mpsc::sync_channel(1);
        let errand: Errand = Box::new(move |desk| drop(answer.send(errand(desk))));
        let errands = self.errands.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = errands.send(errand);
        drop(errands);
        let answer = sent.ok().and_then(|()| answered.recv().ok());
        let answer = answer.ok_or_else(|| HostError("the world has gone".to_owned()))?;
        answer.map_err(|fault| HostError(fault.message))
    }

    /// Reads something of an object.
    pub(super) fn of<T: Send + 'static>(
        &self,
        object: ObjectKey,
        read: impl FnOnce(&Place, &Desk<'_>) -> Found<T> + Send + 'static,
    ) -> Told<T> {
        self.ask(move |desk| read(&desk.view.find(id(object))?, desk))
    }

    /// A tool that changes something.
    pub(super) fn call(&self, tool: Run, arguments: Value) -> Told<()> {
        self.ask(move |desk| tool(&Args::new(Some(arguments))?, desk).map(drop))
    }

    pub(super) fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }
}

pub(super) fn id(object: ObjectKey) -> ObjectId {
    ObjectId::from_number(object.0)
}
