//! Tools and resources at work: on the engine's side of the door, and what streams hear of it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use scenewright_catalogue::{Caller, EngineTask, Hint, HintStyle};
use scenewright_engine::{Context, Engine};
use serde_json::{Value, json};

use crate::args::ExplorerArgs;
use crate::fault::{ExplorerError, ExplorerResult};
use crate::resources;
use crate::rpc::required_text;
use crate::shared::{ExplorerState, StreamedState};
use crate::tools::{ExplorerTool, ToolContext, ToolGuard, ToolHandler, selection_dto};
use crate::view::EngineView;

/// How often it is tried to tell streams of a change, and how long in between.
const NOTIFY_ATTEMPTS: usize = 40;
const NOTIFY_RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// Tools and resources on behalf of a caller.
pub(crate) struct CallRunner<'a> {
    pub(crate) shared: &'a Arc<ExplorerState>,
    pub(crate) caller: Caller,
}

impl CallRunner<'_> {
    /// Runs a tool; the answer is wrapped as clients expect it.
    pub(crate) async fn call_tool(&self, params: &Value) -> ExplorerResult<Value> {
        let shared = self.shared;
        let name = required_text(params, "name")?;
        let outcome = self.run_tool(name, params.get("arguments").cloned()).await;
        let heard = match &outcome {
            Ok(result) if shared.setup.mirror => {
                json!({ "name": name, "ok": true, "result": result })
            }
            Ok(_) => json!({ "name": name, "ok": true, "result": null }),
            Err(fault) => json!({ "name": name, "ok": false, "error": fault.to_rpc_error() }),
        };
        shared.notify("tool_result", &heard);
        let result = outcome?;
        let text = result.to_string();
        let item =
            json!({ "type": "text", "mimeType": "application/json", "text": text, "json": result });
        Ok(json!({ "content": [item] }))
    }

    async fn run_tool(&self, name: &str, arguments: Option<Value>) -> ExplorerResult<Value> {
        let tool = ExplorerTool::find(name).ok_or_else(|| {
            ExplorerError::invalid_argument(format!("there is no tool '{name}'"))
                .hint("list_tools names all tools")
        })?;
        if tool.guard == ToolGuard::Reads {
            return self.run(tool.task(), tool.run, ExplorerArgs::new(arguments)?).await;
        }
        let outcome = self.run_guarded(tool, arguments).await;
        // What changes things tells in its own answer why it does not.
        Ok(outcome.unwrap_or_else(|fault| fault.to_tool_answer()))
    }

    async fn run_guarded(
        &self,
        tool: &'static ExplorerTool,
        arguments: Option<Value>,
    ) -> ExplorerResult<Value> {
        let shared = self.shared;
        let args = ExplorerArgs::new(arguments)?;
        let given = args.map().clone();
        let outcome = match self.check_permission(tool.guard, &args) {
            Ok(()) => self.run(tool.task(), tool.run, args).await,
            Err(fault) => Err(fault),
        };
        shared.audit(tool.name, &given, outcome.as_ref().err());
        if outcome.is_ok() {
            let always = tool.name == "SelectObject";
            notify_changes(shared, always).await;
        }
        outcome
    }

    /// What stands before a tool that changes something.
    fn check_permission(&self, guard: ToolGuard, args: &ExplorerArgs) -> ExplorerResult<()> {
        let session = self.shared.session.acting_for(self.caller.clone());
        if session.needs_token() {
            let fault = ExplorerError::permission_denied("Writing needs the server's token");
            return Err(match Hint::SendToken.render(&HintStyle::CATALOGUE) {
                Some(hint) => fault.hint(hint),
                None => fault,
            });
        }
        match guard {
            ToolGuard::Reads | ToolGuard::Config => Ok(()),
            ToolGuard::Writes => self.shared.config().check_write(false, args),
            ToolGuard::Confirmed => self.shared.config().check_write(true, args),
        }
    }

    pub(crate) async fn read_resource(&self, uri: &str) -> ExplorerResult<Value> {
        let (work, args) = resources::find(uri)?;
        self.run(EngineTask::read("read_resource"), work, args).await
    }

    /// Runs on a worker of the session, within its limits.
    async fn run(
        &self,
        task: EngineTask,
        work: ToolHandler,
        args: ExplorerArgs,
    ) -> ExplorerResult<Value> {
        let lent = Arc::clone(self.shared);
        let work = move |engine: &dyn Engine, cx: &Context| {
            work(
                &args,
                &ToolContext {
                    view: EngineView { engine, cx, ids: &lent.ids },
                    shared: &lent,
                    is_hook: false,
                },
            )
        };
        let engine = self.shared.engine.acting_for(self.caller.clone());
        engine.run(task, work).answer().await?
    }
}

/// Tells streams what a change did to the list of scenes and to the selection.
async fn notify_changes(shared: &Arc<ExplorerState>, always_selection: bool) {
    if shared.streams.is_empty() {
        return;
    }
    let lent = Arc::clone(shared);
    let look = move |engine: &dyn Engine, cx: &Context| {
        notify_differences(
            EngineView { engine, cx, ids: &lent.ids },
            &lent,
            &mut lent.streamed(),
            always_selection,
        );
    };
    if shared.engine.run(EngineTask::read("stream_events"), look).answer().await.is_err() {
        notify_changes_soon(shared);
    }
}

/// The same for a change that came through another tongue, on a thread of its own: whoever made it
/// does not wait. Changes that come meanwhile are told together.
pub(crate) fn notify_changes_soon(shared: &Arc<ExplorerState>) {
    if shared.streams.is_empty() || shared.is_looking.swap(true, Ordering::AcqRel) {
        return;
    }
    let lent = Arc::clone(shared);
    let look = move || {
        // When all seats are taken, it takes the next that is free.
        for _ in 0..NOTIFY_ATTEMPTS {
            let shared = Arc::clone(&lent);
            let tell = move |engine: &dyn Engine, cx: &Context| {
                // Before the look: what changes during it asks for another.
                shared.is_looking.store(false, Ordering::Release);
                notify_differences(
                    EngineView { engine, cx, ids: &shared.ids },
                    &shared,
                    &mut shared.streamed(),
                    false,
                );
            };
            if lent.engine.run(EngineTask::read("stream_events"), tell).wait().is_ok() {
                return;
            }
            thread::sleep(NOTIFY_RETRY_INTERVAL);
        }
        lent.is_looking.store(false, Ordering::Release);
    };
    if let Err(error) = thread::Builder::new().name("telling".to_owned()).spawn(look) {
        tracing::error!(%error, "no thread to tell streams of a change");
        shared.is_looking.store(false, Ordering::Release);
    }
}

/// `told` is locked from before the look to after the telling: what is older is never told later.
pub(crate) fn notify_differences(
    view: EngineView<'_>,
    shared: &ExplorerState,
    told: &mut StreamedState,
    always_selection: bool,
) {
    let Ok(now) = current_state(view) else { return };
    let before = std::mem::replace(told, now.clone());
    if shared.streams.is_empty() {
        return;
    }
    let missing = |from: &StreamedState, of: &StreamedState| -> Vec<String> {
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

fn current_state(view: EngineView<'_>) -> ExplorerResult<StreamedState> {
    let scenes = view.scenes()?.into_iter().filter(|it| it.index >= 0 || it.roots > 0);
    let scenes = scenes.map(|scene| (scene.path, scene.id)).collect();
    Ok(StreamedState { scenes, selection: selection_dto(view)? })
}
