//! Changes with a request id: made once, and answered as often as they are requested.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{Coverage, EditAction, EditRequest, EditState, RecordedRequest};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Session;
use super::start::RunningCall;
use crate::call::{Answer, CallResult};
use crate::context::Cx;
use crate::definition::{CONFIRM, DRY_RUN, REQUEST_ID};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::editing::{DiffOptions, EditOutput};
use crate::failure::Failure;
use crate::logs::Utc;
use crate::output::Output;

const MAX_ID_LEN: usize = 128;

/// The number of stored answers for changes that the journal does not record: those in an editor,
/// and those in memory.
const MAX_KEPT_ANSWERS: usize = 256;
const MAX_KEPT_BYTES: usize = 256 << 10;

/// How often a call that waits for another's outcome checks whether to continue.
const CLAIM_POLL_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Default)]
pub(super) struct RequestRegistry {
    state: Mutex<RequestRegistryState>,
    changed: Condvar,
}

#[derive(Default)]
struct RequestRegistryState {
    running: HashMap<String, String>,
    done: HashMap<String, (String, Answer)>,
    /// Oldest first.
    order: VecDeque<String>,
}

/// The right to carry out a request; other calls with the same id wait until it is dropped.
struct RequestClaim<'a> {
    requests: &'a RequestRegistry,
    request: &'a EditRequest,
}

impl RequestRegistry {
    fn lock(&self) -> MutexGuard<'_, RequestRegistryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a request that is being carried out.
    fn claim<'a>(
        &'a self,
        request: &'a EditRequest,
        cx: &Cx<'_>,
    ) -> Result<Result<RequestClaim<'a>, Answer>, Failure> {
        let mut state = self.lock();
        while let Some(fingerprint) = state.running.get(&request.id) {
            check_fingerprint(request, fingerprint)?;
            cx.check()?;
            let waited = self.changed.wait_timeout(state, CLAIM_POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if let Some((fingerprint, answer)) = state.done.get(&request.id) {
            check_fingerprint(request, fingerprint)?;
            return Ok(Err(answer.clone()));
        }
        state.running.insert(request.id.clone(), request.fingerprint.clone());
        Ok(Ok(RequestClaim { requests: self, request }))
    }
}

impl RequestClaim<'_> {
    fn keep(&self, answer: &Answer) {
        if answer.output.get().len() > MAX_KEPT_BYTES {
            return;
        }
        let mut state = self.requests.lock();
        let EditRequest { id, fingerprint } = self.request;
        state.done.insert(id.clone(), (fingerprint.clone(), answer.clone()));
        state.order.push_back(id.clone());
        if state.order.len() > MAX_KEPT_ANSWERS
            && let Some(oldest) = state.order.pop_front()
        {
            state.done.remove(&oldest);
        }
    }
}

impl Drop for RequestClaim<'_> {
    fn drop(&mut self) {
        self.requests.lock().running.remove(&self.request.id);
        self.requests.changed.notify_all();
    }
}

/// The same id must mean the same call.
fn check_fingerprint(request: &EditRequest, fingerprint: &str) -> Result<(), Failure> {
    match request.fingerprint == fingerprint {
        true => Ok(()),
        false => Err(Failure::argument(
            REQUEST_ID,
            request.id.as_str(),
            "it was used for a call with other arguments; a new call needs a new id",
        )),
    }
}

/// Removes the request from the arguments of a call. A dry run changes nothing and needs none.
pub(super) fn take_request(
    tool: &str,
    arguments: &mut Map<String, Value>,
) -> Result<Option<EditRequest>, Failure> {
    let Some(Value::String(id)) = arguments.remove(REQUEST_ID) else { return Ok(None) };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':' | '-');
    if id.is_empty() || id.len() > MAX_ID_LEN || !id.chars().all(is_plain) {
        let rule = format!("must be 1 to {MAX_ID_LEN} letters, digits and . _ : -");
        return Err(Failure::argument(REQUEST_ID, id, rule));
    }
    if arguments.get(DRY_RUN) == Some(&Value::Bool(true)) {
        return Ok(None);
    }
    let fingerprint = fingerprint(tool, arguments);
    Ok(Some(EditRequest { id, fingerprint }))
}

/// The fingerprint of the tool and its arguments, in any order. The confirmation makes no
/// difference.
fn fingerprint(tool: &str, arguments: &Map<String, Value>) -> String {
    let mut own = arguments.clone();
    own.retain(|name, _| name != CONFIRM && name != DRY_RUN);
    let mut value = Value::Object(own);
    value.sort_all_objects();
    // FNV-1a: the same in every version, and sufficient to distinguish calls.
    let bytes = tool.bytes().chain([0]).chain(value.to_string().into_bytes());
    let hash = bytes.fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    format!("{hash:032x}")
}

/// The recorded part of an answer.
#[derive(Serialize, Deserialize)]
struct RecordedAnswer {
    output: Box<RawValue>,
    diagnostics: Vec<String>,
}

impl Session {
    /// Runs a call with a request id, unless it was carried out before.
    pub(super) fn run_once(&self, call: RunningCall, request: &EditRequest) -> CallResult {
        let tool = call.tool;
        let cx = Cx::new(self, call.context.clone(), call.timeout, tool);
        let claim = match self.inner.requests.claim(request, &cx)? {
            Ok(claim) => claim,
            Err(answer) => return Ok(as_repeat(answer, vec![repeat_notice(request, None)])),
        };
        if let Some(done) = self.recorded(request, &call.context, &cx)? {
            return Ok(done);
        }
        let context = call.context.clone();
        let outcome = self.run_now(call);
        match &outcome {
            Ok(answer) => {
                self.record(request, answer, &context.after_commit());
                claim.keep(answer);
            }
            // Another process may have carried it out in the meantime.
            Err(_) => {
                let cx = Cx::new(self, context.clone(), Duration::ZERO, tool);
                if let Ok(Some(done)) = self.recorded(request, &context, &cx) {
                    return Ok(done);
                }
            }
        }
        outcome
    }

