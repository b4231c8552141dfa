//! Confirmation of destructive calls. A client of the handshake revisions gets a request; a client of
//! 2026-07-28 gets the question as a result and calls again with the answer.
//!
//! Invariant: where a client can ask its user, the agent's own `confirm` is ignored and the user decides on
//! every call, unless the server was started with `--confirm agent`.
//!
//! Invariant: a question about a change shows the result of its dry run.

mod error;
mod open_questions;
mod question;

use std::io;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientResult, ElicitRequest,
    ElicitRequestParams, ElicitResult, InputRequest, InputRequests, InputRequiredResult,
    InputResponses, ProtocolVersion, RequestStateCodec, RequestStateError, SealOptions,
    ServerRequest,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestContext, ServiceError};
use rmcp::{ErrorData, RoleServer};
use scenewright_catalogue::{Definition, Failure};
use serde_json::{Map, Value};

use crate::present;
use error::ConfirmError;
use open_questions::OpenQuestions;
use question::{CONFIRM_FIELD, question};

pub(crate) use question::summarize_changes;

/// Who confirms destructive calls of a client that can ask its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ConfirmBy {
    #[default]
    User,
    /// The argument `confirm`, as for clients that cannot ask.
    Agent,
}

/// How long a user may take to answer.
pub const CONFIRM_TIMEOUT: Duration = Duration::from_secs(600);

pub(crate) struct Confirmation {
    codec: RequestStateCodec,
    by: ConfirmBy,
    timeout: Duration,
    open: OpenQuestions,
}

pub(crate) enum ConfirmOutcome {
    Go,
    Stop(CallToolResult),
    Ask(InputRequiredResult),
}

impl Confirmation {
    /// The key lives as long as the process: only the process that asked accepts the answer.
    pub(crate) fn new(by: ConfirmBy, timeout: Duration) -> io::Result<Confirmation> {
        let mut key = [0; RequestStateCodec::MIN_KEY_LENGTH];
        getrandom::fill(&mut key).map_err(io::Error::other)?;
        let codec = RequestStateCodec::try_new(key).map_err(io::Error::other)?;
        Ok(Confirmation { codec, by, timeout, open: OpenQuestions::default() })
    }

    /// Whether the user of this client decides. The agent's own `confirm` is then removed from the
    /// arguments, so that the user is asked.
    pub(crate) fn is_for_user(
        &self,
        definition: &Definition,
        arguments: &mut Map<String, Value>,
        cx: &RequestContext<RoleServer>,
    ) -> bool {
        let is_for_user = self.by == ConfirmBy::User && supports_elicitation(cx);
        if is_for_user
            && definition.takes_confirm()
            && arguments.get(CONFIRM_FIELD) == Some(&Value::Bool(true))
        {
            arguments.remove(CONFIRM_FIELD);
        }
        is_for_user
    }

    pub(crate) async fn ask(
        &self,
        definition: &Definition,
        arguments: &Map<String, Value>,
        request: &CallToolRequestParams,
        cx: &RequestContext<RoleServer>,
        preview: impl Future<Output = Result<Option<String>, Failure>>,
    ) -> Result<ConfirmOutcome, ErrorData> {
        if !supports_forms(cx) {
            return Ok(ConfirmOutcome::Stop(ConfirmError::NoForms.result()));
        }
        let bound = binding(definition, arguments);
        if let (true, Some(state), Some(answers)) =
            (is_modern(cx), &request.request_state, &request.input_responses)
        {
            return self.check_answer(state, &bound, answers);
        }
        let preview = match preview.await {
            Ok(preview) => preview,
            Err(failure) => return Ok(ConfirmOutcome::Stop(present::failure(&failure))),
        };
        let question = question(definition, arguments, preview)?;
        if !is_modern(cx) {
            return Ok(self.ask_now(question, cx).await);
        }
        let request = InputRequest::Elicitation(ElicitRequest::new(question));
        let questions = InputRequests::from([(CONFIRM_FIELD.to_owned(), request)]);
        let options = SealOptions::new().associated_data(&bound).ttl(self.timeout);
        let number = self.open.ask(self.timeout).to_le_bytes();
        let state = self.codec.seal_with(&number, &options);
        Ok(ConfirmOutcome::Ask(InputRequiredResult::new(Some(questions), Some(state))))
    }

