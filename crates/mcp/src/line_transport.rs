//! One message per line: a transport for the SDK with limits, which answers every line that the SDK would
//! drop.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, RequestId, ServerJsonRpcMessage, ServerResult,
};
use rmcp::transport::Transport;
use rmcp::{RoleServer, model};
use scenewright_catalogue::Access;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::direct::{CallEra, DirectCalls, PlainCall};
use crate::envelope::{ExaminedMessage, RequestError, examine};
use crate::in_flight::RequestIds;

/// The longest line that is read; the same as in the SDK.
const MAX_MESSAGE_BYTES: usize = 16 << 20;
/// How many messages may wait to be written; further senders wait.
const MAX_QUEUED_LINES: usize = 64;
const BUFFER_BYTES: usize = 64 << 10;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

pub(crate) struct LineTransport<R> {
    input: BufReader<R>,
    /// When the last bytes came in: every line that they end was sent before.
    received: Instant,
    /// The part of a line that was read: a read may be cancelled in between.
    line: Vec<u8>,
    /// The rest of a line that is too long is skipped.
    is_skipping: bool,
    limit: usize,
    /// The answer to a line that is not passed on, until it can be queued.
    reply: Option<String>,
    direct: Option<DirectCalls>,
    /// Set by the first answer of the SDK.
    negotiated: Negotiated,
    ids: Arc<Mutex<RequestIds>>,
    output: Option<mpsc::Sender<OutgoingLine>>,
    writer: Option<JoinHandle<()>>,
}

struct OutgoingLine {
    line: String,
    written: Option<oneshot::Sender<io::Result<()>>>,
}

/// What client and SDK have agreed on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Negotiated {
    Nothing,
    Modern,
    /// After a handshake, requests of both eras are accepted.
    Handshake,
}

/// What becomes of a line.
enum TakenLine {
    Message(Box<ClientJsonRpcMessage>),
    Answered(String),
    Ignored,
}

enum LineRead {
    Whole,
    TooLong,
    End,
}

impl<R: AsyncRead + Send + Unpin> LineTransport<R> {
    /// Must be called within a runtime, in which a task writes. `direct` answers what the SDK need not see.
    pub(crate) fn new(
        input: R,
        output: impl AsyncWrite + Send + Unpin + 'static,
        direct: Option<DirectCalls>,
    ) -> LineTransport<R> {
        let transport = LineTransport::with_limit(input, output, MAX_MESSAGE_BYTES);
        LineTransport { direct, ..transport }
    }

    fn with_limit(
        input: R,
        output: impl AsyncWrite + Send + Unpin + 'static,
        limit: usize,
    ) -> LineTransport<R> {
        let (sender, receiver) = mpsc::channel(MAX_QUEUED_LINES);
        LineTransport {
            input: BufReader::with_capacity(BUFFER_BYTES, input),
            received: Instant::now(),
            line: Vec::new(),
            is_skipping: false,
            limit,
            reply: None,
            direct: None,
            negotiated: Negotiated::Nothing,
            ids: Arc::default(),
            output: Some(sender),
            writer: Some(tokio::spawn(write_all(output, receiver))),
        }
    }

    /// Reads the next line into `self.line`. Cancellation loses nothing.
    async fn read(&mut self) -> io::Result<LineRead> {
        loop {
            if self.input.buffer().is_empty() {
                self.input.fill_buf().await?;
                self.received = Instant::now();
            }
            let buffer = self.input.buffer();
            if buffer.is_empty() {
                // A last line may have no end.
                return Ok(if self.line.is_empty() { LineRead::End } else { LineRead::Whole });
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            let was_skipping = self.is_skipping;
            let is_too_long = self.line.len() + used > self.limit.saturating_add(1);
            if !was_skipping && !is_too_long {
                self.line.extend_from_slice(&buffer[..used]);
            }
            self.input.consume(used);
            self.is_skipping = (was_skipping || is_too_long) && end.is_none();
            match (was_skipping, is_too_long) {
                (true, _) => {}
                (false, true) => {
                    self.line.clear();
                    return Ok(LineRead::TooLong);
                }
                (false, false) if end.is_some() => return Ok(LineRead::Whole),
                (false, false) => {}
            }
        }
    }

    /// Parses the line in `self.line` and empties it.
    fn take(&mut self) -> Result<TakenLine, RequestError> {
        let line = std::mem::take(&mut self.line);
        let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line).trim_ascii();
        let taken = match text.is_empty() {
            true => Ok(TakenLine::Ignored),
            false => self.take_text(text),
        };
        if line.capacity() <= BUFFER_BYTES {
            self.line = line;
            self.line.clear();
        }
        taken
    }

