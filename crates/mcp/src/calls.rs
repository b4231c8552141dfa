//! `tools/call`: runs an operation through the session, asks the user for confirmation where needed, and
//! fits the answer to its budget.
//!
//! Invariant: an answer keeps its budget, and what was left out can be reached: items of a page are never
//! cut off, a page is requested again with a smaller limit.
//!
//! Invariant: an operation that writes is never run twice for the sake of a shorter answer.

use std::pin::pin;

use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use scenewright_catalogue::{
    Answer, Call, CancelToken, Definition, EditOutput, Failure, SafetyLevel, Session, shorten,
};
use serde_json::{Map, Value, json};

use crate::access::access;
use crate::budget::TokenBudget;
use crate::confirm::{self, ConfirmOutcome};
use crate::handler::McpState;
use crate::logging;
use crate::present::{self, RenderedAnswer};
use crate::progress::{self, ProgressReporter};
use crate::schema;
use crate::tools::{ResolvedTool, ToolList};

/// How often the next page size is estimated, before it is halved each time.
const MAX_ESTIMATED_PAGES: usize = 3;
/// The first page of a tree without a limit: as many as one call may request, as most scenes fit.
const TREE_PAGE_LIMIT: u64 = 5_000;
/// The limit of a list without a default of its own.
const LIST_PAGE_LIMIT: u64 = 100;

type Arguments = Map<String, Value>;

/// Runs a tool on behalf of the session's caller.
pub(crate) async fn call(
    server: &McpState,
    session: &Session,
    request: CallToolRequestParams,
    cx: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let tools = server.tools(access(&cx.extensions));
    let definition = match tools.find(&request.name)? {
        ResolvedTool::Toolsets => return Ok(toolsets(tools, &request).into()),
        ResolvedTool::Operation(definition) => definition,
    };
    let mut arguments = request.arguments.clone().unwrap_or_default();
    let budget = match TokenBudget::take(&mut arguments) {
        Ok(budget) => budget,
        Err(wrong) => return Ok(present::error_result(wrong).into()),
    };
    let is_for_user = server.confirm.is_for_user(definition, &mut arguments, cx);
    let run = ToolCall { server, session, definition, cx, budget };
    match run.run_within_budget(arguments.clone()).await {
        // Boxed, as its future would make that of every call larger.
        Err(Failure::ConfirmationNeeded { .. }) if is_for_user => {
            Box::pin(run.run_confirmed(arguments, &request)).await
        }
        outcome => Ok(into_tool_result(outcome, tools).into()),
    }
}

fn toolsets(tools: &ToolList, request: &CallToolRequestParams) -> CallToolResult {
    match request.arguments.iter().flatten().next() {
        None => present::json_result(tools.toolsets()),
        Some((name, _)) => {
            let name = shorten(name);
            present::error_result(format!("unknown argument {name}: this tool takes no arguments"))
        }
    }
}

fn into_tool_result(outcome: Result<CallToolResult, Failure>, tools: &ToolList) -> CallToolResult {
    outcome.unwrap_or_else(|failure| present::failure_among(&failure, tools))
}

struct ToolCall<'a> {
    server: &'a McpState,
    session: &'a Session,
    definition: &'a Definition,
    cx: &'a RequestContext<RoleServer>,
    budget: TokenBudget,
}

