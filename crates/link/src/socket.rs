//! One connection to a host.

use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::value::{RawValue, to_raw_value};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::LiveHost;
use crate::message::{HostIncoming, HostRequest};
use crate::port_file::PortFile;
use crate::status::CallError;

/// For the connection and for the handshake, each. An editor that opens a large scene accepts a connection long
/// before it answers.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest answers are the text of a scene and the whole class reference.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// The id of the only request that a handshake may send.
const HANDSHAKE_ID: u64 = 1;

/// An open connection.
pub struct HostSocket {
    stream: WebSocketStream<TcpStream>,
}

pub(crate) enum HostMessage {
    Answer { id: u64, outcome: Result<Box<RawValue>, CallError> },
    Event { method: String, params: Box<RawValue> },
}

/// Connects, and makes sure that the host is the right one.
pub(crate) async fn open<H: LiveHost>(
    file: &PortFile,
    root: &Path,
) -> Result<(HostSocket, H::Hello), String> {
    let opened = timeout(HANDSHAKE_TIMEOUT, HostSocket::connect(file)).await;
    let mut socket = opened.map_err(|_| "it does not answer".to_owned())??;
    let hello = timeout(HANDSHAKE_TIMEOUT, H::handshake(&mut socket, root))
        .await
        .map_err(|_| "it does not complete the handshake".to_owned())??;
    Ok((socket, hello))
}

impl HostSocket {
    async fn connect(file: &PortFile) -> Result<HostSocket, String> {
        let address = ("127.0.0.1", file.port);
        let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        let url = format!("ws://127.0.0.1:{}/?token={}", file.port, file.token);
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES));
        let opened = client_async_with_config(url, stream, Some(config)).await;
        let (stream, _) = opened.map_err(|error| error.to_string())?;
        Ok(HostSocket { stream })
    }

    /// During the handshake: waits for a notification and returns its parameters.
    pub async fn expect_event(&mut self, wanted: &str) -> Result<Box<RawValue>, String> {
        loop {
            if let HostMessage::Event { method, params } = self.receive().await?
                && method == wanted
            {
                return Ok(params);
            }
        }
    }

    /// During the handshake: sends a notification.
    pub async fn notify(&mut self, method: &str, params: &serde_json::Value) -> Result<(), String> {
        self.send(None, method, &to_raw(params)?).await
    }

    /// During the handshake: sends one request and returns its result; `None` if the host refuses it.
    pub async fn request(
        &mut self,
        method: &str,
        params: &serde_json::Value,
    ) -> Result<Option<Box<RawValue>>, String> {
        self.send(Some(HANDSHAKE_ID), method, &to_raw(params)?).await?;
        loop {
            match self.receive().await? {
                HostMessage::Answer { id: HANDSHAKE_ID, outcome } => return Ok(outcome.ok()),
                HostMessage::Answer { .. } => return Ok(None),
                HostMessage::Event { .. } => {}
            }
        }
    }

    pub(crate) async fn send(
        &mut self,
        id: Option<u64>,
        method: &str,
        params: &RawValue,
    ) -> Result<(), String> {
        let request = HostRequest { jsonrpc: "2.0", id, method, params };
        let text = serde_json::to_string(&request).map_err(|error| error.to_string())?;
        self.stream.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    /// Waits for the next valid message; an error ends the connection.
    pub(crate) async fn receive(&mut self) -> Result<HostMessage, String> {
        loop {
            let message = match self.stream.next().await {
                None => return Err("it closed the connection".to_owned()),
                Some(Err(error)) => return Err(error.to_string()),
                Some(Ok(message)) => message,
            };
            match message {
                Message::Text(text) => match parse_message(text.as_str()) {
                    Some(message) => return Ok(message),
                    None => tracing::debug!("a live host sent an invalid message"),
                },
                Message::Close(frame) => {
                    return Err(close_reason(frame.map(|frame| frame.reason.to_string())));
                }
                _ => {}
            }
        }
    }
}

fn close_reason(reason: Option<String>) -> String {
    match reason.filter(|reason| !reason.is_empty()) {
        Some(reason) => format!("it closed the connection: {reason}"),
        None => "it closed the connection".to_owned(),
    }
}

fn to_raw(value: &serde_json::Value) -> Result<Box<RawValue>, String> {
    to_raw_value(value).map_err(|error| error.to_string())
}

fn parse_message(text: &str) -> Option<HostMessage> {
    let HostIncoming { id, method, params, result, error } = serde_json::from_str(text).ok()?;
    if let Some(method) = method {
        let params = params.unwrap_or_else(|| RawValue::NULL.to_owned());
        return Some(HostMessage::Event { method, params });
    }
    let id = id.filter(|id| *id >= 0.0)? as u64;
    let outcome = match (result, error) {
        (_, Some(error)) => Err(CallError::Refused(error)),
        (Some(result), None) => Ok(result),
        (None, None) => return None,
    };
    Some(HostMessage::Answer { id, outcome })
}