    /// Checks a repeated call that has the user's answer.
    fn check_answer(
        &self,
        state: &str,
        bound: &[u8],
        answers: &InputResponses,
    ) -> Result<ConfirmOutcome, ErrorData> {
        let number = match self.codec.open_with(state, bound) {
            Ok(number) => number,
            Err(RequestStateError::Expired) => {
                return Ok(stop(&ConfirmError::TimedOut { after: self.timeout }));
            }
            Err(_) => {
                let reason = "requestState does not belong to this call";
                return Err(ErrorData::invalid_params(reason, None));
            }
        };
        let number = <[u8; 8]>::try_from(number.as_slice()).map(u64::from_le_bytes);
        if !number.is_ok_and(|number| self.open.close(number)) {
            return Ok(stop(&ConfirmError::AlreadyAnswered));
        }
        let answer =
            answers.get(CONFIRM_FIELD).cloned().map(serde_json::from_value::<ElicitResult>);
        Ok(match answer {
            Some(Ok(answer)) => outcome_of(&answer),
            Some(Err(error)) => {
                stop(&ConfirmError::failed(format!("its answer is invalid: {error}")))
            }
            None => stop(&ConfirmError::failed("the client sent no answer")),
        })
    }

    async fn ask_now(
        &self,
        question: ElicitRequestParams,
        cx: &RequestContext<RoleServer>,
    ) -> ConfirmOutcome {
        tokio::select! {
            answer = elicit(&cx.peer, question, self.timeout) => match answer {
                Ok(answer) => outcome_of(&answer),
                Err(error) => stop(&ConfirmError::from(error)),
            },
            () = cx.ct.cancelled() => ConfirmOutcome::Stop(present::failure(&Failure::Cancelled)),
        }
    }
}

fn outcome_of(answer: &ElicitResult) -> ConfirmOutcome {
    ConfirmError::from_answer(answer).map_or(ConfirmOutcome::Go, |refusal| stop(&refusal))
}

fn stop(refusal: &ConfirmError) -> ConfirmOutcome {
    ConfirmOutcome::Stop(refusal.result())
}

/// The tool and its arguments: an answer is valid for its own question only.
fn binding(definition: &Definition, arguments: &Map<String, Value>) -> Vec<u8> {
    format!("{}\0{}", definition.id, Value::Object(arguments.clone())).into_bytes()
}

/// Sends the client a question for its user and waits for the answer. The SDK has the same function
/// behind a feature that needs a URL parser, which takes longer to compile than this crate.
pub async fn elicit(
    peer: &Peer<RoleServer>,
    question: ElicitRequestParams,
    timeout: Duration,
) -> Result<ElicitResult, ServiceError> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(question));
    let options = PeerRequestOptions::with_timeout(timeout);
    let asked = peer.send_request_with_option(request, options).await?;
    match asked.await_response().await? {
        ClientResult::ElicitResult(answer) => Ok(answer),
        _ => Err(ServiceError::UnexpectedResponse),
    }
}

/// The capabilities from the handshake and those of this request; both count.
fn declared(cx: &RequestContext<RoleServer>) -> impl Iterator<Item = ClientCapabilities> {
    let handshake = cx.peer.peer_info().map(|info| info.capabilities.clone());
    handshake.into_iter().chain(cx.client_capabilities())
}

fn supports_elicitation(cx: &RequestContext<RoleServer>) -> bool {
    declared(cx).any(|capabilities| capabilities.elicitation.is_some())
}

/// A client that names no mode supports forms, which were the only mode at first.
fn supports_forms(cx: &RequestContext<RoleServer>) -> bool {
    declared(cx)
        .filter_map(|capabilities| capabilities.elicitation)
        .any(|elicitation| elicitation.form.is_some() || elicitation.url.is_none())
}

pub(crate) fn is_modern(cx: &RequestContext<RoleServer>) -> bool {
    let version = cx.protocol_version();
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}
