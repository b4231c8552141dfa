//! A client of MCP in either era over either transport, as plain as the protocol allows.

// The conformance tests include this file by its path, from where `mod` alone finds neither.
#[path = "mcp_client/http.rs"]
pub mod http;
#[path = "mcp_client/stdio.rs"]
pub mod stdio;

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::support::Server;
use http::Http;
use stdio::Stdio;

pub const MODERN: &str = "2026-07-28";
pub const LATEST_HANDSHAKE: &str = "2025-11-25";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// With `initialize`, and a session over HTTP.
    Handshake,
    /// Every request says everything about itself.
    Modern,
}

pub const ERAS: [Era; 2] = [Era::Handshake, Era::Modern];

enum Wire {
    Stdio(Box<Stdio>),
    Http(Http),
}

pub struct Client {
    wire: Wire,
    pub era: Era,
    capabilities: Value,
    next: u64,
    /// Notifications that came before an answer.
    pub heard: Vec<Value>,
    /// The result of every request that the server sends.
    pub answer: Value,
    /// Those requests.
    pub asked: Vec<Value>,
    pub manner: Manner,
}

/// What a client does with a request of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Answers,
    /// Its answer is an error.
    Fails,
    Silent,
}

impl Client {
    pub fn stdio(project: &Path, args: &[&str], era: Era, capabilities: Value) -> Client {
        Client::new(Wire::Stdio(Box::new(Stdio::open(project, args))), era, capabilities)
    }

    pub fn http(server: &Server, era: Era, capabilities: Value) -> Client {
        let http = Http::new(&server.address).authorized(server.authorization());
        Client::new(Wire::Http(http), era, capabilities)
    }

    /// One that does not know the server's token.
    pub fn anonymous(server: &Server, era: Era) -> Client {
        Client::new(Wire::Http(Http::new(&server.address)), era, json!({}))
    }

    /// Over stdio, in one revision of the protocol.
    pub fn of_revision(project: &Path, args: &[&str], revision: &str) -> Client {
        if revision == MODERN {
            return Client::stdio(project, args, Era::Modern, json!({}));
        }
        let wire = Wire::Stdio(Box::new(Stdio::open(project, args)));
        let mut client = Client::before(wire, Era::Handshake, json!({}));
        client.shake_hands(revision);
        client
    }

    /// Both eras over both transports, with servers for one project.
    pub fn all(server: &Server, project: &Path, args: &[&str]) -> Vec<Client> {
        let each = |era| {
            [Client::stdio(project, args, era, json!({})), Client::http(server, era, json!({}))]
        };
        ERAS.into_iter().flat_map(each).collect()
    }

    /// Before it has said anything.
    fn before(wire: Wire, era: Era, capabilities: Value) -> Client {
        let (heard, asked, answer) = (Vec::new(), Vec::new(), Value::Null);
        let manner = Manner::Answers;
        Client { wire, era, capabilities, next: 0, heard, asked, answer, manner }
    }

    fn new(wire: Wire, era: Era, capabilities: Value) -> Client {
        let mut client = Client::before(wire, era, capabilities);
        if era == Era::Handshake {
            client.shake_hands(LATEST_HANDSHAKE);
        }
        client
    }

    fn shake_hands(&mut self, version: &str) {
        let params = initialize(version, &self.capabilities);
        let answer = self.ask("initialize", params);
        assert!(answer["result"]["protocolVersion"].is_string(), "{answer}");
        self.notify("notifications/initialized", json!({}));
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        match &mut self.wire {
            Wire::Stdio(stdio) => stdio.send(&message),
            Wire::Http(http) => assert_eq!(http.post(&message).status, 202, "{message}"),
        }
    }

    /// A request in the form of the client's era.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let params = match self.era {
            Era::Handshake => params,
            Era::Modern => with_meta(params, &self.capabilities),
        };
        json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params })
    }

    /// The whole response; what comes before it is kept.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        self.exchange(&request)
    }

    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let mut response = self.ask(method, params);
        assert!(response.get("result").is_some(), "{method}: {response}");
        response["result"].take()
    }

    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Sends a request as it is.
    pub fn exchange(&mut self, request: &Value) -> Value {
        let mut reply = match &mut self.wire {
            Wire::Stdio(stdio) => {
                stdio.send(request);
                None
            }
            Wire::Http(http) => Some(http.post(request)),
        };
        loop {
            let message = match (&mut self.wire, &mut reply) {
                (Wire::Stdio(stdio), _) => stdio.receive(),
                (_, Some(reply)) => reply.message().expect("a request is answered"),
                _ => unreachable!("HTTP has a reply"),
            };
            match (message.get("method").is_some(), message.get("id").is_some()) {
                (true, true) => self.answer_request(&message),
                (true, false) => self.heard.push(message),
                (false, _) if message["id"] == request["id"] => return message,
                // Of a request that the test sent by itself.
                (false, _) => self.heard.push(message),
            }
        }
    }

    fn answer_request(&mut self, message: &Value) {
        self.asked.push(message.clone());
        let mut response = json!({ "jsonrpc": "2.0", "id": message["id"] });
        match self.manner {
            Manner::Answers => response["result"] = self.answer.clone(),
            Manner::Fails => response["error"] = json!({ "code": -32603, "message": "no window" }),
            Manner::Silent => return,
        }
        match &mut self.wire {
            Wire::Stdio(stdio) => stdio.send(&response),
            Wire::Http(http) => assert_eq!(http.post(&response).status, 202),
        }
    }

    pub fn as_stdio(&mut self) -> &mut Stdio {
        match &mut self.wire {
            Wire::Stdio(stdio) => stdio,
            Wire::Http(_) => panic!("a client over HTTP"),
        }
    }

    pub fn as_http(&self) -> &Http {
        match &self.wire {
            Wire::Http(http) => http,
            Wire::Stdio(_) => panic!("a client over stdio"),
        }
    }

    pub fn is_http(&self) -> bool {
        matches!(self.wire, Wire::Http(_))
    }

    /// For messages of a failed test.
    pub fn name(&self) -> String {
        let transport = if self.is_http() { "HTTP" } else { "stdio" };
        format!("{:?} over {transport}", self.era)
    }
}

pub fn initialize(version: &str, capabilities: &Value) -> Value {
    let client = json!({ "name": "e2e", "version": "1" });
    json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": client })
}

/// What a request of 2026-07-28 says of its client.
pub fn with_meta(mut params: Value, capabilities: &Value) -> Value {
    let given = params.as_object_mut().expect("parameters are an object");
    let meta = given.entry("_meta").or_insert_with(|| json!({}));
    let meta: &mut Map<String, Value> = meta.as_object_mut().expect("_meta is an object");
    meta.insert("io.modelcontextprotocol/protocolVersion".to_owned(), json!(MODERN));
    meta.insert("io.modelcontextprotocol/clientCapabilities".to_owned(), capabilities.clone());
    let client = json!({ "name": "e2e", "version": "1" });
    meta.insert("io.modelcontextprotocol/clientInfo".to_owned(), client);
    params
}
