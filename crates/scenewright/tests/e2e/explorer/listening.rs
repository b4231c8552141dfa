//! A client that listens to events, over a socket of its own.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::Explorer;
use crate::support::{parse, request};

pub struct Listener {
    pub head: String,
    reader: BufReader<TcpStream>,
}

impl Listener {
    /// `stream_events`: JSON lines in chunks.
    pub fn open(explorer: &Explorer) -> Listener {
        let body = request(&json!(1), "stream_events", &json!({}));
        let head = format!("POST /message HTTP/1.1\r\nContent-Length: {}\r\n", body.len());
        Listener::start(explorer, &head, &body)
    }

    /// Server-sent events.
    pub fn sse(explorer: &Explorer, path: &str) -> Listener {
        Listener::start(
            explorer,
            &format!("GET {path} HTTP/1.1\r\nAccept: text/event-stream\r\n"),
            "",
        )
    }

    fn start(explorer: &Explorer, head: &str, body: &str) -> Listener {
        let mut stream = explorer.server.connect();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        write!(stream, "{head}Host: localhost\r\n\r\n{body}").unwrap();
        let mut listener = Listener { head: String::new(), reader: BufReader::new(stream) };
        loop {
            let line = listener.line();
            if line.is_empty() {
                return listener;
            }
            listener.head.push_str(&line.to_lowercase());
            listener.head.push('\n');
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.reader.read_line(&mut line).expect("an event comes in time");
        assert!(read > 0, "the connection is still there");
        line.trim_end().to_owned()
    }

    /// The next message, whatever it is.
    pub fn next(&mut self) -> Value {
        loop {
            let line = self.line();
            let json = line.strip_prefix("data:").unwrap_or(&line).trim();
            if json.starts_with('{') {
                return parse(json.as_bytes());
            }
        }
    }

    /// The payload of the next event of that name.
    pub fn event(&mut self, name: &str) -> Value {
        loop {
            let message = self.next();
            if message["params"]["event"] == name {
                assert_eq!(message["method"], "notification");
                return message["params"]["payload"].clone();
            }
        }
    }

    /// Passes over what comes, until the server ends the stream in good order.
    pub fn end(&mut self) {
        while self.line() != "0" {}
    }
}
