//! Every limit of the HTTP port, with its flag.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, connect};

use crate::support::{Response, Server, parse, read_response, request, sample, tool_call};

const PATHS: [&str; 4] = ["POST /editor", "POST /", "POST /mcp", "POST /message"];

fn served(server: &Server) -> bool {
    server.http("GET /health", &[], b"").status == 200
}

/// Sends bytes as they are and reads what comes until the end.
fn send(server: &Server, bytes: &[u8]) -> Response {
    let mut stream = server.connect();
    let _ = stream.write_all(bytes);
    read_response(&mut stream)
}

#[test]
fn the_length_of_a_message() {
    let server = Server::start(&sample("godot"), &["--max-message", "1000"]);
    for path in PATHS {
        let response = server.http(path, &[], "x".repeat(1001).as_bytes());
        assert_eq!((response.status, &response.body["error"]["code"]), (413, &json!(-32600)));
    }
    let response = server.http("POST /", &[], "x".repeat(1001).as_bytes());
    assert_eq!(response.body["error"]["data"]["limitBytes"], 1000);
    assert!(response.body["error"]["data"]["details"].is_string());
    assert!(served(&server));
}

#[test]
fn the_nesting_of_a_message() {
    let server = Server::start(&sample("godot"), &["--max-depth", "5"]);
    let nested = |levels: usize| {
        let value = (0..levels - 3).fold(json!(1), |inner, _| json!([inner]));
        let arguments = json!({ "x": value });
        request(&json!(1), "tools/call", &json!({ "tool": "mcp.health", "arguments": arguments }))
    };
    for path in PATHS {
        let response = server.http(path, &[], nested(5).as_bytes());
        // The Explorer, to whom this path belongs, names tools otherwise.
        let taken = if path == "POST /message" { (400, -32602) } else { (200, -32002) };
        assert_eq!(
            (response.status, &response.body["error"]["code"]),
            (taken.0, &json!(taken.1)),
            "{path}"
        );
        let endless = "[".repeat(1_000_000);
        for deep in [nested(6).as_bytes(), endless.as_bytes()] {
            let response = server.http(path, &[], deep);
            assert_eq!((response.status, &response.body["error"]["code"]), (400, &json!(-32600)));
        }
    }
    let (mut socket, _) = connect(format!("ws://{}/editor", server.address)).unwrap();
    socket.send(Message::text(nested(6))).unwrap();
    let answer: Value = parse(socket.read().unwrap().into_text().unwrap().as_bytes());
    assert_eq!(answer["error"]["data"]["details"]["limitLevels"], 5, "{answer}");
    assert!(served(&server));
}

#[test]
fn the_number_of_headers() {
    let server = Server::start(&sample("godot"), &["--max-headers", "5"]);
    let more = |count: usize| vec![("X-More", "1"); count];
    // Host, Content-Length and Connection come with every request of these tests.
    assert_eq!(server.http("GET /health", &more(2), b"").status, 200);
    assert_eq!(server.http("GET /health", &more(3), b"").status, 431);
}

#[test]
fn the_length_of_a_head() {
    let server = Server::start(&sample("godot"), &["--max-header-bytes", "1000"]);
    let long = "x".repeat(1000);
    assert_eq!(server.http("GET /health", &[("X-Long", &long[..500])], b"").status, 200);
    assert_eq!(server.http("GET /health", &[("X-Long", &long)], b"").status, 431);
    // As much as is kept of a head that has no end yet.
    let endless = format!("{:x<8192}", "GET /health HTTP/1.1\r\nX-Endless: ");
    assert_eq!(send(&server, endless.as_bytes()).status, 431);
    assert!(served(&server));
}

#[test]
fn the_time_for_a_head() {
    let server = Server::start(&sample("godot"), &["--header-timeout", "0.2"]);
    let (mut socket, _) = connect(format!("ws://{}/editor", server.address)).unwrap();
    for start in ["", "GET /health HTTP/1.1\r\nHost: loc"] {
        let mut stream = server.connect();
        stream.write_all(start.as_bytes()).unwrap();
        // A timeout of the test's own would be an error.
        assert_eq!(stream.read_to_end(&mut Vec::new()).unwrap(), 0, "{start:?}");
    }
    assert!(served(&server));
    // A WebSocket may be silent for longer.
    socket.send(Message::text(tool_call("mcp.health", &json!({})))).unwrap();
    assert!(socket.read().unwrap().is_text());
}

#[test]
fn the_time_for_a_body() {
    let server = Server::start(&sample("godot"), &["--receive-timeout", "0.2"]);
    for path in PATHS {
        let head = format!("{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{{");
        let response = send(&server, head.as_bytes());
        assert_eq!((response.status, &response.body["error"]["code"]), (408, &json!(-32600)));
    }
    assert!(served(&server));
}

#[test]
fn the_number_of_connections() {
    let server = Server::start(&sample("godot"), &["--max-connections", "2"]);
    let (mut socket, _) = connect(format!("ws://{}/editor", server.address)).unwrap();
    let idle = server.connect();
    let response = server.http("GET /health", &[], b"");
    assert_eq!((response.status, &response.body["error"]["code"]), (503, &json!(-32600)));
    assert!(response.head.to_lowercase().contains("retry-after"), "{}", response.head);
    // Those that are in are served.
    socket.send(Message::text(tool_call("mcp.health", &json!({})))).unwrap();
    assert!(socket.read().unwrap().is_text());
    drop(idle);
    while !served(&server) {
        thread::sleep(Duration::from_millis(5));
    }
}
