//! Calls that are answered from memory, without the SDK: it takes longer for its tasks and messages than such
//! a call for all of its work. The message is parsed once, the operation runs on the task that read it, and
//! its output is written as it was serialised.
//!
//! Invariant: a message that is not a plain call of a tool that answers from memory is left to the SDK, and
//! nothing has happened.
//!
//! Invariant: an answer is the one that the SDK would send.

mod message;
mod plain_call;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use rmcp::model::CallToolResult;
use scenewright_catalogue::{
    Access, Answer, Caller, ChangeOwner, Definition, Presentation, Session,
};
use serde_json::{Map, Value};

use crate::budget::TokenBudget;
use crate::handler::{McpServer, McpState, crashed};
use crate::present::{self, RenderedAnswer};
use crate::tokens;
use crate::tools::ResolvedTool;
pub(crate) use plain_call::{CallEra, PlainCall};

/// Answers calls on behalf of the clients of one transport.
#[derive(Clone)]
pub(crate) struct DirectCalls {
    state: Arc<McpState>,
    /// For clients that may do everything that the server does.
    full: Session,
    read_only: Session,
}

enum DirectResult {
    /// An output that is written as it is.
    Plain(Answer),
    Other(CallToolResult),
}

impl DirectCalls {
    /// `owner` is what other clients would see, but calls from memory change nothing.
    pub(crate) fn new(server: &McpServer, owner: &ChangeOwner) -> DirectCalls {
        let state = Arc::clone(&server.inner);
        let session = |access| state.session.acting_for(Caller { owner: owner.clone(), access });
        let (full, read_only) = (session(Access::Full), session(Access::ReadOnly));
        DirectCalls { state, full, read_only }
    }

    /// The message that answers the call; `None` if the SDK must answer it.
    pub(crate) fn answer(
        &self,
        call: PlainCall<'_>,
        access: Access,
        received: Instant,
    ) -> Option<String> {
        let PlainCall { id, name, arguments, era } = call;
        let run = || self.run(&name, arguments, access, received);
        let result = catch_unwind(AssertUnwindSafe(run));
        let result =
            result.unwrap_or_else(|_| Some(DirectResult::Other(present::failure(&crashed()))))?;
        match result {
            DirectResult::Plain(answer) => message::plain(id, era, &answer),
            DirectResult::Other(result) => message::other(id, era, result),
        }
    }

    fn run(
        &self,
        name: &str,
        mut arguments: Map<String, Value>,
        access: Access,
        received: Instant,
    ) -> Option<DirectResult> {
        let tools = self.state.tools(access);
        let ResolvedTool::Operation(definition) = tools.find(name).ok()? else { return None };
        // The other presentations are not the output itself.
        if definition.presentation != Presentation::Data {
            return None;
        }
        let budget = TokenBudget::take(&mut arguments).ok()?;
        let session = match access {
            Access::Full => &self.full,
            Access::ReadOnly => &self.read_only,
        };
        match session.call_in_memory(definition.id, arguments, received)? {
            Ok(answer) => self.fit(definition, answer, budget),
            Err(failure) => Some(DirectResult::Other(present::failure_among(&failure, tools))),
        }
    }

    /// `None` if the answer must be requested again as a smaller page, or its diagnostics may have to be sent
    /// as log messages, too.
    fn fit(
        &self,
        definition: &Definition,
        answer: Answer,
        budget: TokenBudget,
    ) -> Option<DirectResult> {
        if answer.diagnostics.is_empty() {
            let output = answer.output.get();
            // No token is shorter than a byte.
            let fits = output.len() <= budget.half() || tokens::estimate(output) <= budget.half();
            return fits.then_some(DirectResult::Plain(answer));
        }
        let shown = RenderedAnswer::new(definition, answer, budget);
        let is_complete = shown.budget_ratio(budget) <= 1.0 && !self.state.hub.has_log_levels();
        is_complete.then(|| DirectResult::Other(shown.into_tool_result(None)))
    }
}