    fn take_text(&self, text: &[u8]) -> Result<TakenLine, RequestError> {
        if let Some(answer) = self.answer_directly(text) {
            return Ok(TakenLine::Answered(answer));
        }
        let message = examine(text)?;
        let parsed = serde_json::from_slice::<ClientJsonRpcMessage>(text);
        match (message, parsed) {
            (ExaminedMessage::Request(_), Ok(parsed)) => {
                self.begin(parsed).map(|parsed| TakenLine::Message(Box::new(parsed)))
            }
            (ExaminedMessage::Other, Ok(parsed)) => {
                self.note(&parsed);
                Ok(TakenLine::Message(Box::new(parsed)))
            }
            (ExaminedMessage::Request(id), Err(error)) => {
                Err(RequestError::invalid(Some(id), format!("Invalid request: {error}")))
            }
            // An unknown notification, or an invalid response.
            (ExaminedMessage::Other, Err(error)) => {
                tracing::debug!(%error, "ignored a message");
                Ok(TakenLine::Ignored)
            }
        }
    }

    fn answer_directly(&self, text: &[u8]) -> Option<String> {
        let direct = self.direct.as_ref()?;
        if self.negotiated == Negotiated::Nothing {
            return None;
        }
        let call = PlainCall::parse(text)?;
        let is_agreed = call.era == CallEra::Modern || self.negotiated == Negotiated::Handshake;
        let is_free = is_agreed && !self.ids().is_used(call.id.get());
        // Who started the server may do what it does.
        is_free.then(|| direct.answer(call, Access::default(), self.received)).flatten()
    }

    /// Calls are answered without the SDK once it has agreed with the client on a revision.
    fn note_answer(&mut self, answer: &ServerJsonRpcMessage) {
        let model::JsonRpcMessage::Response(response) = answer else { return };
        match &response.result {
            ServerResult::InitializeResult(_) => self.negotiated = Negotiated::Handshake,
            _ if self.negotiated == Negotiated::Nothing => self.negotiated = Negotiated::Modern,
            _ => {}
        }
    }

    fn begin(&self, message: ClientJsonRpcMessage) -> Result<ClientJsonRpcMessage, RequestError> {
        if let ClientJsonRpcMessage::Request(request) = &message {
            let id = id_text(&request.id);
            if !self.ids().begin(&id) {
                return Err(RequestError::invalid(Some(&id), id_in_use(&id)));
            }
        }
        Ok(message)
    }

    /// A request that is cancelled gets no answer.
    fn note(&self, message: &ClientJsonRpcMessage) {
        if let ClientJsonRpcMessage::Notification(notification) = message
            && let ClientNotification::CancelledNotification(cancelled) = &notification.notification
            && let Some(id) = &cancelled.params.request_id
        {
            self.ids().abandon(id_text(id));
        }
    }

    fn ids(&self) -> MutexGuard<'_, RequestIds> {
        lock(&self.ids)
    }
}

fn lock(ids: &Mutex<RequestIds>) -> MutexGuard<'_, RequestIds> {
    ids.lock().unwrap_or_else(PoisonError::into_inner)
}

fn id_text(id: &RequestId) -> String {
    json!(id).to_string()
}

pub(crate) fn id_in_use(id: &str) -> String {
    format!("A request with the id {id} is in flight: each request needs its own id")
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for LineTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.note_answer(&message);
        let (ids, output) = (Arc::clone(&self.ids), self.output.clone());
        async move {
            let line = serde_json::to_string(&message)?;
            let answered = match message {
                model::JsonRpcMessage::Response(response) => Some(response.id),
                model::JsonRpcMessage::Error(error) => error.id,
                _ => None,
            };
            if let Some(id) = answered {
                lock(&ids).end(&id_text(&id));
            }
            let (sender, done) = oneshot::channel();
            let outgoing = OutgoingLine { line, written: Some(sender) };
            let output = output.ok_or_else(closed)?;
            output.send(outgoing).await.map_err(|_| closed())?;
            done.await.map_err(|_| closed())?
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.reply.is_some() {
                let room = self.output.as_ref()?.reserve().await.ok()?;
                let line = self.reply.take()?;
                room.send(OutgoingLine { line, written: None });
            }
            let outcome = match self.read().await {
                Ok(LineRead::Whole) => self.take(),
                Ok(LineRead::TooLong) => {
                    let reason = format!("The message is longer than {} bytes", self.limit);
                    Err(RequestError::invalid(None, reason))
                }
                Ok(LineRead::End) => return None,
                Err(error) => {
                    tracing::warn!(%error, "cannot read the input");
                    return None;
                }
            };
            match outcome {
                Ok(TakenLine::Message(message)) => return Some(*message),
                Ok(TakenLine::Answered(answer)) => self.reply = Some(answer),
                Ok(TakenLine::Ignored) => {}
                Err(refusal) => self.reply = Some(refusal.text()),
            }
        }
    }

    /// Queued messages are still written.
    async fn close(&mut self) -> io::Result<()> {
        self.output = None;
        match self.writer.take() {
            Some(writer) => writer.await.map_err(io::Error::other),
            None => Ok(()),
        }
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::NotConnected, "the output is closed")
}

