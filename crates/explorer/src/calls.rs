//! Tools and resources at work: on the engine's side of the door, and what streams hear of it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use scenewright_engine::{Context, Engine};
use serde_json::{Value, json};

use crate::args::Args;
use crate::fault::{Fault, Found};
use crate::resources;
use crate::rpc::text;
use crate::shared::{Shared, Told, notification};
use crate::streams::Events;
use crate::tools::{Desk, Guard, Run, Tool, scenes_page, selection_dto};
use crate::view::View;

/// How often it is tried to tell streams of a change, and how long in between.
const ATTEMPTS: usize = 40;
const PAUSE: Duration = Duration::from_millis(50);

/// Runs a tool; the answer is wrapped as clients expect it.
pub(crate) async fn tool(shared: &Arc<Shared>, params: &Value) -> Found<Value> {
    let name = text(params, "name")?;
    let outcome = called(shared, name, params.get("arguments").cloned()).await;
    let heard = match &outcome {
        Ok(result) if shared.setup.mirror => json!({ "name": name, "ok": true, "result": result }),
        Ok(_) => json!({ "name": name, "ok": true, "result": null }),
        Err(fault) => json!({ "name": name, "ok": false, "error": fault.rpc() }),
    };
    shared.notify("tool_result", &heard);
    let result = outcome?;
    let text = result.to_string();
    let item =
        json!({ "type": "text", "mimeType": "application/json", "text": text, "json": result });
    Ok(json!({ "content": [item] }))
}

async fn called(shared: &Arc<Shared>, name: &str, arguments: Option<Value>) -> Found<Value> {
    let tool = Tool::find(name).ok_or_else(|| {
        Fault::argument(format!("there is no tool '{name}'")).hint("list_tools names all tools")
    })?;
    if tool.guard == Guard::Reads {
        return run(shared, tool.name, tool.run, Args::new(arguments)?).await;
    }
    let outcome = guarded(shared, tool, arguments).await;
    // What changes things tells in its own answer why it does not.
    Ok(outcome.unwrap_or_else(|fault| fault.in_band()))
}

async fn guarded(
    shared: &Arc<Shared>,
    tool: &'static Tool,
    arguments: Option<Value>,
) -> Found<Value> {
    let args = Args::new(arguments)?;
    let given = args.map().clone();
    let permitted = match tool.guard {
        Guard::Reads | Guard::Config => Ok(()),
        Guard::Writes => shared.config().permits(false, &args),
        Guard::Confirmed => shared.config().permits(true, &args),
    };
    let outcome = match permitted {
        Ok(()) => run(shared, tool.name, tool.run, args).await,
        Err(fault) => Err(fault),
    };
    shared.audit(tool.name, &given, outcome.as_ref().err());
    if outcome.is_ok() {
        let always = tool.name == "SelectObject";
        tell_changes(shared, always).await;
    }
    outcome
}

pub(crate) async fn resource(shared: &Arc<Shared>, uri: &str) -> Found<Value> {
    let (work, args) = resources::find(uri)?;
    run(shared, "read_resource", work, args).await
}

/// Runs on a worker of the session, within its limits.
async fn run(shared: &Arc<Shared>, name: &'static str, work: Run, args: Args) -> Found<Value> {
    on_engine(shared, name, move |view, shared| work(&args, &Desk { view, shared, is_hook: false }))
        .await?
}

async fn on_engine<T: Send + 'static>(
    shared: &Arc<Shared>,
    name: &str,
    work: impl FnOnce(View<'_>, &Shared) -> T + Send + 'static,
) -> Found<T> {
    let lent = Arc::clone(shared);
    let work = move |engine: &dyn Engine, cx: &Context| work(View { engine, cx }, &lent);
    Ok(shared.session.ask(name, work).answer().await?)
}

/// Opens a stream. What is now comes first, and then everything: the two are one step, so that no
/// change is lost in between or told twice.
pub(crate) async fn listen(shared: &Arc<Shared>) -> Events {
    let opened = on_engine(shared, "stream_events", |view, shared| {
        let mut told = shared.told();
        tell(view, shared, &mut told, false);
        let events = shared.streams.open();
        for (event, payload) in [("scenes", scenes_page(view)), ("selection", selection_dto(view))]
        {
            if let Ok(payload) = payload {
                events.push(Arc::from(notification(event, &payload)));
            }
        }
        events
    });
    opened.await.unwrap_or_else(|fault| {
        tracing::warn!("a stream begins without what is now: {}", fault.line());
        shared.streams.open()
    })
}

/// Tells streams what a change did to the list of scenes and to the selection.
async fn tell_changes(shared: &Arc<Shared>, always_selection: bool) {
    if shared.streams.is_empty() {
        return;
    }
    let told = on_engine(shared, "stream_events", move |view, shared| {
        tell(view, shared, &mut shared.told(), always_selection);
    });
    if told.await.is_err() {
        tell_soon(shared);
    }
}

/// The same for a change that came through another tongue, on a thread of its own: whoever made it
/// does not wait. Changes that come meanwhile are told together.
pub(crate) fn tell_soon(shared: &Arc<Shared>) {
    if shared.streams.is_empty() || shared.is_looking.swap(true, Ordering::AcqRel) {
        return;
    }
    let lent = Arc::clone(shared);
    let look = move || {
        // When all seats are taken, it takes the next that is free.
        for _ in 0..ATTEMPTS {
            let shared = Arc::clone(&lent);
            let tell = move |engine: &dyn Engine, cx: &Context| {
                // Before the look: what changes during it asks for another.
                shared.is_looking.store(false, Ordering::Release);
                tell(View { engine, cx }, &shared, &mut shared.told(), false);
            };
            if lent.session.ask("stream_events", tell).wait().is_ok() {
                return;
            }
            thread::sleep(PAUSE);
        }
        lent.is_looking.store(false, Ordering::Release);
    };
    if let Err(error) = thread::Builder::new().name("telling".to_owned()).spawn(look) {
        tracing::error!(%error, "no thread to tell streams of a change");
        shared.is_looking.store(false, Ordering::Release);
    }
}

/// `told` is locked from before the look to after the telling: what is older is never told later.
fn tell(view: View<'_>, shared: &Shared, told: &mut Told, always_selection: bool) {
    let Ok(now) = current(view) else { return };
    let before = std::mem::replace(told, now.clone());
    if shared.streams.is_empty() {
        return;
    }
    let missing = |from: &Told, of: &Told| -> Vec<String> {
        let gone = of.scenes.iter().filter(|(path, _)| from.scenes.iter().all(|it| it.0 != *path));
        gone.map(|(_, id)| id.clone()).collect()
    };
    let (added, removed) = (missing(&before, &now), missing(&now, &before));
    if !added.is_empty() || !removed.is_empty() {
        shared.notify("scenes_diff", &json!({ "added": added, "removed": removed }));
    }
    if always_selection || before.selection != now.selection {
        shared.notify("selection", &now.selection);
    }
}

fn current(view: View<'_>) -> Found<Told> {
    let scenes = view.scenes()?.into_iter().filter(|it| it.index >= 0 || it.roots > 0);
    let scenes = scenes.map(|scene| (scene.path, scene.id)).collect();
    Ok(Told { scenes, selection: selection_dto(view)? })
}
