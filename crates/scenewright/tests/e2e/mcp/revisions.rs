//! Every revision of the protocol, and the ways in which clients find out which is spoken.

use serde_json::{Value, json};

use crate::mcp_client::http::{Http, modern_headers};
use crate::mcp_client::stdio::Stdio;
use crate::mcp_client::{Client, Era, MODERN, initialize, with_meta};
use crate::support::{Server, sample};

/// What a client asks for, and what it gets.
const HANDSHAKES: [(&str, &str); 7] = [
    ("2024-11-05", "2024-11-05"),
    ("2025-03-26", "2025-03-26"),
    ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"),
    ("2026-07-28", "2025-11-25"),
    ("1999-01-01", "2025-11-25"),
    ("soon", "2025-11-25"),
];

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// The answers to an `initialize` of `version` and a call after it.
fn check_handshake(version: &str, expected: &str, mut ask: impl FnMut(&Value) -> Value) {
    let answer = ask(&request(1, "initialize", initialize(version, &json!({}))));
    let result = &answer["result"];
    assert_eq!(result["protocolVersion"], expected, "{version}: {answer}");
    assert_eq!(result["serverInfo"]["name"], "scenewright");
    assert!(result["instructions"].as_str().unwrap().contains("project_info"));
    for capability in ["tools", "resources", "prompts", "completions", "logging"] {
        assert!(result["capabilities"][capability].is_object(), "{capability}: {answer}");
    }
    assert_eq!(result["capabilities"]["resources"]["subscribe"], true);
    let call = request(2, "tools/call", json!({ "name": "project_info", "arguments": {} }));
    let answer = ask(&call);
    let structured = &answer["result"]["structuredContent"];
    assert_eq!(structured["projectName"], "Harbour Lights", "{version}: {answer}");
    assert_eq!(ask(&request(3, "ping", json!({})))["result"], json!({}), "{version}");
}

#[test]
fn every_handshake_is_answered_over_stdio() {
    for (version, expected) in HANDSHAKES {
        let mut stdio = Stdio::open(&sample("unity"), &[]);
        check_handshake(version, expected, |request| {
            stdio.send(request);
            stdio.receive()
        });
        assert_eq!(stdio.close(), (vec![], true));
    }
}

#[test]
fn every_handshake_is_answered_over_http() {
    let server = Server::start(&sample("unity"), &[]);
    for (version, expected) in HANDSHAKES {
        let http = Http::new(&server.address);
        check_handshake(version, expected, |request| {
            let mut headers = http.session_headers();
            headers.retain(|(name, _)| *name == "Mcp-Session-Id");
            // The header came with 2025-06-18.
            if request["method"] != "initialize" && expected >= "2025-06-18" {
                headers.push(("MCP-Protocol-Version", expected.to_owned()));
            }
            if request["method"] == "initialize" {
                return http.post(request).message().unwrap();
            }
            let headers: Vec<_> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
            http.send("POST", &headers, request.to_string().as_bytes()).message().unwrap()
        });
        assert!(http.session().is_some(), "{version}");
    }
}

#[test]
fn requests_without_a_handshake_are_answered() {
    let server = Server::start(&sample("unity"), &[]);
    for client in &mut [
        Client::stdio(&sample("unity"), &[], Era::Modern, json!({})),
        Client::http(&server, Era::Modern, json!({})),
    ] {
        let name = client.name();
        let discovered = client.result("server/discover", json!({}));
        let versions = discovered["supportedVersions"].as_array().unwrap();
        assert!(versions.contains(&json!(MODERN)), "{name}: {discovered}");
        assert_eq!(discovered["resultType"], "complete", "{name}: {discovered}");
        assert!(discovered["capabilities"]["tools"].is_object(), "{name}: {discovered}");
        for (method, key) in [
            ("tools/list", "tools"),
            ("prompts/list", "prompts"),
            ("resources/list", "resources"),
            ("resources/templates/list", "resourceTemplates"),
        ] {
            let list = client.result(method, json!({}));
            assert!(!list[key].as_array().unwrap().is_empty(), "{name}: {list}");
            assert_eq!(list["resultType"], "complete", "{name}: {method}");
            assert!(list["ttlMs"].is_u64(), "{name}: {method} {}", list["ttlMs"]);
            assert!(list["cacheScope"].is_string(), "{name}: {method}");
        }
        let info = client.call("project_info", json!({}));
        assert_eq!(info["resultType"], "complete", "{name}");
        assert_eq!(info["structuredContent"]["projectName"], "Harbour Lights", "{name}");
    }
}

#[test]
fn an_unknown_version_is_answered_with_the_supported_ones() {
    let server = Server::start(&sample("unity"), &[]);
    let http = Http::new(&server.address);
    let mut message = request(1, "tools/list", with_meta(json!({}), &json!({})));
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2030-01-01");
    let mut headers = modern_headers(&message);
    headers[0].1 = "2030-01-01".to_owned();
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut reply = http.send("POST", &headers, message.to_string().as_bytes());
    let answer = reply.message().unwrap();
    assert_eq!((reply.status, &answer["error"]["code"]), (400, &json!(-32022)), "{answer}");
    assert!(answer["error"]["data"]["supported"].as_array().unwrap().contains(&json!(MODERN)));
}

/// Some clients look first and shake hands all the same.
#[test]
fn a_handshake_may_follow_a_look() {
    let discover = request(0, "server/discover", with_meta(json!({}), &json!({})));
    let mut stdio = Stdio::open(&sample("unity"), &[]);
    stdio.send(&discover);
    assert!(stdio.receive()["result"]["supportedVersions"].is_array());
    check_handshake("2025-11-25", "2025-11-25", |request| {
        stdio.send(request);
        stdio.receive()
    });
    assert_eq!(stdio.close(), (vec![], true));

    let server = Server::start(&sample("unity"), &[]);
    let http = Http::new(&server.address);
    let discovered = http.post(&discover).message().unwrap();
    assert!(discovered["result"]["supportedVersions"].is_array(), "{discovered}");
    check_handshake("2025-11-25", "2025-11-25", |request| http.post(request).message().unwrap());
}
