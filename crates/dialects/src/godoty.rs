//! The Godoty protocol as a server: clients written for the plugin of Godot's editor work with any
//! engine. JSON-RPC 2.0 on a WebSocket of its own.
//!
//! Every method and action is one row of a table (`methods.rs`, `actions.rs`).

// A row that no table lists is a method that clients cannot reach.
#![deny(dead_code)]

mod actions;
mod capture;
mod docs;
mod editor;
mod errors;
mod handshake;
mod listeners;
mod methods;
mod params;
mod paths;
mod scene;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use scenewright_catalogue::outputs::ProjectInfoReadOutput;
use scenewright_catalogue::{
    Admission, Answer, Call, DataSource, EditorEvent, Failure, ListenerGuard, Session,
};
use scenewright_wire::jsonrpc::{self, JsonRpcMessage, JsonRpcRequest};
use scenewright_wire::{AnswerFuture, ClientIdentity, PushSender, Service};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::caller::caller;
use capture::CaptureAnswer;
use errors::GodotyError;
use listeners::GodotyListeners;
use params::GodotyParams;

/// How long a call waits while as many run as may run at once.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(30);

/// Clones serve the same clients.
#[derive(Clone)]
pub struct Godoty {
    session: Session,
    /// Whether actions that the table marks as dangerous are on.
    allow_dangerous: bool,
    version: Arc<str>,
    listeners: Arc<GodotyListeners>,
    /// The subscription to events of a live editor, from the first client on.
    hearing: Arc<OnceLock<Option<ListenerGuard>>>,
}

type GodotyResult = Result<Value, GodotyError>;

/// The result of a method. It becomes text once, with the response.
enum GodotyAnswer {
    Json(Value),
    Capture(CaptureAnswer),
}

impl Serialize for GodotyAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            GodotyAnswer::Json(value) => value.serialize(serializer),
            GodotyAnswer::Capture(capture) => capture.serialize(serializer),
        }
    }
}

impl Godoty {
    /// Reads the project once, for the handshake.
    pub fn new(session: Session, allow_dangerous: bool) -> Godoty {
        let info = session.call(Call::new("project.info", Map::new())).ok();
        let info = info.as_ref().and_then(|info| info.output_as::<ProjectInfoReadOutput>().ok());
        let version = info.and_then(|info| info.engine_version.as_deref());
        let version = version.unwrap_or("unknown").into();
        // The protocol has no code for a busy server, so that calls of many clients wait.
        let session = session.with_admission(Admission::Queued { timeout: PERMIT_TIMEOUT });
        Godoty {
            session,
            allow_dangerous,
            version,
            listeners: Arc::default(),
            hearing: Arc::default(),
        }
    }

    async fn respond(&self, message: &[u8]) -> Option<String> {
        let request = match jsonrpc::parse(message) {
            Ok(JsonRpcMessage::Request(request)) => request,
            Ok(JsonRpcMessage::Batch) => return self.batch(message).await,
            // `godoty.ready` is one, and nothing follows from it.
            Ok(JsonRpcMessage::Notification { .. }) => return None,
            Err(malformed) => {
                let error = errors::malformed(&malformed);
                return Some(jsonrpc::failure(malformed.id.as_deref(), &error));
            }
        };
        Some(match self.request(&request).await {
            Ok(result) => jsonrpc::success(&request.id, &result),
            Err(error) => jsonrpc::failure(Some(&request.id), &error.into_rpc_error()),
        })
    }

    /// Requests of a batch are answered in their order.
    async fn batch(&self, message: &[u8]) -> Option<String> {
        let messages: Vec<&RawValue> = serde_json::from_slice(message).unwrap_or_default();
        if messages.is_empty() {
            return Some(jsonrpc::failure(
                None,
                &errors::invalid_request("a batch holds requests"),
            ));
        }
        let mut answers = Vec::new();
        for message in messages {
            // A batch inside a batch is not a request.
            let answer = match message.get().starts_with('[') {
                true => {
                    Some(jsonrpc::failure(None, &errors::invalid_request("a request is an object")))
                }
                false => Box::pin(self.respond(message.get().as_bytes())).await,
            };
            answers.extend(answer);
        }
        (!answers.is_empty()).then(|| format!("[{}]", answers.join(",")))
    }

    async fn request(&self, request: &JsonRpcRequest) -> Result<GodotyAnswer, GodotyError> {
        let method = methods::find(&request.method);
        let declared = method.map_or(&[][..], |method| method.params);
        let params = GodotyParams::new(request.params.clone(), declared)?;
        let unknown = || GodotyError::unknown_method(&request.method, &methods::names());
        (method.ok_or_else(unknown)?.handler)(self, &params).await
    }

    /// Runs an operation; `null` arguments are left out.
    async fn call(&self, operation: &str, arguments: Value) -> Result<Answer, Failure> {
        let mut arguments = match arguments {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        };
        arguments.retain(|_, value| !value.is_null());
        self.session.start(Call::new(operation, arguments)).answer().await
    }

    /// Runs an operation that clients are notified of. A live editor sends the event itself.
    async fn call_and_notify(
        &self,
        operation: &str,
        arguments: Value,
        event: impl FnOnce(&Answer) -> Option<EditorEvent>,
    ) -> Result<Answer, Failure> {
        let answer = self.call(operation, arguments).await?;
        if answer.source != DataSource::Live.as_str()
            && let Some(event) = event(&answer)
        {
            self.listeners.notify(&event);
        }
        Ok(answer)
    }
}

fn now() -> f64 {
    unix_seconds(SystemTime::now())
}

/// Since 1970.
fn unix_seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

impl Service for Godoty {
    fn answer<'a>(&'a self, message: &'a [u8], client: ClientIdentity) -> AnswerFuture<'a> {
        let session = self.session.acting_for(caller("Godoty", client));
        let served = Godoty { session, ..self.clone() };
        Box::pin(async move { served.respond(message).await })
    }

    fn opened(&self, sender: PushSender) {
        sender.send(listeners::notification("godoty.connected", self.greeting()));
        self.listeners.add(sender);
        self.hearing.get_or_init(|| {
            let listeners = Arc::clone(&self.listeners);
            self.session.subscribe(move |event| listeners.notify(event))
        });
    }

    fn too_long(&self, limit: usize) -> String {
        let reason = format!("the message is longer than {limit} bytes (--max-message)");
        jsonrpc::failure(None, &errors::invalid_request(&reason))
    }

    fn too_deep(&self, limit: usize) -> String {
        let reason = format!("the message is nested deeper than {limit} levels (--max-depth)");
        jsonrpc::failure(None, &errors::invalid_request(&reason))
    }
}
