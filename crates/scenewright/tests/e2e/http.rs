//! `POST /editor`, and who may come in.

use std::io::{Read, Write};
use std::thread;

use serde_json::json;

use crate::support::{Server, run, sample, tool_call};

#[test]
fn a_plain_client_is_served() {
    let server = Server::start(&sample("unity"), &[]);
    let response = server.post(&tool_call("project.info", &json!({})));
    assert_eq!(response.status, 200);
    assert!(
        response.head.to_lowercase().contains("content-type: application/json"),
        "{}",
        response.head
    );
    assert_eq!(response.body["result"]["output"]["projectName"], "Harbour Lights");
}

#[test]
fn errors_of_the_dialect_are_answers() {
    let server = Server::start(&sample("godot"), &[]);
    for (body, code) in
        [("{", -32700), ("[]", -32600), (r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#, -32601)]
    {
        let response = server.post(body);
        assert_eq!(
            (response.status, &response.body["error"]["code"]),
            (200, &json!(code)),
            "{body}"
        );
    }
}

#[test]
fn a_body_over_the_limit_is_refused_in_the_dialects_form() {
    let server = Server::start(&sample("godot"), &["--max-message", "1000"]);
    let response = server.post(&"x".repeat(1001));
    assert_eq!((response.status, &response.body["error"]["code"]), (413, &json!(-32600)));
    assert_eq!(response.body["error"]["data"]["details"]["limitBytes"], 1000);
    assert_eq!(server.post(&tool_call("mcp.health", &json!({}))).status, 200);
}

#[test]
fn other_methods_and_paths_are_told_where_to_go() {
    let server = Server::start(&sample("godot"), &[]);
    let cases = [
        ("GET /editor", 405, "POST"),
        ("PUT /editor", 405, "POST"),
        ("POST /nowhere", 404, "/editor"),
    ];
    for (request, status, mentions) in cases {
        let response = server.http(request, &[], b"");
        assert_eq!(response.status, status, "{request}");
        let message = response.body["error"]["message"].as_str().unwrap();
        assert!(message.contains(mentions), "{request}: {message}");
    }
}

#[test]
fn foreign_hosts_and_origins_never_reach_a_tool() {
    let server = Server::start(&sample("godot"), &["--allow-origin", "https://tools.example"]);
    let body = tool_call("mcp.health", &json!({}));
    let cases = [
        ("Host", "evil.example", 403),
        ("Origin", "http://evil.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://localhost:3000", 200),
        ("Origin", "https://tools.example", 200),
    ];
    for (name, value, status) in cases {
        let response = server.http("POST /editor", &[(name, value)], body.as_bytes());
        assert_eq!(response.status, status, "{name}: {value}");
    }
}

#[test]
fn a_token_opens_the_door() {
    let server = Server::start(&sample("godot"), &["--token", "sesame"]);
    let body = tool_call("mcp.health", &json!({}));
    assert_eq!(server.post(&body).status, 401);
    let response =
        server.http("POST /editor", &[("Authorization", "Bearer sesame")], body.as_bytes());
    assert_eq!(response.status, 200);
}

#[test]
fn an_address_for_everybody_needs_a_token() {
    let output =
        run(&["serve", "--host", "0.0.0.0", "--port", "0", sample("godot").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--token"));
}

#[test]
fn a_taken_port_is_explained() {
    let server = Server::start(&sample("godot"), &[]);
    let port = server.address.rsplit(':').next().unwrap();
    let output = run(&["serve", "--port", port, sample("godot").to_str().unwrap()]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.contains(&format!("port {port} is taken")) && message.contains("--port 0"),
        "{message}"
    );
    #[cfg(target_os = "linux")]
    assert!(message.contains("scenewright (process"), "{message}");
}

#[test]
fn many_clients_at_once_are_all_answered() {
    let server = Server::start(&sample("unity"), &[]);
    let body =
        tool_call("scene.hierarchy.dump", &json!({ "scenePath": "Assets/Scenes/Main.unity" }));
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let response = server.post(&body);
                    assert!(
                        response.body["result"]["output"]["rootObjects"].is_array(),
                        "{}",
                        response.body
                    );
                }
            });
        }
    });
}

#[test]
fn a_client_that_goes_away_harms_nobody() {
    let server = Server::start(&sample("unity"), &[]);
    for _ in 0..20 {
        let mut stream = server.connect();
        stream
            .write_all(
                b"POST /editor HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{\"json",
            )
            .unwrap();
    }
    assert_eq!(
        server.post(&tool_call("mcp.health", &json!({}))).body["result"]["output"]["status"],
        "ok"
    );
}

#[cfg(unix)]
#[test]
fn termination_ends_the_server_in_order() {
    let server = Server::start(&sample("godot"), &[]);
    let mut idle = server.connect();
    assert!(server.terminate());
    let mut rest = Vec::new();
    assert_eq!(idle.read_to_end(&mut rest).unwrap_or(0), 0);
}
