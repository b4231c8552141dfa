//! One JSON document a line.

use serde_json::json;

use crate::support::{Pipe, request, sample, tool_call};

#[test]
fn ids_are_echoed_to_the_letter() {
    let mut pipe = Pipe::open(&sample("unity"));
    for id in [json!("req-001"), json!(7), json!(-1), json!(1.5), json!(""), json!(u64::MAX)] {
        let answer = pipe.ask(&request(&id, "server/info", &json!({})));
        assert_eq!(answer["id"], id);
        assert!(answer["result"].is_object(), "{answer}");
    }
    assert_eq!(pipe.close(), "");
}

#[test]
fn bad_lines_are_answered_and_the_next_one_is_served() {
    let mut pipe = Pipe::open(&sample("godot"));
    let long = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":\"{}\"}}", "x".repeat(5 << 20));
    let cases: [(&[u8], i32); 5] = [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[]", -32600),
        (b"\"text\"", -32600),
        (long.as_bytes(), -32600),
    ];
    for (line, code) in cases {
        pipe.send(line);
        let answer = pipe.receive();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(code), &json!(null)),
            "{answer}"
        );
    }
    pipe.send(b"");
    pipe.send(b"   \r");
    assert_eq!(pipe.ask(&tool_call("mcp.health", &json!({})))["result"]["output"]["status"], "ok");
    assert_eq!(pipe.close(), "");
}

#[test]
fn what_was_asked_before_the_end_is_still_answered() {
    let mut pipe = Pipe::open(&sample("unity"));
    for id in 0..50 {
        pipe.send(
            request(&json!(id), "tools/call", &json!({ "tool": "project.info", "arguments": {} }))
                .as_bytes(),
        );
    }
    let rest = pipe.close();
    let mut ids: Vec<u64> = rest
        .lines()
        .map(|line| crate::support::parse(line.as_bytes())["id"].as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..50).collect::<Vec<u64>>());
}