    /// What the journal contains about a request.
    fn recorded(
        &self,
        request: &EditRequest,
        context: &Context,
        cx: &Cx<'_>,
    ) -> Result<Option<Answer>, Failure> {
        let Some(editing) = self.engine().as_editing() else { return Ok(None) };
        let found = match editing.find_request(&request.id, context) {
            Ok(found) => found.value,
            Err(EngineError::NoJournal) => None,
            Err(error) => return Err(cx.engine_failure(error)),
        };
        let Some(found) = found else { return Ok(None) };
        check_fingerprint(request, &found.request.fingerprint)?;
        recorded_answer(request, found).map(Some)
    }

    /// A failure is only logged: even without the answer, the entry itself shows what was changed.
    fn record(&self, request: &EditRequest, answer: &Answer, context: &Context) {
        let Some(editing) = self.engine().as_editing() else { return };
        let Some(handle) = answer.undo_handle() else { return };
        let recorded = RecordedAnswer {
            output: answer.output.json().to_owned(),
            diagnostics: answer.diagnostics.iter().cloned().map(String::from).collect(),
        };
        let Ok(text) = serde_json::to_string(&recorded) else { return };
        if let Err(error) = editing.record_answer(handle, &request.id, &text, context) {
            tracing::warn!(%error, "the answer of a request is not recorded");
        }
    }
}

fn recorded_answer(request: &EditRequest, found: RecordedRequest) -> Result<Answer, Failure> {
    let mut diagnostics = vec![repeat_notice(request, Some(&found))];
    let repeat = |message: &str| Diagnostic::new(DiagnosticKind::Repeat, message);
    match (&found.state, found.action) {
        (EditState::Undone, EditAction::Edit | EditAction::Redo) => {
            diagnostics.push(repeat("It was undone since."));
        }
        (EditState::Done, EditAction::Undo) => diagnostics.push(repeat("It was redone since.")),
        (EditState::Unfinished | EditState::Conflicted { .. }, _) => {
            return Err(Failure::Execution {
                message: format!(
                    "request {} was interrupted, as change {}",
                    request.id, found.handle
                ),
                hint: Some(format!(
                    "`scenewright recover --handle {} --back` or `--forward` resolves it",
                    found.handle
                )),
            });
        }
        _ => {}
    }
    let recorded = found.answer.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let (output, own) = match recorded {
        Some(RecordedAnswer { output, diagnostics }) => (recorded_output(output), diagnostics),
        None => {
            let output = EditOutput::new(found.edited, false, DiffOptions::default());
            (Output::new(output), Vec::new())
        }
    };
    let answer = Answer {
        output,
        diagnostics: own.into_iter().map(Diagnostic::from).collect(),
        coverage: Coverage::default(),
        source: "files",
        is_repeat: true,
    };
    Ok(as_repeat(answer, diagnostics))
}

/// Typed again, since every change with a request id is answered with an [`EditOutput`]; only its
/// JSON if another version recorded it in another form.
fn recorded_output(json: Box<RawValue>) -> Output {
    match serde_json::from_str::<EditOutput>(json.get()) {
        Ok(output) => Output::recorded(output, json),
        Err(_) => Output::recorded((), json),
    }
}

fn as_repeat(mut answer: Answer, mut notes: Vec<Diagnostic>) -> Answer {
    notes.append(&mut answer.diagnostics);
    Answer { diagnostics: notes, is_repeat: true, ..answer }
}

fn repeat_notice(request: &EditRequest, found: Option<&RecordedRequest>) -> Diagnostic {
    let time = found.map_or_else(String::new, |found| format!(" at {}", Utc(found.time)));
    let id = &request.id;
    let message = format!(
        "Request {id} was done already{time}: this is its outcome, and nothing was done again."
    );
    Diagnostic::new(DiagnosticKind::Repeat, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn taken(arguments: Value) -> Result<Option<EditRequest>, Failure> {
        take_request("scene.object.rename", &mut arguments.as_object().cloned().unwrap())
    }

    #[test]
    fn an_id_is_short_and_plain() {
        for id in ["a", "3f2b-11", "agent:7_x.y", &"x".repeat(128)] {
            assert_eq!(taken(json!({ "requestId": id })).unwrap().unwrap().id, id);
        }
        for id in ["", "a b", "a\n", "ä", "../x", &"x".repeat(129)] {
            assert!(taken(json!({ "requestId": id })).is_err(), "{id}");
        }
    }

    #[test]
    fn a_dry_run_has_no_request() {
        assert!(taken(json!({ "requestId": "a", "dryRun": true })).unwrap().is_none());
    }

    #[test]
    fn a_fingerprint_knows_the_call_and_not_its_order() {
        let of = |arguments| taken(arguments).unwrap().unwrap().fingerprint;
        let first = of(json!({ "requestId": "a", "name": "x", "v": { "x": 1, "y": 2 } }));
        assert_eq!(
            of(json!({ "v": { "y": 2, "x": 1 }, "name": "x", "requestId": "b", "confirm": true })),
            first
        );
        assert_ne!(of(json!({ "requestId": "a", "name": "y", "v": { "x": 1, "y": 2 } })), first);
        assert_eq!(first, "829a9083552b3bef0f211f3e6ec88e8f");
    }
}
