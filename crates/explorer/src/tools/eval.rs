//! The console: code runs on a thread of its own, and what it asks of the world is done here, one
//! errand after another, by the thread that has the world.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use scenewright_catalogue::LogLevel;
use scenewright_model::{Edit, ObjectId, ObjectRef};
use scenewright_script::{Host, HostError, Limits, ObjectKey, Scripts, Stopped};
use serde_json::{Value, json};

use super::{Desk, components, writes};
use crate::args::Args;
use crate::fault::{Fault, Found};
use crate::members::{Part, set_edit};
use crate::view::Place;
use crate::view::types::Types;
use crate::view::walk::depth_first;

pub(super) fn console(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    let code = args.text("code")?.ok_or_else(|| Fault::argument("'code' is required"))?;
    Ok(json!({ "ok": true, "result": run(desk, code)? }))
}

pub(super) fn script(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    let script = desk.shared.scripts()?.read(args.required("path")?)?;
    Ok(json!({ "ok": true, "result": run(desk, &script.content)? }))
}

pub(super) fn startup(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    let (_, path, script) = desk.shared.scripts()?.startup()?;
    let script = script.ok_or_else(|| {
        Fault::not_found("there is no startup script").hint("WriteStartupScript makes one")
    })?;
    let result = run(desk, &script.content)?;
    Ok(json!({ "ok": true, "result": result, "path": path.display().to_string() }))
}

fn run(desk: &Desk<'_>, source: &str) -> Found<Value> {
    let (errands, waiting) = mpsc::channel::<Errand>();
    let host = Arc::new(Messenger { errands: Mutex::new(errands), started: Instant::now() });
    let source = source.to_owned();
    let work = move || Scripts::new(host, Limits::default()).run(&source);
    let script = thread::Builder::new().name("script".to_owned()).spawn(work);
    let script = script.map_err(|error| Fault::internal(format!("no thread: {error}")))?;
    // The last messenger goes with the script.
    for errand in waiting {
        errand(desk);
    }
    match script.join() {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(stopped)) => Err(fault(&stopped)),
        Err(_) => Err(Fault::internal("the script stopped unexpectedly")),
    }
}

fn fault(stopped: &Stopped) -> Fault {
    let fault = Fault::argument(stopped.to_string());
    match stopped {
        Stopped::Limit(_) => fault.hint("scripts are bounded in time, steps and memory"),
        Stopped::Syntax(_) | Stopped::Failed(_) => {
            fault.hint("scripts are written in Rhai; docs/explorer.md tells what they can reach")
        }
    }
}

