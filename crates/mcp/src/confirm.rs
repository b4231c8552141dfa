//! Asks the user before something that cannot be taken back. A client of the handshake revisions is
//! sent a request; one of 2026-07-28 gets the question as a result and calls again with the answer.

use std::io;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientResult, ElicitRequest, ElicitRequestParams,
    ElicitResult, ElicitationAction, ElicitationSchema, InputRequest, InputRequests,
    InputRequiredResult, ProtocolVersion, RequestStateCodec, SealOptions, ServerRequest,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestContext, ServiceError};
use rmcp::{ErrorData, RoleServer};
use scenewright_catalogue::{Definition, Failure, change_lines};
use serde_json::{Map, Value};

use crate::present;

/// The one field of the dialog, and the name of the question.
const FIELD: &str = "confirm";
/// How long a person may think about it.
const PATIENCE: Duration = Duration::from_secs(600);
/// Arguments longer than this are not repeated in the question.
const SHOWN_CHARS: usize = 300;
/// Files and notes beyond this are counted only.
const SHOWN_LINES: usize = 10;

pub(crate) struct Confirm {
    codec: RequestStateCodec,
}

pub(crate) enum Verdict {
    Go,
    Stop(CallToolResult),
    Ask(InputRequiredResult),
}

impl Confirm {
    /// The key lives as long as the process: a question is answered to the one that asked it.
    pub(crate) fn new() -> io::Result<Confirm> {
        let mut key = [0; RequestStateCodec::MIN_KEY_LENGTH];
        getrandom::fill(&mut key).map_err(io::Error::other)?;
        let codec = RequestStateCodec::try_new(key).map_err(io::Error::other)?;
        Ok(Confirm { codec })
    }

    pub(crate) async fn ask(
        &self,
        definition: &Definition,
        arguments: &Map<String, Value>,
        request: &CallToolRequestParams,
        cx: &RequestContext<RoleServer>,
        preview: impl Future<Output = Result<Option<String>, Failure>>,
    ) -> Result<Verdict, ErrorData> {
        if !has_dialogs(cx) {
            return Ok(Verdict::Stop(present::failure(&Failure::ConfirmationNeeded {
                dry_run: definition.takes_dry_run(),
            })));
        }
        if !is_modern(cx) {
            return Ok(match preview.await {
                Ok(preview) => ask_now(question(definition, arguments, preview)?, cx).await,
                Err(failure) => Verdict::Stop(present::failure(&failure)),
            });
        }
        let bound = binding(definition, arguments);
        match (&request.request_state, &request.input_responses) {
            (Some(state), Some(responses)) => {
                if self.codec.open_with(state, &bound).is_err() {
                    let reason = "requestState does not belong to this call, or has expired";
                    return Err(ErrorData::invalid_params(reason, None));
                }
                let answer = responses.get(FIELD).cloned().unwrap_or_default();
                Ok(verdict(serde_json::from_value(answer).ok()))
            }
            _ => {
                let preview = match preview.await {
                    Ok(preview) => preview,
                    Err(failure) => return Ok(Verdict::Stop(present::failure(&failure))),
                };
                let request = ElicitRequest::new(question(definition, arguments, preview)?);
                let questions =
                    InputRequests::from([(FIELD.to_owned(), InputRequest::Elicitation(request))]);
                let options = SealOptions::new().associated_data(&bound).ttl(PATIENCE);
                let state = self.codec.seal_with(b"asked", &options);
                Ok(Verdict::Ask(InputRequiredResult::new(Some(questions), Some(state))))
            }
        }
    }
}

/// The tool and its arguments: an answer to one question is none to another.
fn binding(definition: &Definition, arguments: &Map<String, Value>) -> Vec<u8> {
    format!("{}\0{}", definition.id, Value::Object(arguments.clone())).into_bytes()
}

async fn ask_now(question: ElicitRequestParams, cx: &RequestContext<RoleServer>) -> Verdict {
    let asked = elicit(&cx.peer, question);
    tokio::select! {
        answer = asked => verdict(answer.ok()),
        () = cx.ct.cancelled() => Verdict::Stop(present::failure(&Failure::Cancelled)),
    }
}

