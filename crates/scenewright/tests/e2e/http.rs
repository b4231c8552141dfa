//! The one port: who may come in, and who answers where.

use std::io::Write;
use std::thread;

use serde_json::json;

use crate::support::{Server, request, run, sample, tool_call};

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
fn other_methods_and_paths_are_answered_with_a_hint() {
    let server = Server::start(&sample("godot"), &[]);
    let cases = [
        ("GET /editor", 405, "POST"),
        ("PUT /editor", 405, "POST"),
        ("GET /", 405, "POST"),
        ("PUT /health", 405, "GET"),
        ("POST /nowhere", 404, "/editor"),
    ];
    for (request, status, mentions) in cases {
        let response = server.http(request, &[], b"");
        assert_eq!(response.status, status, "{request}");
        let message = response.body["error"]["message"].as_str().unwrap();
        assert!(message.contains(mentions), "{request}: {message}");
    }
}

/// Every route there is, and some that are none.
const ROUTES: [&str; 13] = [
    "POST /editor",
    "GET /editor",
    "POST /",
    "GET /",
    "POST /mcp",
    "GET /mcp",
    "DELETE /mcp",
    "POST /message",
    "GET /message",
    "GET /health",
    "PUT /health",
    "GET /read?uri=unity://status",
    "POST /nowhere",
];

#[test]
fn foreign_hosts_and_origins_never_reach_a_tool() {
    let server = Server::start(&sample("godot"), &["--allow-origin", "https://tools.example"]);
    let body = tool_call("mcp.health", &json!({}));
    for route in ROUTES {
        for (name, value) in
            [("Host", "evil.example"), ("Origin", "http://evil.example"), ("Origin", "null")]
        {
            let headers = [(name, value), ("Content-Type", "application/json")];
            let response = server.http(route, &headers, body.as_bytes());
            assert_eq!(response.status, 403, "{route} {name}: {value}");
        }
    }
    for origin in ["http://localhost:3000", "https://tools.example"] {
        for path in ["POST /editor", "POST /", "POST /mcp"] {
            let headers = [("Origin", origin), ("Content-Type", "application/json")];
            assert_eq!(server.http(path, &headers, body.as_bytes()).status, 200, "{path} {origin}");
        }
    }
}

#[test]
fn a_browser_may_ask_what_it_may_send_and_nothing_comes_of_it() {
    let server = Server::start(&sample("godot"), &["--token", "sesame"]);
    for path in ["OPTIONS /", "OPTIONS /message", "OPTIONS /mcp", "OPTIONS /read", "OPTIONS /x"] {
        let asked = [("Origin", "http://example.com"), ("Access-Control-Request-Method", "POST")];
        let response = server.http(path, &asked, b"");
        assert_eq!(response.status, 204, "{path}");
        let head = response.head.to_lowercase();
        for line in [
            "access-control-allow-origin: *",
            "access-control-allow-headers: content-type, authorization",
            "access-control-allow-methods: get, post, options",
            "access-control-max-age: 86400",
        ] {
            assert!(head.contains(line), "{path}: {head}");
        }
        assert_eq!(server.http(path, &[("Host", "evil.example")], b"").status, 403, "{path}");
    }
}

#[test]
fn a_web_page_cannot_send_what_it_may_send_without_asking() {
    let server = Server::start(&sample("godot"), &[]);
    let body = tool_call("mcp.health", &json!({}));
    let page = ("Origin", "http://localhost:3000");
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    let ping = request(&json!(1), "ping", &json!({}));
    for (path, body) in
        [("POST /editor", &body), ("POST /", &body), ("POST /mcp", &body), ("POST /message", &ping)]
    {
        for headers in [&[page, form] as &[_], &[page, ("Content-Type", "text/plain")], &[page]] {
            assert_eq!(server.http(path, headers, body.as_bytes()).status, 415, "{path}");
        }
        for headers in [&[form] as &[_], &[]] {
            assert_eq!(server.http(path, headers, body.as_bytes()).status, 200, "{path}");
        }
    }
}

#[test]
fn a_token_opens_the_door() {
    let server = Server::start(&sample("godot"), &["--token", "sesame"]);
    let body = tool_call("mcp.health", &json!({}));
    for route in ROUTES {
        assert_eq!(server.http(route, &[], body.as_bytes()).status, 401, "{route}");
    }
    let bearer = [("Authorization", "Bearer sesame")];
    for route in ["POST /editor", "POST /", "GET /health"] {
        assert_eq!(server.http(route, &bearer, body.as_bytes()).status, 200, "{route}");
    }
}

#[test]
fn every_protocol_is_answered_at_the_shared_paths() {
    let server = Server::start(&sample("unity"), &[]);
    let editor = tool_call("project.info", &json!({}));
    let unity = request(&json!(1), "tools/call", &json!({ "name": "project-info" }));
    let both = [("Accept", "application/json, text/event-stream")];
    for path in ["POST /", "POST /mcp", "POST /message"] {
        // One path belongs to the Explorer alone.
        for headers in [&[] as &[_], &both].into_iter().filter(|_| path != "POST /message") {
            let answer = server.http(path, headers, editor.as_bytes()).body;
            assert_eq!(answer["result"]["tool"], "project.info", "{path}: {answer}");
            let answer = server.http(path, headers, unity.as_bytes()).body;
            assert_eq!(answer["result"]["content"][0]["type"], "text", "{path}: {answer}");
        }
        let explorer = request(&json!(1), "list_tools", &json!({}));
        let answer = server.http(path, &[], explorer.as_bytes()).body;
        assert_eq!(answer["result"]["tools"][0]["name"], "GetStatus", "{path}: {answer}");
    }
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
        message.contains(&format!("port {port} is in use")) && message.contains(" serve "),
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
