//! `tools/call`: runs an operation through the catalogue's one door, asks the user where that is
//! needed, and makes the answer short enough.

use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use scenewright_catalogue::{Answer, Call, Definition, Failure, Safety};
use serde_json::{Map, Value, json};

use crate::budget::Budget;
use crate::confirm::Verdict;
use crate::handler::Inner;
use crate::logging;
use crate::present::{self, Shown};
use crate::progress::{self, Reporter};
use crate::schema;
use crate::tools::Named;

/// How often a page is made smaller before its items themselves are cut.
const ROUNDS: usize = 3;
/// The first page of a tree whose caller sets no limit.
const TREE_PAGE: u64 = 500;
/// Of a list; what most operations have themselves.
const LIST_PAGE: u64 = 100;

type Arguments = Map<String, Value>;

pub(crate) async fn call(
    server: &Inner,
    request: CallToolRequestParams,
    cx: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let definition = match server.tools.find(&request.name)? {
        Named::Toolsets => return Ok(present::plain(server.tools.toolsets()).into()),
        Named::Operation(definition) => definition,
    };
    let mut arguments = request.arguments.clone().unwrap_or_default();
    let budget = match Budget::take(&mut arguments) {
        Ok(budget) => budget,
        Err(wrong) => return Ok(present::error(wrong).into()),
    };
    let run = Run { server, definition, cx, budget };
    match run.fitted(arguments.clone()).await {
        // Boxed, as every call would have to carry the room for it.
        Err(Failure::ConfirmationNeeded) => Box::pin(run.confirmed(arguments, &request)).await,
        outcome => Ok(done(outcome).into()),
    }
}

fn done(outcome: Result<CallToolResult, Failure>) -> CallToolResult {
    outcome.unwrap_or_else(|failure| present::failure(&failure))
}

struct Run<'a> {
    server: &'a Inner,
    definition: &'a Definition,
    cx: &'a RequestContext<RoleServer>,
    budget: Budget,
}

impl Run<'_> {
    async fn confirmed(
        &self,
        mut arguments: Arguments,
        request: &CallToolRequestParams,
    ) -> Result<CallToolResponse, ErrorData> {
        let confirm = &self.server.confirm;
        match confirm.ask(self.definition, &arguments, request, self.cx).await? {
            Verdict::Go => {
                arguments.insert("confirm".to_owned(), json!(true));
                Ok(done(self.fitted(arguments).await).into())
            }
            Verdict::Stop(result) => Ok(result.into()),
            Verdict::Ask(question) => Ok(question.into()),
        }
    }

    /// Runs the operation; an answer that is too long is asked for again in a smaller page, and cut
    /// where there are no pages.
    async fn fitted(&self, mut arguments: Arguments) -> Result<CallToolResult, Failure> {
        let asked = arguments.clone();
        // What writes is never run twice for the sake of a shorter answer.
        let is_paged = self.definition.input_schema["properties"].get("cursor").is_some()
            && self.definition.safety == Safety::ReadOnly;
        let is_tree = schema::is_tree(self.definition);
        if is_tree && !arguments.contains_key("limit") {
            arguments.insert("limit".to_owned(), json!(TREE_PAGE));
        }
        let mut reporter = progress::reporter(self.cx);
        let mut shown = self.shown(&arguments, reporter.as_mut()).await?;
        for _ in 0..ROUNDS {
            let excess = shown.excess(self.budget);
            let limit = arguments.get("limit").and_then(Value::as_u64).unwrap_or(LIST_PAGE);
            if excess <= 1.0 || !is_paged || limit <= 1 {
                break;
            }
            let smaller = (limit as f64 / excess * 0.9) as u64;
            arguments.insert("limit".to_owned(), json!(smaller.clamp(1, limit - 1)));
            shown = self.shown(&arguments, None).await?;
        }
        let mut whole = None;
        if shown.excess(self.budget) > 1.0 {
            shown.cut(self.budget);
            whole = present::whole(&self.server.resources, self.definition, &asked);
        }
        logging::warn(&self.server.hub, self.cx, self.definition.id, shown.diagnostics()).await;
        Ok(shown.result(whole))
    }

    async fn shown(
        &self,
        arguments: &Arguments,
        reporter: Option<&mut (Reporter, progress::Watcher)>,
    ) -> Result<Shown, Failure> {
        let answer = self.answer(arguments.clone(), reporter).await?;
        Ok(Shown::new(self.definition, answer, self.budget))
    }

    /// Ends at once when the client cancels; dropping the ticket stops the work.
    async fn answer(
        &self,
        arguments: Arguments,
        reporter: Option<&mut (Reporter, progress::Watcher)>,
    ) -> Result<Answer, Failure> {
        let mut call = Call::new(self.definition.id, arguments);
        call.watcher = reporter.as_ref().map(|(_, watcher)| watcher.clone());
        let Ok(_seat) = self.server.seats.acquire().await else { return Err(Failure::Cancelled) };
        let ticket = self.server.session.start(call);
        let Some((reporter, _)) = reporter else {
            return tokio::select! {
                outcome = ticket.answer() => outcome,
                () = self.cx.ct.cancelled() => Err(Failure::Cancelled),
            };
        };
        let outcome = tokio::select! {
            outcome = ticket.answer() => outcome,
            () = self.cx.ct.cancelled() => return Err(Failure::Cancelled),
            () = reporter.report() => Err(Failure::Cancelled),
        };
        reporter.tell().await;
        outcome
    }
}
