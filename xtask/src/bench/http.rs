//! A client that keeps one HTTP/1.1 connection open: enough to measure with, and nothing to link.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::load::Link;
use crate::Result;

/// A server that is silent for so long is broken, not slow.
const TIMEOUT: Duration = Duration::from_secs(20);

pub(super) struct Http {
    stream: BufReader<TcpStream>,
    head: String,
    sent: Vec<u8>,
    body: Vec<u8>,
    session: Option<String>,
}

impl Http {
    /// `authority` is `127.0.0.1:PORT`; `headers` are whole lines, `Accept` among them.
    pub(super) fn connect(authority: &str, path: &str, headers: &str) -> Result<Http> {
        let stream = TcpStream::connect(authority)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {authority}\r\nContent-Type: application/json\r\n{headers}Content-Length: "
        );
        Ok(Http {
            stream: BufReader::with_capacity(1 << 16, stream),
            head,
            sent: Vec::new(),
            body: Vec::new(),
            session: None,
        })
    }

    /// The session that the last answer gave, in the way of MCP.
    pub(super) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }
}

impl Link for Http {
    /// One write, so that head and body leave in one packet.
    fn send(&mut self, document: &str) -> Result {
        self.sent.clear();
        write!(self.sent, "{}{}\r\n\r\n{document}", self.head, document.len())?;
        Ok(self.stream.get_mut().write_all(&self.sent)?)
    }

    fn receive(&mut self) -> Result<&[u8]> {
        self.session = read_answer(&mut self.stream, &mut self.body)?;
        Ok(&self.body)
    }
}

struct Head {
    length: Length,
    session: Option<String>,
}

enum Length {
    Exactly(u64),
    Chunked,
}

/// Fills `body`, and gives back the session that the answer is of.
fn read_answer(stream: &mut impl BufRead, body: &mut Vec<u8>) -> Result<Option<String>> {
    body.clear();
    let status = read_line(stream)?;
    let head = read_headers(stream)?;
    match head.length {
        Length::Exactly(bytes) => read_exactly(stream, bytes, body)?,
        Length::Chunked => while read_chunk(stream, body)? {},
    }
    match status.split(' ').nth(1) {
        Some("200" | "202") => Ok(head.session),
        _ => Err(format!("HTTP answered {status}: {}", String::from_utf8_lossy(body)).into()),
    }
}

fn read_headers(stream: &mut impl BufRead) -> Result<Head> {
    let mut head = Head { length: Length::Exactly(0), session: None };
    loop {
        let line = read_line(stream)?;
        let Some((name, value)) = line.split_once(':') else {
            return Ok(head);
        };
        if name.eq_ignore_ascii_case("content-length") {
            head.length = Length::Exactly(value.trim().parse()?);
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            head.length = Length::Chunked;
        } else if name.eq_ignore_ascii_case("mcp-session-id") {
            head.session = Some(value.trim().to_owned());
        }
    }
}

/// Whether another chunk may follow.
fn read_chunk(stream: &mut impl BufRead, body: &mut Vec<u8>) -> Result<bool> {
    let line = read_line(stream)?;
    let size = line.split(';').next().unwrap_or_default();
    let size = u64::from_str_radix(size.trim(), 16)?;
    read_exactly(stream, size, body)?;
    read_line(stream)?;
    Ok(size > 0)
}

fn read_exactly(stream: &mut impl BufRead, bytes: u64, body: &mut Vec<u8>) -> Result {
    match stream.take(bytes).read_to_end(body)? as u64 == bytes {
        true => Ok(()),
        false => Err("the server closed the connection inside an answer".into()),
    }
}

fn read_line(stream: &mut impl BufRead) -> Result<String> {
    let mut line = String::new();
    match stream.read_line(&mut line)? {
        0 => Err("the server closed the connection instead of answering".into()),
        _ => Ok(line.trim_end().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(mut bytes: &[u8]) -> Result<String> {
        let mut body = Vec::new();
        read_answer(&mut bytes, &mut body)?;
        assert_eq!(bytes, b"", "an answer ends where the next begins");
        Ok(String::from_utf8(body)?)
    }

    #[test]
    fn reads_a_body_by_its_length() {
        let bytes = b"HTTP/1.1 200 OK\r\nContent-Type: x\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(answer(bytes).unwrap(), "{}");
    }

    #[test]
    fn reads_a_body_in_chunks() {
        let bytes = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4;x=y\r\n\":1}\r\n0\r\n\r\n";
        assert_eq!(answer(bytes).unwrap(), "{\"a\":1}");
    }

    #[test]
    fn a_refusal_is_an_error_with_its_text() {
        let bytes = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nhost";
        let error = answer(bytes).unwrap_err().to_string();
        assert_eq!(error, "HTTP answered HTTP/1.1 403 Forbidden: host");
    }

    #[test]
    fn a_torn_answer_is_an_error() {
        assert!(answer(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}").is_err());
        assert!(answer(b"").is_err());
    }
}
