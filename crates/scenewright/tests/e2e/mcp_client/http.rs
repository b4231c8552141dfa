//! Streamable HTTP: a connection a request, answered by JSON or by a stream of events.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;

use super::MODERN;
use crate::support::parse;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Longer than anything takes; a test that waits for so long has failed.
const REPLY_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Http {
    address: String,
    authorization: Option<String>,
    session: Mutex<Option<String>>,
}

/// The head of a response, and its body as it comes.
pub struct Reply {
    pub status: u16,
    pub head: String,
    body: BufReader<Box<dyn Read + Send>>,
    streams: bool,
    ended: bool,
}

impl Http {
    pub fn new(address: &str) -> Http {
        Http { address: address.to_owned(), authorization: None, session: Mutex::default() }
    }

    pub fn authorized(self, authorization: Option<String>) -> Http {
        Http { authorization, ..self }
    }

    pub fn session(&self) -> Option<String> {
        self.session.lock().unwrap().clone()
    }

    /// Posts a message with the headers that its era asks for.
    pub fn post(&self, message: &Value) -> Reply {
        let mut headers = self.session_headers();
        if message["params"]["_meta"][VERSION].is_string() {
            headers = modern_headers(message);
        }
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let reply = self.send("POST", &headers, message.to_string().as_bytes());
        if message["method"] == "initialize" {
            *self.session.lock().unwrap() = reply.header("mcp-session-id");
        }
        reply
    }

    /// The stream of what the server says by itself, in a session.
    pub fn listen(&self) -> Reply {
        let headers = self.session_headers();
        let mut headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        headers.push(("Accept", "text/event-stream"));
        self.send("GET", &headers, b"")
    }

    pub fn session_headers(&self) -> Vec<(&'static str, String)> {
        let session = self.session();
        let version = session.as_ref().map(|_| ("MCP-Protocol-Version", "2025-11-25".to_owned()));
        session.map(|id| ("Mcp-Session-Id", id)).into_iter().chain(version).collect()
    }

    /// One request to `/mcp`; `Host`, `Accept` and `Content-Type` are a client's unless given.
    pub fn send(&self, method: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut stream = self.write(method, headers, body);
        stream.flush().expect("the server reads");
        Reply::read(stream)
    }

    /// Sends a request and leaves the answer to the caller.
    pub fn write(&self, method: &str, headers: &[(&str, &str)], body: &[u8]) -> TcpStream {
        let own = [
            ("Host", self.address.as_str()),
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
        ];
        let given = |name: &str| headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let mut head = format!("{method} /mcp HTTP/1.1\r\nConnection: close\r\n");
        let token = self.authorization.as_deref().map(|value| ("Authorization", value));
        let own = own.iter().copied().chain(token).filter(|(name, _)| !given(name));
        for (name, value) in own.chain(headers.iter().copied()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(REPLY_TIMEOUT)).expect("a timeout can be set");
        stream.write_all(head.as_bytes()).expect("the server reads");
        // A server that has seen enough may close before it has read everything.
        let _ = stream.write_all(body);
        stream
    }
}

/// What a request of 2026-07-28 repeats in its head.
pub fn modern_headers(message: &Value) -> Vec<(&'static str, String)> {
    let params = &message["params"];
    let mut headers = vec![("MCP-Protocol-Version", MODERN.to_owned())];
    headers.extend(message["method"].as_str().map(|method| ("Mcp-Method", method.to_owned())));
    let name = match message["method"].as_str() {
        Some("tools/call" | "prompts/get") => params["name"].as_str(),
        Some("resources/read" | "resources/subscribe" | "resources/unsubscribe") => {
            params["uri"].as_str()
        }
        _ => None,
    };
    headers.extend(name.map(|name| ("Mcp-Name", name.to_owned())));
    headers
}

impl Reply {
    pub fn read(stream: TcpStream) -> Reply {
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(stream.read_line(&mut head).expect("the server answers"), 0, "{head}");
        }
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let lower = head.to_lowercase();
        let streams = lower.contains("content-type: text/event-stream");
        let body: Box<dyn Read + Send> = match lower.contains("transfer-encoding: chunked") {
            true => Box::new(Chunked { stream, left: 0, ended: false }),
            false => Box::new(stream),
        };
        Reply { status, head, body: BufReader::new(body), streams, ended: false }
    }

    pub fn header(&self, wanted: &str) -> Option<String> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.to_owned())
    }

    /// The next message; `None` at the end.
    pub fn message(&mut self) -> Option<Value> {
        if !self.streams {
            let text = self.text();
            return (!text.is_empty()).then(|| parse(text.as_bytes()));
        }
        loop {
            let mut line = String::new();
            if self.body.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let data = line.trim_end().strip_prefix("data:").map(str::trim_start);
            // The first event of a stream may be empty.
            if let Some(data) = data.filter(|data| !data.is_empty()) {
                return Some(parse(data.as_bytes()));
            }
        }
    }

    /// The rest of the body.
    pub fn text(&mut self) -> String {
        let mut text = String::new();
        if !std::mem::replace(&mut self.ended, true) {
            // A reset after the answer is no loss.
            let _ = self.body.read_to_string(&mut text);
        }
        text
    }
}

struct Chunked {
    stream: BufReader<TcpStream>,
    left: usize,
    ended: bool,
}

impl Read for Chunked {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.left == 0 && !self.ended {
            let mut line = String::new();
            self.ended = self.stream.read_line(&mut line)? == 0;
            if !line.trim().is_empty() {
                self.left = usize::from_str_radix(line.trim(), 16).expect("the length of a chunk");
                self.ended = self.left == 0;
            }
        }
        let most = buffer.len().min(self.left);
        let read = self.stream.read(&mut buffer[..most])?;
        self.left -= read;
        Ok(read)
    }
}