type Errand = Box<dyn FnOnce(&Desk<'_>) + Send>;
type Told<T> = Result<T, HostError>;

/// Carries what a script wants to the thread that can do it.
struct Messenger {
    errands: Mutex<Sender<Errand>>,
    started: Instant,
}

impl Messenger {
    fn ask<T: Send + 'static>(
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

    fn of<T: Send + 'static>(
        &self,
        object: ObjectKey,
        read: impl FnOnce(&Place, &Desk<'_>) -> Found<T> + Send + 'static,
    ) -> Told<T> {
        self.ask(move |desk| read(&desk.view.find(id(object))?, desk))
    }

    /// A tool that changes an object.
    fn call(&self, tool: fn(&Args, &Desk<'_>) -> Found<Value>, arguments: Value) -> Told<()> {
        self.ask(move |desk| tool(&Args::new(Some(arguments))?, desk).map(drop))
    }
}

fn id(object: ObjectKey) -> ObjectId {
    ObjectId::from_number(object.0)
}

fn key(place: &Place, index: scenewright_model::ObjectIndex) -> ObjectKey {
    ObjectKey(place.scene.object(index).id.get())
}

impl Host for Messenger {
    fn find(&self, path: &str) -> Told<Option<ObjectKey>> {
        let path = path.trim_start_matches('/').to_owned();
        self.ask(move |desk| {
            for scene in desk.view.all_scenes()? {
                if let Some(object) = scene.objects.iter().find(|object| object.path == path) {
                    return Ok(Some(ObjectKey(object.id.get())));
                }
            }
            Ok(None)
        })
    }

    fn find_all(&self, name: &str) -> Told<Vec<ObjectKey>> {
        let name = name.to_owned();
        self.ask(move |desk| {
            let mut found = Vec::new();
            for scene in desk.view.all_scenes()? {
                let fitting = depth_first(&scene).into_iter().filter(|object| object.name == name);
                found.extend(fitting.map(|object| ObjectKey(object.id.get())));
            }
            Ok(found)
        })
    }

    fn name(&self, object: ObjectKey) -> Told<String> {
        self.of(object, |place, _| Ok(place.object().name.clone()))
    }

    fn path(&self, object: ObjectKey) -> Told<String> {
        self.of(object, |place, _| Ok(place.object().path.clone()))
    }

    fn parent(&self, object: ObjectKey) -> Told<Option<ObjectKey>> {
        self.of(object, |place, _| Ok(place.object().parent.map(|parent| key(place, parent))))
    }

    fn children(&self, object: ObjectKey) -> Told<Vec<ObjectKey>> {
        self.of(object, |place, _| {
            Ok(place.object().children.iter().map(|child| key(place, *child)).collect())
        })
    }

    fn components(&self, object: ObjectKey) -> Told<Vec<String>> {
        self.of(object, |place, desk| {
            let types = Types::new(desk.view);
            Ok(place.object().components.iter().map(|part| types.full_name(part)).collect())
        })
    }

    fn is_active(&self, object: ObjectKey) -> Told<bool> {
        self.of(object, |place, _| Ok(place.object().active))
    }

    fn set_active(&self, object: ObjectKey, active: bool) -> Told<()> {
        let object = id(object).to_string();
        self.call(writes::set_active, json!({ "objectId": object, "active": active }))
    }

    /// Without a parent it goes into the scene that was loaded first.
    fn create(&self, name: &str, parent: Option<ObjectKey>) -> Told<ObjectKey> {
        let name = name.to_owned();
        self.ask(move |desk| {
            let scene = match parent {
                Some(parent) => desk.view.find(id(parent))?.scene,
                None => desk.view.real_scenes()?.into_iter().next().ok_or_else(|| {
                    Fault::argument("no scene is loaded").hint("LoadScene loads one")
                })?,
            };
            let change = Edit::CreateObject {
                scene: scene.path.clone(),
                parent: parent.map(|parent| ObjectRef::Id(id(parent))),
                sibling: None,
                name,
                class: None,
                components: Vec::new(),
            };
            let made = writes::edit(desk, &[change], "Create")?.created;
            let made = made.first().ok_or_else(|| Fault::internal("nothing was made"))?;
            Ok(ObjectKey(made.id.get()))
        })
    }

    fn destroy(&self, object: ObjectKey) -> Told<()> {
        self.call(writes::destroy, json!({ "objectId": id(object).to_string() }))
    }

    fn get(&self, object: ObjectKey, component: &str, member: &str) -> Told<Value> {
        let arguments = json!({
            "objectId": id(object).to_string(), "componentType": component, "name": member,
        });
        self.ask(move |desk| {
            let read = components::read(&Args::new(Some(arguments))?, desk)?;
            let plain = read.get("valueJson").filter(|plain| !plain.is_null());
            Ok(plain.unwrap_or(&read["valueText"]).clone())
        })
    }

    fn set(&self, object: ObjectKey, component: &str, member: &str, value: &Value) -> Told<()> {
        let (component, member, value) =
            (component.to_owned(), member.to_owned(), value.to_string());
        self.of(object, move |place, desk| {
            let part = Part::find(desk.view, place, &component)?;
            writes::edit(desk, &[set_edit(&part, &member, &value)?], "SetMember").map(drop)
        })
    }

    fn log(&self, message: &str) {
        let message = message.to_owned();
        // A script whose world has gone has nobody to tell.
        let _ = self.ask(move |desk| {
            desk.shared.log(LogLevel::Info, &message);
            Ok(())
        });
    }

    fn time(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}
