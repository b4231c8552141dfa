//! One connection to an editor: opened, greeted, and made sure to be the right one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::status::CallError;
use crate::port_file::PortFile;
use crate::protocol::{EditorIncoming, EditorInfoAnswer, EditorRequest, Hello};

/// For the connection and for each part of the greeting. An editor that opens a large scene accepts a
/// connection long before it speaks.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest answer: a scene's text, the whole class reference.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

pub(super) struct EditorSocket {
    stream: WebSocketStream<TcpStream>,
    pub(super) hello: Hello,
}

/// What an editor says.
pub(super) enum EditorMessage {
    Answer { id: u64, outcome: Result<Box<RawValue>, CallError> },
    Event { method: String, params: Box<RawValue> },
}

impl EditorSocket {
    pub(super) async fn open(file: &PortFile, root: &Path) -> Result<EditorSocket, String> {
        let opened = timeout(HANDSHAKE_TIMEOUT, EditorSocket::connect(file)).await;
        let mut socket = opened.map_err(|_| "it does not answer".to_owned())??;
        timeout(HANDSHAKE_TIMEOUT, socket.handshake(root))
            .await
            .map_err(|_| "it does not greet".to_owned())??;
        Ok(socket)
    }

    async fn connect(file: &PortFile) -> Result<EditorSocket, String> {
        let address = ("127.0.0.1", file.port);
        let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        let url = format!("ws://127.0.0.1:{}/?token={}", file.port, file.token);
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES));
        let opened = client_async_with_config(url, stream, Some(config)).await;
        let (stream, _) = opened.map_err(|error| error.to_string())?;
        Ok(EditorSocket { stream, hello: Hello::default() })
    }

    /// The protocol's handshake; then the editor must name this project.
    async fn handshake(&mut self, root: &Path) -> Result<(), String> {
        self.hello = loop {
            if let EditorMessage::Event { method, params } = self.receive().await?
                && method == "godoty.connected"
            {
                break serde_json::from_str(params.get()).map_err(|error| error.to_string())?;
            }
        };
        let ready =
            json!({ "client_name": "scenewright", "client_version": env!("CARGO_PKG_VERSION") });
        self.send(None, "godoty.ready", &to_raw(&ready)?).await?;
        self.send(Some(1), "get_editor_info", &to_raw(&json!({}))?).await?;
        let info = loop {
            match self.receive().await? {
                EditorMessage::Answer { id: 1, outcome: Ok(answer) } => break answer,
                EditorMessage::Answer { .. } => {
                    return Err("it does not say whose editor it is".to_owned());
                }
                EditorMessage::Event { .. } => {}
            }
        };
        let info: EditorInfoAnswer =
            serde_json::from_str(info.get()).map_err(|error| error.to_string())?;
        match same_folder(&info.project.path, root) {
            true => Ok(()),
            false => Err(format!("it is the editor of another project, '{}'", info.project.path)),
        }
    }

    pub(super) async fn send(
        &mut self,
        id: Option<u64>,
        method: &str,
        params: &RawValue,
    ) -> Result<(), String> {
        let request = EditorRequest { jsonrpc: "2.0", id, method, params };
        let text = serde_json::to_string(&request).map_err(|error| error.to_string())?;
        self.stream.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    /// Waits for the next message that makes sense; an error is the end of the connection.
    pub(super) async fn receive(&mut self) -> Result<EditorMessage, String> {
        loop {
            let message = match self.stream.next().await {
                None => return Err("it closed the connection".to_owned()),
                Some(Err(error)) => return Err(error.to_string()),
                Some(Ok(message)) => message,
            };
            match message {
                Message::Text(text) => match parse_message(text.as_str()) {
                    Some(heard) => return Ok(heard),
                    None => tracing::debug!("the Godot editor said what makes no sense"),
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

fn parse_message(text: &str) -> Option<EditorMessage> {
    let EditorIncoming { id, method, params, result, error } = serde_json::from_str(text).ok()?;
    if let Some(method) = method {
        let params = params.unwrap_or_else(|| RawValue::NULL.to_owned());
        return Some(EditorMessage::Event { method, params });
    }
    let id = id.filter(|id| *id >= 0.0)? as u64;
    let outcome = match (result, error) {
        (_, Some(error)) => Err(CallError::Refused(error)),
        (Some(result), None) => Ok(result),
        (None, None) => return None,
    };
    Some(EditorMessage::Answer { id, outcome })
}

/// Godot ends its path with a slash, and follows no links.
fn same_folder(told: &str, root: &Path) -> bool {
    let told = PathBuf::from(told);
    told.canonicalize().unwrap_or(told) == root.canonicalize().unwrap_or_else(|_| root.to_owned())
}