/// The SDK has the same behind a feature that brings a parser of URLs along, which takes longer to
/// compile than this crate.
pub(crate) async fn elicit(
    peer: &Peer<RoleServer>,
    question: ElicitRequestParams,
) -> Result<ElicitResult, ServiceError> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(question));
    let options = PeerRequestOptions::with_timeout(PATIENCE);
    let asked = peer.send_request_with_option(request, options).await?;
    match asked.await_response().await? {
        ClientResult::ElicitResult(answer) => Ok(answer),
        _ => Err(ServiceError::UnexpectedResponse),
    }
}

/// A client may decline without having shown anything, so that the other way is always named.
fn verdict(answer: Option<ElicitResult>) -> Verdict {
    let ticked = |content: &Option<Value>| {
        content.as_ref().is_some_and(|content| content.get(FIELD) == Some(&Value::Bool(true)))
    };
    match answer {
        Some(ElicitResult { action: ElicitationAction::Accept, content, .. })
            if ticked(&content) =>
        {
            Verdict::Go
        }
        _ => Verdict::Stop(present::error(
            "Not confirmed, so nothing was changed.\nHint: if the user agrees, call again with \
             \"confirm\": true"
                .to_owned(),
        )),
    }
}

/// The answer of a dry run in a few lines: what would change in the words of the scene, and what else
/// is to be known.
pub(crate) fn summary(changes: &Value) -> String {
    let mut lines = change_lines(changes);
    let notes = changes["notes"].as_array().into_iter().flatten();
    lines.extend(notes.filter_map(|note| note.as_str().map(str::to_owned)));
    if lines.len() > SHOWN_LINES {
        let more = lines.len() - SHOWN_LINES;
        lines.truncate(SHOWN_LINES);
        lines.push(format!("… and {more} more"));
    }
    lines.join("\n")
}

fn question(
    definition: &Definition,
    arguments: &Map<String, Value>,
    preview: Option<String>,
) -> Result<ElicitRequestParams, ErrorData> {
    let mut shown = Value::Object(arguments.clone()).to_string();
    if let Some((end, _)) = shown.char_indices().nth(SHOWN_CHARS) {
        shown.truncate(end);
        shown.push('…');
    }
    let preview = preview.map_or_else(String::new, |preview| preview + "\n");
    let requested_schema = ElicitationSchema::builder()
        .required_bool_with(FIELD, |field| field.title("Yes, do it").with_default(false))
        .build()
        .map_err(|reason| ErrorData::internal_error(reason, None))?;
    Ok(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: format!("{}: {shown}\n{preview}Shall it be done?", definition.name),
        requested_schema,
    })
}

fn has_dialogs(cx: &RequestContext<RoleServer>) -> bool {
    cx.client_capabilities().is_some_and(|capabilities| capabilities.elicitation.is_some())
}

pub(crate) fn is_modern(cx: &RequestContext<RoleServer>) -> bool {
    let version = cx.protocol_version();
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn a_change_is_summed_up_in_a_few_lines() {
        let file = |path: &str| json!({ "path": path, "change": "changed", "linesAdded": 0, "linesRemoved": 20 });
        let gone = json!({
            "file": "a.tscn", "change": "objectRemoved", "object": "Main/Crate", "components": ["StaticBody2D"], "below": 3,
        });
        let one = json!({
            "dryRun": true, "files": [file("a.tscn")], "changes": [gone], "notes": ["b.tscn still uses it"],
        });
        assert_eq!(
            super::summary(&one),
            "a.tscn would change (+0 -20 lines)\n  - Main/Crate (StaticBody2D, 3 below)\nb.tscn still uses it"
        );
        let many: Vec<_> = (0..30).map(|n| file(&n.to_string())).collect();
        let told = super::summary(&json!({ "files": many, "changes": [] }));
        assert_eq!(told.lines().last(), Some("… and 20 more"));
        let none = json!({ "dryRun": true, "files": [], "changes": [] });
        assert_eq!(super::summary(&none), "Nothing would change.");
    }
}
