//! A WebSocket client that knows JSON-RPC and nothing else.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::handshake::client::Request;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

const REPLY_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Client {
    pub socket: WebSocket<TcpStream>,
    pub hello: Value,
    next: u64,
    events: VecDeque<Value>,
}

/// The socket alone, before anything was said.
pub fn dial(request: Request) -> Result<WebSocket<TcpStream>, String> {
    let port = request.uri().port_u16().unwrap();
    let stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(REPLY_TIMEOUT)).unwrap();
    stream.set_nodelay(true).unwrap();
    let config =
        WebSocketConfig::default().max_frame_size(Some(64 << 20)).max_message_size(Some(64 << 20));
    let (socket, _) =
        client_with_config(request, stream, Some(config)).map_err(|e| e.to_string())?;
    Ok(socket)
}

impl Client {
    pub fn open(url: &str) -> Result<Client, String> {
        let mut socket = dial(url.into_client_request().unwrap())?;
        let hello = read(&mut socket)?;
        assert_eq!(hello["method"], "godoty.connected", "{hello}");
        Ok(Client { socket, hello, next: 0, events: VecDeque::new() })
    }

    /// The result of a call that has to work.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, &params);
        assert!(answer.get("error").is_none(), "{method} {params}: {answer}");
        answer["result"].clone()
    }

    /// The error of a call that has to fail.
    pub fn refused(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, &params);
        assert!(answer.get("result").is_none(), "{method} {params}: {answer}");
        answer["error"].clone()
    }

    pub fn act(&mut self, action: &str, args: Value) -> Value {
        self.call("execute_action", json!({ "action": action, "args": args }))
    }

    pub fn act_refused(&mut self, action: &str, args: Value) -> Value {
        self.refused("execute_action", json!({ "action": action, "args": args }))
    }

    pub fn send(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).unwrap();
    }

    /// The next message that is no event.
    pub fn answer(&mut self) -> Value {
        loop {
            let message = read(&mut self.socket).unwrap();
            if message.get("method").is_none() {
                return message;
            }
            self.events.push_back(message);
        }
    }

    /// The parameters of the next event of this kind, wherever it came.
    pub fn event(&mut self, name: &str) -> Value {
        self.event_with(name, |_| true)
    }

    pub fn event_with(&mut self, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let full = format!("godoty.{name}");
        loop {
            let message = match self.events.pop_front() {
                Some(message) => message,
                None => read(&mut self.socket).unwrap(),
            };
            if message["method"] == full.as_str() && fits(&message["params"]) {
                return message["params"].clone();
            }
        }
    }

    /// Whether an event of this kind comes soon.
    pub fn hears(&mut self, name: &str) -> bool {
        let full = format!("godoty.{name}");
        self.socket.get_ref().set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        let heard = loop {
            match read(&mut self.socket) {
                Ok(message) if message["method"] == full.as_str() => break true,
                Ok(_) => {}
                Err(_) => break false,
            }
        };
        self.socket.get_ref().set_read_timeout(Some(REPLY_TIMEOUT)).unwrap();
        heard
    }

    pub fn forget_events(&mut self) {
        self.call("ping", json!({}));
        self.events.clear();
    }

    /// The whole answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(request.to_string());
        let answer = self.answer();
        assert_eq!(answer["id"], id, "{answer}");
        assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
        answer
    }
}

pub fn read(socket: &mut WebSocket<TcpStream>) -> Result<Value, String> {
    match socket.read().map_err(|error| error.to_string())? {
        Message::Text(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
        Message::Close(frame) => Err(match frame {
            Some(frame) => format!("closed with {}", u16::from(frame.code)),
            None => "closed".to_owned(),
        }),
        other => Err(format!("unexpected {other:?}")),
    }
}
