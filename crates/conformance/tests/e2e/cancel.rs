//! Cancelled calls end and release their permits.

use std::net::TcpStream;

use serde_json::{Value, json};

use crate::mcp_client::http::modern_headers;
use crate::mcp_client::stdio::Stdio;
use crate::mcp_client::{Client, ERAS, Era};
use crate::support::{Server, sample};

/// As many as may run at once.
const PERMITS: u64 = 32;
/// Far longer than a test may take.
const FOREVER: u64 = 600_000;
const ARGS: [&str; 2] = ["--timeout", "600"];

fn wait(client: &mut Client, ms: u64) -> Value {
    client.request("tools/call", json!({ "name": "test_wait", "arguments": { "ms": ms } }))
}

/// If one permit were still held, one of these would be refused or wait forever.
fn all_permits_are_free(client: &mut Client, stdio: bool) {
    for _ in 0..PERMITS {
        let result = client.call("test_wait", json!({ "ms": 1 }));
        assert_eq!(result["structuredContent"], json!({ "done": true }), "{result}");
    }
    if stdio {
        let ids: Vec<Value> = (0..PERMITS)
            .map(|_| {
                let request = wait(client, 1);
                client.as_stdio().send(&request);
                request["id"].clone()
            })
            .collect();
        let mut answered: Vec<Value> = ids.iter().map(|_| client.as_stdio().receive()).collect();
        answered.sort_by_key(|answer| answer["id"].as_u64());
        for (answer, id) in answered.iter().zip(ids) {
            assert_eq!(answer["id"], id);
            assert_eq!(answer["result"]["structuredContent"]["done"], true, "{answer}");
        }
    }
}

#[test]
fn cancelled_calls_over_stdio_release_their_permits() {
    for era in ERAS {
        let mut client = Client::stdio(&sample("unity"), &ARGS, era, json!({}));
        let running: Vec<Value> = (0..2 * PERMITS).map(|_| wait(&mut client, FOREVER)).collect();
        running.iter().for_each(|request| client.as_stdio().send(request));
        for request in &running {
            let reason = json!({ "requestId": request["id"], "reason": "a test" });
            client.notify("notifications/cancelled", reason);
        }
        all_permits_are_free(&mut client, true);
        assert_eq!(client.heard, [json!(null); 0], "cancelled calls are not answered");
    }
}

#[test]
fn cancelled_calls_of_a_session_release_their_permits() {
    let server = Server::start(&sample("unity"), &ARGS);
    let mut client = Client::http(&server, Era::Handshake, json!({}));
    let running: Vec<Value> = (0..PERMITS).map(|_| wait(&mut client, FOREVER)).collect();
    // The head of an answer comes when its call has begun.
    let replies: Vec<_> = running.iter().map(|request| client.as_http().post(request)).collect();
    for request in &running {
        client.notify("notifications/cancelled", json!({ "requestId": request["id"] }));
    }
    all_permits_are_free(&mut client, false);
    drop(replies);
}

#[test]
fn a_request_whose_client_leaves_is_cancelled() {
    let server = Server::start(&sample("unity"), &ARGS);
    let mut client = Client::http(&server, Era::Modern, json!({}));
    let open: Vec<TcpStream> = (0..2 * PERMITS)
        .map(|_| {
            let request = wait(&mut client, FOREVER);
            let headers = modern_headers(&request);
            let headers: Vec<_> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
            client.as_http().write("POST", &headers, request.to_string().as_bytes())
        })
        .collect();
    drop(open);
    all_permits_are_free(&mut client, false);
}

/// A session outlives the connections of its requests, and so does their work.
#[test]
fn a_call_of_a_session_survives_its_connection() {
    let server = Server::start(&sample("unity"), &ARGS);
    let mut client = Client::http(&server, Era::Handshake, json!({}));
    let request = wait(&mut client, 200);
    drop(client.as_http().post(&request));
    assert_eq!(client.call("test_wait", json!({ "ms": 1 }))["structuredContent"]["done"], true);
}

#[test]
fn the_end_of_input_waits_for_what_is_in_flight() {
    let mut stdio = Stdio::open(&sample("unity"), &ARGS);
    let initialize = crate::mcp_client::initialize("2025-11-25", &json!({}));
    let request = |id: u64, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    stdio.send(&request(1, "initialize", initialize));
    stdio.receive();
    stdio.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let wait = json!({ "name": "test_wait", "arguments": { "ms": 300 } });
    stdio.send(&request(2, "tools/call", wait));
    let (rest, orderly) = stdio.close();
    assert!(orderly);
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["result"]["structuredContent"]["done"], true, "{rest:?}");
}