impl ToolCall<'_> {
    fn tools(&self) -> &ToolList {
        self.server.tools(self.session.caller().access)
    }

    async fn run_confirmed(
        &self,
        mut arguments: Arguments,
        request: &CallToolRequestParams,
    ) -> Result<CallToolResponse, ErrorData> {
        let confirm = &self.server.confirm;
        let preview = self.preview(&arguments);
        match confirm.ask(self.definition, &arguments, request, self.cx, preview).await? {
            ConfirmOutcome::Go => {
                arguments.insert("confirm".to_owned(), json!(true));
                Ok(into_tool_result(self.run_within_budget(arguments).await, self.tools()).into())
            }
            ConfirmOutcome::Stop(result) => Ok(result.into()),
            ConfirmOutcome::Ask(question) => Ok(question.into()),
        }
    }

    /// What the call would change, for the user to decide; a failure is the answer to the call.
    async fn preview(&self, arguments: &Arguments) -> Result<Option<String>, Failure> {
        if !self.definition.takes_dry_run() {
            return Ok(None);
        }
        let mut arguments = arguments.clone();
        arguments.insert("dryRun".to_owned(), json!(true));
        let answer = self.answer(&arguments, None).await?;
        let changes = answer.output.downcast_ref::<EditOutput>();
        Ok(changes.map(confirm::summarize_changes))
    }

    /// Runs the operation. An answer that is too long is requested again as a smaller page, or cut if the
    /// operation has no pages.
    async fn run_within_budget(&self, mut arguments: Arguments) -> Result<CallToolResult, Failure> {
        let asked = arguments.clone();
        // An operation that writes must not run twice.
        let is_paged = self.definition.input_schema["properties"].get("cursor").is_some()
            && self.definition.safety == SafetyLevel::ReadOnly;
        let is_tree = schema::is_tree(self.definition);
        if is_tree && !arguments.contains_key("limit") {
            arguments.insert("limit".to_owned(), json!(TREE_PAGE_LIMIT));
        }
        let mut reporter = progress::reporter(self.cx);
        let mut shown = self.render(&arguments, reporter.as_mut()).await?;
        for round in 0.. {
            let excess = shown.budget_ratio(self.budget);
            let limit = arguments.get("limit").and_then(Value::as_u64);
            let limit = limit.unwrap_or_else(|| default_limit(self.definition));
            // Items of a page must not be cut off, as its cursor leads past them.
            if excess <= 1.0 || !is_paged || limit <= 1 {
                break;
            }
            let excess = if round < MAX_ESTIMATED_PAGES { excess } else { excess.max(2.0) };
            let smaller = (limit as f64 / excess * 0.9) as u64;
            arguments.insert("limit".to_owned(), json!(smaller.clamp(1, limit - 1)));
            shown = self.render(&arguments, None).await?;
        }
        let mut whole = None;
        if shown.budget_ratio(self.budget) > 1.0 {
            shown.cut(self.budget);
            whole = present::full_resource(&self.server.resources, self.definition, &asked);
        }
        logging::warn(&self.server.hub, self.cx, self.definition.id, shown.diagnostics()).await;
        Ok(shown.into_tool_result(whole))
    }

    async fn render(
        &self,
        arguments: &Arguments,
        reporter: Option<&mut (ProgressReporter, progress::ProgressCallback)>,
    ) -> Result<RenderedAnswer, Failure> {
        let answer = self.answer(arguments, reporter).await?;
        Ok(RenderedAnswer::new(self.definition, answer, self.budget))
    }

    /// Ends immediately when the client cancels; dropping the ticket stops the work.
    async fn answer(
        &self,
        arguments: &Arguments,
        reporter: Option<&mut (ProgressReporter, progress::ProgressCallback)>,
    ) -> Result<Answer, Failure> {
        let watcher = reporter.as_ref().map(|(_, watcher)| watcher.clone());
        let cancel = CancelToken::default();
        let mut work = pin!(self.run(arguments, watcher, &cancel));
        let Some((reporter, _)) = reporter else {
            return tokio::select! {
                outcome = &mut work => outcome,
                () = self.cx.ct.cancelled() => cancel_or_finish(&cancel, work).await,
            };
        };
        let outcome = tokio::select! {
            outcome = &mut work => outcome,
            () = self.cx.ct.cancelled() => return cancel_or_finish(&cancel, work).await,
            () = reporter.report() => Err(Failure::Cancelled),
        };
        reporter.report_latest().await;
        outcome
    }

    async fn run(
        &self,
        arguments: &Arguments,
        progress: Option<progress::ProgressCallback>,
        cancel: &CancelToken,
    ) -> Result<Answer, Failure> {
        let mut call = Call::new(self.definition.id, arguments.clone());
        call.progress = progress;
        call.cancel = cancel.clone();
        self.session.start(call).answer().await
    }
}

/// Cancels a call. Waits for one that is already writing, so that no written change is reported as
/// cancelled.
async fn cancel_or_finish(
    cancel: &CancelToken,
    work: impl Future<Output = Result<Answer, Failure>>,
) -> Result<Answer, Failure> {
    match cancel.cancel() {
        true => Err(Failure::Cancelled),
        false => work.await,
    }
}

/// The limit of a page for which the caller sets none.
fn default_limit(definition: &Definition) -> u64 {
    definition.input_schema["properties"]["limit"]["default"].as_u64().unwrap_or(LIST_PAGE_LIMIT)
}