/// Writes queued lines together.
async fn write_all(mut output: impl AsyncWrite + Unpin, mut waiting: mpsc::Receiver<OutgoingLine>) {
    let (mut bytes, mut done) = (Vec::new(), Vec::new());
    while let Some(outgoing) = waiting.recv().await {
        let mut next = Some(outgoing);
        while let Some(OutgoingLine { line, written }) = next {
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
            done.extend(written);
            next = if bytes.len() < BUFFER_BYTES { waiting.try_recv().ok() } else { None };
        }
        let outcome = match output.write_all(&bytes).await {
            Ok(()) => output.flush().await,
            Err(error) => Err(error),
        };
        bytes.clear();
        let broken = outcome.as_ref().err().map(io::Error::kind);
        for sender in done.drain(..) {
            // The SDK may no longer wait.
            let _ = sender.send(broken.map_or(Ok(()), |kind| Err(kind.into())));
        }
        if broken.is_some() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::io::AsyncReadExt;

    use super::*;

    /// What is passed on, by its id or `-`, and what is answered at once.
    async fn exchange(input: &str, limit: usize) -> (Vec<String>, Vec<Value>) {
        let (mut client, output) = tokio::io::duplex(1 << 20);
        let mut lines = LineTransport::with_limit(input.as_bytes(), output, limit);
        let mut passed = Vec::new();
        while let Some(message) = lines.receive().await {
            passed.push(match message {
                ClientJsonRpcMessage::Request(request) => id_text(&request.id),
                _ => "-".to_owned(),
            });
        }
        lines.close().await.unwrap();
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        (passed, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    #[tokio::test]
    async fn every_line_is_passed_on_or_answered() {
        let ping = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let deep = format!("{}{}", "[".repeat(130), "]".repeat(130));
        let deep = ping("3").replace("\"ping\"", &format!("\"x\",\"params\":{deep}"));
        let long = format!("\"{}\"", "x".repeat(2000));
        let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        let lines = [
            ping("1"),
            deep,
            long,
            String::new(),
            ping("1"),
            ping("1.5"),
            initialized.to_owned(),
            r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#.to_owned(),
            "{".to_owned(),
            "[]".to_owned(),
            format!("\u{feff}{}\r", ping("\"last\"")),
        ];
        let (passed, answers) = exchange(&lines.join("\n"), 1000).await;
        assert_eq!(passed, ["1", "-", "\"last\""]);
        let answers: Vec<(Value, i64)> = answers
            .iter()
            .map(|answer| (answer["id"].clone(), answer["error"]["code"].as_i64().unwrap()))
            .collect();
        let none = Value::Null;
        let expected = [
            (json!(3), -32600),
            (none.clone(), -32600),
            (json!(1), -32600),
            (json!(1.5), -32600),
            (json!(7), -32600),
            (none.clone(), -32700),
            (none, -32600),
        ];
        assert_eq!(answers, expected);
    }

    #[tokio::test]
    async fn an_id_may_be_used_again_after_its_answer() {
        let (client, output) = tokio::io::duplex(1 << 20);
        let (input, mut to_server) = tokio::io::duplex(1 << 20);
        let mut lines = LineTransport::new(input, output, None);
        let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
        for _ in 0..3 {
            to_server.write_all(ping.as_bytes()).await.unwrap();
            assert!(matches!(lines.receive().await, Some(ClientJsonRpcMessage::Request(_))));
            let result = model::ServerResult::empty(());
            let answer = ServerJsonRpcMessage::response(result, RequestId::Number(1));
            lines.send(answer).await.unwrap();
        }
        drop(client);
    }
}
