//! Streams of events: what they begin with, what they tell, and that nothing is left of them.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::listening::Listener;
use super::{Explorer, fields};

#[test]
fn a_stream_begins_with_what_is_now() {
    let explorer = Explorer::start(&[]);
    let mut chunked = Listener::open(&explorer);
    for line in ["transfer-encoding: chunked", "application/json", "access-control-allow-origin: *"]
    {
        assert!(chunked.head.contains(line), "{}", chunked.head);
    }
    assert_eq!(chunked.event("scenes"), explorer.read("unity://scenes"));
    assert_eq!(chunked.event("selection"), explorer.read("unity://selection"));
    for path in ["/", "/?x=1", "/mcp", "/mcp?x=1"] {
        let mut sse = Listener::sse(&explorer, path);
        assert!(sse.head.contains("content-type: text/event-stream"), "{}", sse.head);
        assert!(!sse.head.contains("chunked") && sse.head.contains("access-control-allow-origin"));
        assert_eq!(sse.event("scenes")["Items"][0]["Id"], "scn:0");
    }
}

#[test]
fn streams_tell_results_errors_and_the_log() {
    let explorer = Explorer::start(&[]);
    let mut streams = [Listener::open(&explorer), Listener::sse(&explorer, "/")];
    for stream in &mut streams {
        stream.event("selection");
    }
    let status = explorer.call("GetStatus", json!({}));
    explorer.post("call_tool", &json!({ "name": "NonExistentTool" }));
    for stream in &mut streams {
        let reported = stream.event("tool_result");
        assert_eq!(reported, json!({ "name": "GetStatus", "ok": true, "result": status }));
        let mirrored = stream.next();
        assert_eq!(mirrored["result"]["content"][0]["json"], status);
        let failed = stream.event("tool_result");
        assert_eq!((&failed["name"], &failed["ok"]), (&json!("NonExistentTool"), &json!(false)));
        assert_eq!(fields(&failed["error"]), ["code", "message", "data"]);
        let log = stream.event("log");
        assert_eq!(fields(&log), ["level", "message", "source", "category", "t"]);
        assert!(log["message"].as_str().unwrap().starts_with("[MCP] error -32602: "), "{log}");
        assert_eq!((&log["source"], &log["category"]), (&json!("mcp"), &json!("InvalidArgument")));
        assert_eq!(stream.next()["error"]["code"], -32602);
    }
}

#[test]
fn results_are_not_mirrored_if_that_is_off() {
    let explorer = Explorer::start(&["--no-mirror"]);
    let mut stream = Listener::open(&explorer);
    stream.event("selection");
    explorer.call("GetStatus", json!({}));
    explorer.post("ping", &json!({}));
    explorer.post("call_tool", &json!({ "name": "x" }));
    let mut reported = Vec::new();
    while reported.len() < 3 {
        reported.push(stream.next());
    }
    assert!(reported.iter().all(|message| message["method"] == "notification"), "{reported:?}");
    assert_eq!(
        reported[0]["params"]["payload"],
        json!({ "name": "GetStatus", "ok": true, "result": null })
    );
}

#[test]
fn twenty_calls_at_once_are_reported_to_ten_streams() {
    let explorer = Explorer::start(&[]);
    let mut streams: Vec<Listener> = (0..10).map(|_| Listener::open(&explorer)).collect();
    thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| explorer.call("GetStatus", json!({})));
        }
    });
    explorer.call("GetVersion", json!({}));
    for stream in &mut streams {
        let mut names = Vec::new();
        while names.last().is_none_or(|name: &Value| name != "GetVersion") {
            names.push(stream.event("tool_result")["name"].clone());
        }
        assert_eq!(names.len(), 21);
    }
}

#[test]
fn an_idle_stream_stays_open_and_clients_may_come_and_go() {
    let explorer = Explorer::start(&["--header-timeout", "0.5"]);
    let mut idle = Listener::open(&explorer);
    idle.event("selection");
    // More than all connections there may be: each that went has made room.
    for number in 0..600 {
        let listener = match number % 2 {
            0 => Listener::open(&explorer),
            _ => Listener::sse(&explorer, "/mcp"),
        };
        drop(listener);
        if number % 100 == 0 {
            thread::sleep(Duration::from_millis(100));
        }
    }
    let asked = Instant::now();
    explorer.call("GetStatus", json!({}));
    assert_eq!(idle.event("tool_result")["name"], "GetStatus");
    assert!(asked.elapsed() < Duration::from_secs(5));
}
