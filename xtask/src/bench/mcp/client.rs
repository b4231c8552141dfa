//! Enough of an MCP client to measure with: the handshake, and calls of one tool.

use super::super::http::Http;
use super::super::load::Link;
use super::super::request::{Ask, answered_id};
use crate::Result;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1.0.0"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
const ACCEPT: &str = "Accept: application/json, text/event-stream\r\n";
const PATH: &str = "/mcp";

/// How an HTTP client identifies itself.
#[derive(Clone, Copy)]
pub(super) enum Era {
    /// By the session that a handshake gave, as of 2025-11-25.
    Session,
    /// In each request, as of 2026-07-28.
    Stateless,
}

#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) tool: &'static str,
    pub(super) arguments: &'static str,
    pub(super) era: Era,
}

impl Ask for Call {
    fn document(&self, id: u64) -> String {
        let Call { tool, arguments, era } = self;
        let meta = match era {
            Era::Session => String::new(),
            Era::Stateless => format!(",{META}"),
        };
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}{meta}}}}}"#
        )
    }
}

/// The handshake and the answer to `tools/list`, on a link that carries messages both ways.
pub(in super::super) fn list_tools(link: &mut impl Link) -> Result<Vec<u8>> {
    link.send(INITIALIZE)?;
    answered_id(link.receive()?)?;
    link.send(INITIALIZED)?;
    link.send(LIST)?;
    let answer = link.receive()?.to_vec();
    answered_id(&answer)?;
    Ok(answer)
}

/// One client at a port; each of its links is a connection.
pub(super) struct Client {
    authority: String,
    headers: String,
}

impl Client {
    pub(super) fn open(authority: &str, call: &Call) -> Result<Client> {
        let tool = call.tool;
        let headers = match call.era {
            Era::Stateless => format!(
                "{ACCEPT}MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n"
            ),
            Era::Session => begin_session(authority)?,
        };
        Ok(Client { authority: authority.to_owned(), headers })
    }

    pub(super) fn link(&self) -> Result<Posts> {
        Ok(Posts(Http::connect(&self.authority, PATH, &self.headers)?))
    }
}

/// The headers of all requests of a new session.
fn begin_session(authority: &str) -> Result<String> {
    let mut http = Http::connect(authority, PATH, ACCEPT)?;
    http.send(INITIALIZE)?;
    http.receive()?;
    let session = http.session().ok_or("`initialize` gave no session")?.to_owned();
    let headers = session_headers(&session);
    let mut http = Http::connect(authority, PATH, &headers)?;
    http.send(INITIALIZED)?;
    http.receive()?;
    Ok(headers)
}

fn session_headers(session: &str) -> String {
    format!("{ACCEPT}MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: {session}\r\n")
}

/// Messages that are posted, each answered with JSON or with a stream of events.
pub(super) struct Posts(Http);

impl Link for Posts {
    fn send(&mut self, document: &str) -> Result {
        self.0.send(document)
    }

    fn receive(&mut self) -> Result<&[u8]> {
        self.0.receive().map(message)
    }
}

/// The data of the last event that has any; what is no stream of events is the message itself.
fn message(body: &[u8]) -> &[u8] {
    if body.first() == Some(&b'{') {
        return body;
    }
    let lines = body.split(|byte| *byte == b'\n').rev();
    let mut data = lines.filter_map(|line| line.strip_prefix(b"data:")).map(<[u8]>::trim_ascii);
    data.find(|data| !data.is_empty()).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_message_is_json() {
        let call = Call { tool: "echo", arguments: "{}", era: Era::Stateless };
        for message in [INITIALIZE, INITIALIZED, LIST, &call.document(7)] {
            assert!(serde_json::from_str::<Value>(message).unwrap().is_object(), "{message}");
        }
        let call = Call { era: Era::Session, ..call };
        let document: Value = serde_json::from_str(&call.document(7)).unwrap();
        assert_eq!((&document["id"], &document["params"]["name"]), (&7.into(), &"echo".into()));
    }

    #[test]
    fn a_message_is_found_in_either_form() {
        for (body, expected) in [
            ("{\"id\":1}", "{\"id\":1}"),
            ("event: message\ndata: {\"id\":1}\n\n", "{\"id\":1}"),
            ("id: 0\r\ndata: \r\n\r\nid: 1\r\ndata: {\"id\":1}\r\n\r\n", "{\"id\":1}"),
            ("", ""),
        ] {
            assert_eq!(message(body.as_bytes()), expected.as_bytes(), "{body:?}");
        }
    }
}
