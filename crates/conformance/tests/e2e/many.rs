//! More clients and calls than a server serves at once, and clients that disconnect or do not read.

use serde_json::{Value, json};

use crate::mcp_client::{Client, ERAS, Era};
use crate::support::{Server, sample};

const ARGS: [&str; 2] = ["--timeout", "600"];

fn works(client: &mut Client) {
    let dump =
        client.call("scene_hierarchy_dump", json!({ "scenePath": "Assets/Scenes/Main.unity" }));
    assert_ne!(dump["isError"], true, "{dump}");
    let read = client.result("resources/read", json!({ "uri": "scenewright://project/info" }));
    assert!(read["contents"][0]["text"].as_str().unwrap().contains("Harbour Lights"));
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
fn more_calls_than_permits_are_all_answered() {
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
