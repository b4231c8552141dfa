//! A foreign page or name never reaches a tool at `/mcp`, whatever it pretends to be.

use serde_json::json;

use crate::mcp_client::http::modern_headers;
use crate::mcp_client::{Client, ERAS, Era, initialize};
use crate::support::{Server, sample};

const FOREIGN: [(&str, &str); 6] = [
    ("Host", "evil.example"),
    ("Host", "localhost.evil.example"),
    ("Host", "192.168.0.1"),
    ("Origin", "http://evil.example"),
    ("Origin", "http://localhost.evil.example"),
    ("Origin", "null"),
];

#[test]
fn foreign_hosts_and_origins_are_refused_in_every_era() {
    let server = Server::start(&sample("unity"), &[]);
    for era in ERAS {
        let mut client = Client::http(&server, era, json!({}));
        let info = json!({ "name": "project_info", "arguments": {} });
        let call = client.request("tools/call", info);
        let shake = client.request("initialize", initialize("2025-11-25", &json!({})));
        let http = client.as_http();
        for foreign in FOREIGN {
            for message in [&call, &shake] {
                let own = match era {
                    Era::Modern => modern_headers(message),
                    Era::Handshake => http.session_headers(),
                };
                let mut headers: Vec<_> = own.iter().map(|(n, v)| (*n, v.as_str())).collect();
                headers.push(foreign);
                let body = message.to_string();
                let mut reply = http.send("POST", &headers, body.as_bytes());
                assert_eq!(reply.status, 403, "{era:?} {foreign:?}");
                assert_eq!(reply.header("mcp-session-id"), None, "{era:?} {foreign:?}");
                assert!(!reply.text().contains("Harbour Lights"), "{era:?} {foreign:?}");
                // A page may ask what it may send; nothing comes of it.
                let asked = if foreign.0 == "Host" { 403 } else { 204 };
                for (method, status) in [("GET", 403), ("DELETE", 403), ("OPTIONS", asked)] {
                    let reply = http.send(method, &headers, b"");
                    assert_eq!(reply.status, status, "{method} {foreign:?}");
                }
            }
        }
        // The session is still there.
        assert_ne!(client.call("project_info", json!({}))["isError"], true);
    }
}

#[test]
fn a_token_is_asked_for_in_every_era() {
    let server = Server::start(&sample("unity"), &["--token", "secret"]);
    let http = crate::mcp_client::http::Http::new(&server.address);
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize("2025-11-25", &json!({})) });
    for (value, status) in [("Bearer wrong", 401), ("Bearer secret", 200)] {
        let headers = [("Authorization", value)];
        assert_eq!(http.send("POST", &headers, request.to_string().as_bytes()).status, status);
    }
}
