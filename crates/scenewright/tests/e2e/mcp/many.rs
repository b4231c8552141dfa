//! Several clients at once, and what one of them does to the others.

use std::thread;

use serde_json::{Value, json};

use crate::mcp_client::http::Http;
use crate::mcp_client::{Client, ERAS, Era, initialize};
use crate::support::{Server, sample};

const ARGS: [&str; 3] = ["--conformance-fixtures", "--timeout", "600"];

fn works(client: &mut Client) {
    let dump =
        client.call("scene_hierarchy_dump", json!({ "scenePath": "Assets/Scenes/Main.unity" }));
    assert_ne!(dump["isError"], true, "{dump}");
    let read = client.result("resources/read", json!({ "uri": "scenewright://project/info" }));
    assert!(read["contents"][0]["text"].as_str().unwrap().contains("Harbour Lights"));
}

#[test]
fn clients_of_both_eras_work_side_by_side() {
    let server = Server::start(&sample("unity"), &[]);
    thread::scope(|scope| {
        for n in 0..16 {
            let server = &server;
            scope.spawn(move || {
                let mut client = Client::http(server, ERAS[n % 2], json!({}));
                for _ in 0..5 {
                    works(&mut client);
                }
            });
        }
    });
}

#[test]
fn a_client_that_does_not_read_harms_nobody() {
    let server = Server::start(&sample("unity"), &ARGS);
    let mut deaf = Client::http(&server, Era::Handshake, json!({}));
    let stream = deaf.as_http().listen();
    let uri = "test://watched-resource";
    deaf.result("resources/subscribe", json!({ "uri": uri }));
    let dump = json!({ "name": "scene_hierarchy_dump", "arguments": { "scenePath": "Assets/Scenes/Main.unity" } });
    let unread: Vec<_> = (0..20)
        .map(|_| {
            let request = deaf.request("tools/call", dump.clone());
            deaf.as_http().post(&request)
        })
        .collect();
    for era in ERAS {
        let mut client = Client::http(&server, era, json!({}));
        for _ in 0..300 {
            client.call("test_trigger_resource_update", json!({ "uri": uri }));
        }
        works(&mut client);
    }
    drop((stream, unread));
    works(&mut deaf);
}

#[test]
fn a_connection_that_breaks_in_a_call_harms_nobody() {
    let server = Server::start(&sample("unity"), &ARGS);
    for era in ERAS {
        let mut client = Client::http(&server, era, json!({}));
        for _ in 0..10 {
            let request = client
                .request("tools/call", json!({ "name": "test_wait", "arguments": { "ms": 50 } }));
            let headers = match era {
                Era::Modern => crate::mcp_client::http::modern_headers(&request),
                Era::Handshake => client.as_http().session_headers(),
            };
            let headers: Vec<_> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
            drop(client.as_http().write("POST", &headers, request.to_string().as_bytes()));
        }
        works(&mut client);
    }
}

#[test]
fn more_calls_than_seats_are_all_answered() {
    for era in ERAS {
        let mut client = Client::stdio(&sample("unity"), &ARGS, era, json!({}));
        let mut ids = Vec::new();
        for n in 0..150 {
            let (method, params) = match n % 5 {
                0 => ("resources/read", json!({ "uri": "scenewright://project/scenes" })),
                1 => ("prompts/get", json!({ "name": "project-tour" })),
                _ => ("tools/call", json!({ "name": "test_wait", "arguments": { "ms": 30 } })),
            };
            let request = client.request(method, params);
            ids.push(request["id"].clone());
            client.as_stdio().send(&request);
        }
        let mut answers: Vec<Value> = ids.iter().map(|_| client.as_stdio().receive()).collect();
        answers.sort_by_key(|answer| answer["id"].as_u64());
        for (answer, id) in answers.iter().zip(&ids) {
            assert_eq!(answer["id"], *id);
            assert!(answer.get("result").is_some(), "{answer}");
            assert_ne!(answer["result"]["isError"], true, "{answer}");
        }
    }
}

#[test]
fn sessions_have_a_limit_and_requests_without_one_do_not() {
    let server = Server::start(&sample("unity"), &["--max-sessions", "2"]);
    let mut first = Client::http(&server, Era::Handshake, json!({}));
    let mut second = Client::http(&server, Era::Handshake, json!({}));
    let third = Http::new(&server.address);
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize("2025-11-25", &json!({})) });
    let mut refused = third.post(&request);
    assert_eq!(refused.status, 503);
    assert!(refused.header("retry-after").is_some());
    let message = refused.message().unwrap()["error"]["message"].clone();
    assert!(message.as_str().unwrap().contains("--max-sessions"), "{message}");
    works(&mut first);
    works(&mut second);
    works(&mut Client::http(&server, Era::Modern, json!({})));
    // A header that says otherwise is no way in.
    let pretence = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/list")];
    let reply = third.send("POST", &pretence, request.to_string().as_bytes());
    assert!(reply.status >= 400 && reply.header("mcp-session-id").is_none(), "{}", reply.head);
    let headers = first.as_http().session_headers();
    let headers: Vec<_> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
    assert!(first.as_http().send("DELETE", &headers, b"").status < 300);
    works(&mut Client::http(&server, Era::Handshake, json!({})));
    let gone = first.request("tools/list", json!({}));
    assert_eq!(first.as_http().post(&gone).status, 404);
}

#[cfg(unix)]
#[test]
fn a_server_that_stops_answers_the_call_in_flight() {
    let server = Server::start(&sample("unity"), &ARGS);
    let mut client = Client::http(&server, Era::Handshake, json!({}));
    let stream = client.as_http().listen();
    assert_eq!(stream.status, 200);
    let request =
        client.request("tools/call", json!({ "name": "test_wait", "arguments": { "ms": 500 } }));
    // The head of the answer comes when the call has begun.
    let mut reply = client.as_http().post(&request);
    server.signal();
    let answer = reply.message().unwrap();
    assert_eq!(answer["result"]["structuredContent"]["done"], true, "{answer}");
    assert!(server.wait());
}
