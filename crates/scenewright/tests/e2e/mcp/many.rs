//! Several clients at once, and what one of them does to the others.

use std::thread;

use serde_json::json;

use crate::mcp_client::http::Http;
use crate::mcp_client::{Client, ERAS, Era, initialize};
use crate::support::{Server, sample};

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
