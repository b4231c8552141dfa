//! A WebSocket at the same path.

use serde_json::json;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket, connect};

use crate::support::{Server, parse, request, sample, tool_call};

fn open(server: &Server) -> WebSocket<tungstenite::stream::MaybeTlsStream<std::net::TcpStream>> {
    connect(format!("ws://{}/editor", server.address)).expect("the server upgrades").0
}

#[test]
fn frames_are_answered_and_the_connection_stays() {
    let server = Server::start(&sample("unity"), &[]);
    let mut socket = open(&server);
    for (message, pointer, expected) in [
        (request(&json!(1), "server/info", &json!({})), "/result/tier", json!("core")),
        ("{".to_owned(), "/error/code", json!(-32700)),
        (tool_call("mcp.health", &json!({})), "/result/output/status", json!("ok")),
    ] {
        socket.send(Message::text(message)).unwrap();
        let answer = parse(socket.read().unwrap().into_text().unwrap().as_bytes());
        assert_eq!(answer.pointer(pointer), Some(&expected), "{answer}");
    }
    socket.send(Message::binary(tool_call("mcp.health", &json!({})))).unwrap();
    assert!(socket.read().unwrap().is_text());
}

#[test]
fn many_requests_in_flight_are_all_answered() {
    let server = Server::start(&sample("unity"), &[]);
    let mut socket = open(&server);
    for id in 0..100 {
        let params = json!({ "tool": "project.info", "arguments": {} });
        socket.send(Message::text(request(&json!(id), "tools/call", &params))).unwrap();
    }
    let mut ids: Vec<u64> = (0..100)
        .map(|_| {
            parse(socket.read().unwrap().into_text().unwrap().as_bytes())["id"].as_u64().unwrap()
        })
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..100).collect::<Vec<u64>>());
}

#[test]
fn a_frame_over_the_limit_is_explained_and_closes() {
    let server = Server::start(&sample("godot"), &["--max-message", "1000"]);
    let mut socket = open(&server);
    socket.send(Message::text("x".repeat(1001))).unwrap();
    let answer = parse(socket.read().unwrap().into_text().unwrap().as_bytes());
    assert_eq!(answer["error"]["data"]["details"]["limitBytes"], 1000, "{answer}");
    let Message::Close(Some(close)) = socket.read().unwrap() else {
        panic!("the connection closes")
    };
    assert_eq!(close.code, CloseCode::Size);
}

#[test]
fn a_web_page_cannot_connect() {
    let server = Server::start(&sample("godot"), &[]);
    let mut request = format!("ws://{}/editor", server.address).into_client_request().unwrap();
    request.headers_mut().insert("Origin", "http://evil.example".parse().unwrap());
    let Err(Error::Http(response)) = connect(request) else { panic!("the upgrade is refused") };
    assert_eq!(response.status(), 403);
}
