//! Runs tools and reads resources on behalf of a caller.
//!
//! Invariant: every tool runs through the session, which bounds the calls in flight, keeps the deadline and
//! catches panics.

use std::sync::Arc;

use scenewright_catalogue::{Caller, EngineTask, Hint, HintStyle, Permission};
use scenewright_engine::{Context, Engine};
use serde_json::{Value, json};

use crate::arguments::{self, RawArguments};
use crate::changes::notify_changes;
use crate::error::{ExplorerError, ExplorerResult};
use crate::resources;
use crate::rpc::required_text;
use crate::state::ExplorerState;
use crate::tools::{ExplorerTool, ToolContext, ToolGuard};
use crate::view::with_view;

pub(crate) struct CallRunner<'a> {
    pub(crate) state: &'a Arc<ExplorerState>,
    pub(crate) caller: Caller,
}

impl CallRunner<'_> {
    /// Runs a tool and wraps its answer as clients expect it.
    pub(crate) async fn call_tool(&self, params: &Value) -> ExplorerResult<Value> {
        let state = self.state;
        let name = required_text(params, "name")?;
        let outcome = self.run_tool(name, params.get("arguments").cloned()).await;
        let event = match &outcome {
            Ok(result) if state.setup.mirror => {
                json!({ "name": name, "ok": true, "result": result })
            }
            Ok(_) => json!({ "name": name, "ok": true, "result": null }),
            Err(error) => json!({ "name": name, "ok": false, "error": error.to_rpc_error() }),
        };
        state.notify("tool_result", &event);
        let result = outcome?;
        let text = result.to_string();
        let item =
            json!({ "type": "text", "mimeType": "application/json", "text": text, "json": result });
        Ok(json!({ "content": [item] }))
    }

    async fn run_tool(&self, name: &str, given: Option<Value>) -> ExplorerResult<Value> {
        let tool = ExplorerTool::find(name).ok_or_else(|| {
            ExplorerError::invalid_argument(format!("there is no tool '{name}'"))
                .hint("list_tools lists all tools")
        })?;
        if tool.guard == ToolGuard::Reads {
            return self.run(tool.task(), tool, arguments::from_params(given)?).await;
        }
        let outcome = self.run_guarded(tool, given).await;
        // A tool that changes something reports errors in its own answer.
        Ok(outcome.unwrap_or_else(|error| error.to_tool_answer()))
    }

    async fn run_guarded(
        &self,
        tool: &'static ExplorerTool,
        given: Option<Value>,
    ) -> ExplorerResult<Value> {
        let state = self.state;
        let given = arguments::from_params(given)?;
        let outcome = match self.check_permission(tool.guard, &given) {
            Ok(()) => self.run(tool.task(), tool, given.clone()).await,
            Err(error) => Err(error),
        };
        state.audit(tool.name, &given, outcome.as_ref().err());
        if outcome.is_ok() {
            notify_changes(state, tool.guard == ToolGuard::Selects).await;
        }
        outcome
    }

    /// Checked before a tool that changes something.
    fn check_permission(&self, guard: ToolGuard, given: &RawArguments) -> ExplorerResult<()> {
        let session = self.state.session.acting_for(self.caller.clone());
        if session.needs_token() {
            let error = ExplorerError::permission_denied("Writing needs the server's token");
            return Err(match Hint::SendToken.render(&HintStyle::CATALOGUE) {
                Some(hint) => error.hint(hint),
                None => error,
            });
        }
        match guard {
            ToolGuard::Reads | ToolGuard::Config => Ok(()),
            ToolGuard::Selects => self.state.config().check_write(false, given),
            ToolGuard::Confirmed => self.state.config().check_write(true, given),
        }
    }

    pub(crate) async fn read_resource(&self, uri: &str) -> ExplorerResult<Value> {
        let (tool, given) = resources::find(uri)?;
        self.run(EngineTask::read("read_resource"), tool, given).await
    }

    /// Runs on a worker of the session, within its limits.
    async fn run(
        &self,
        task: EngineTask,
        tool: &'static ExplorerTool,
        given: RawArguments,
    ) -> ExplorerResult<Value> {
        let lent = Arc::clone(self.state);
        let may_play = self.state.session.policy().allows(Permission::Play);
        let work = move |engine: &dyn Engine, cx: &Context| {
            with_view(engine, cx, &lent.ids, |view| {
                if tool.guard.changes_engine() && view.runtime().is_some() && !may_play {
                    return Err(ExplorerError::permission_denied("Changing a running game is off")
                        .hint("its user has to start the server with --allow-play"));
                }
                tool.run(&given, &ToolContext { view, state: &lent, is_hook: false })
            })
        };
        let engine = self.state.engine.acting_for(self.caller.clone());
        engine.run(task, work).answer().await?
    }
}
