//! Unity MCP over HTTP without the HTTP: results, every failure with its code, and the order.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use scenewright_catalogue::{Call, CallLimits, Policy, Session};
use scenewright_dialects::unity_http::UnityHttp;
use scenewright_testkit::{Fixture, odd_tools};
use scenewright_wire::{ClientIdentity, Service};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::sleep;

struct Server {
    unity: Arc<UnityHttp>,
    session: Session,
    _fixture: Fixture,
}

fn server(policy: Policy, limits: CallLimits) -> Server {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    let project = scenewright_engines::find(&fixture.root()).unwrap();
    let engine = scenewright_engines::open(&project);
    let session = Session::new(odd_tools::catalogue(), engine, policy, limits);
    let unity = Arc::new(UnityHttp::new(session.clone()).unwrap());
    Server { unity, session, _fixture: fixture }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap()
}

fn ask(server: &Server, message: &str) -> Option<Value> {
    let answer =
        runtime().block_on(server.unity.answer(message.as_bytes(), ClientIdentity::TRUSTED));
    answer.map(|answer| serde_json::from_str(&answer).unwrap())
}

fn request(method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

fn call(server: &Server, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    ask(server, &request("tools/call", params)).unwrap()
}

fn check_error(response: &Value, code: i32, details: &str) {
    assert_eq!(response["error"]["code"], code, "{response}");
    assert_eq!(response["error"]["data"]["details"], details, "{response}");
    assert!(response["error"]["message"].is_string(), "{response}");
}

fn reading() -> Server {
    server(Policy::default(), CallLimits::default())
}

fn writing() -> Server {
    server(Policy { allow_writes: true, ..Policy::default() }, CallLimits::default())
}

#[test]
fn tools_are_listed_in_kebab_case_and_found_by_all_their_names() {
    let server = reading();
    let listed = ask(&server, &request("tools/list", json!({}))).unwrap();
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["odd-crash", "odd-crash-inline", "odd-fail", "odd-slow"]);
    let slow = &tools[3];
    assert_eq!(slow["description"], "Does something odd.");
    assert_eq!(slow["inputSchema"]["required"], json!(["ms"]));
    assert_eq!(slow.as_object().unwrap().len(), 3);
    for name in ["odd-slow", "odd_slow", "odd.slow"] {
        let content = json!([{ "type": "text", "text": "{\"done\":true}" }]);
        let answer = call(&server, name, json!({ "ms": 1 }));
        assert_eq!(answer, json!({ "jsonrpc": "2.0", "id": 1, "result": { "content": content } }));
    }
}

#[test]
fn failures_have_the_codes_of_the_table_and_say_what_to_do() {
    let server = reading();
    check_error(
        &call(&server, "odd-slw", json!({})),
        -32601,
        "there is no tool odd-slw; did you mean odd-slow or odd-fail or odd-crash?",
    );
    let unknown = call(&server, "zzz", json!({}));
    check_error(&unknown, -32601, "there is no tool zzz; tools/list lists all tools");
    check_error(
        &call(&server, "odd-slow", json!({ "manner": 3, "mss": 1 })),
        -32602,
        "ms is required; manner must be a string, not integer; mss is not a parameter of this tool \
         (did you mean ms?); tools/list has the inputSchema",
    );
    check_error(&call(&server, "odd-fail", json!({})), -32603, "it is Monday; try on Tuesday");
    for tool in ["odd-crash", "odd-crash-inline"] {
        assert_eq!(call(&server, tool, json!({}))["error"]["code"], -32603, "{tool}");
    }
    check_error(
        &call(&server, "odd-write", json!({})),
        -32601,
        "Writing is off: the server was started without --allow-writes; start the server with \
         --allow-writes",
    );
    let similar = &call(&server, "odd-slw", json!({}))["error"]["data"]["similar"];
    assert_eq!(similar, &json!(["odd-slow", "odd-fail", "odd-crash"]));
}

#[test]
fn destruction_needs_confirmation() {
    let server = writing();
    let refused = call(&server, "odd-destroy", json!({}));
    let details = "This is destructive and has to be confirmed; ask the user first, then call again \
                   with \"confirm\": true";
    check_error(&refused, -32602, details);
    assert!(call(&server, "odd-destroy", json!({ "confirm": true }))["result"].is_object());
    let refused = call(&server, "odd-studio", json!({}));
    check_error(
        &refused,
        -32601,
        "Tool not available in current tier; start the server with --tier tier3",
    );
}

#[test]
fn a_tool_that_takes_too_long() {
    let limits = CallLimits { timeout: Duration::from_millis(20), ..CallLimits::default() };
    let server = server(Policy::default(), limits);
    check_error(
        &call(&server, "odd-slow", json!({ "ms": 5000 })),
        -32603,
        "Tool execution timed out after 20ms; ask for less, or start the server with \
         --timeout 120",
    );
}

#[test]
fn what_is_no_request() {
    let server = reading();
    let cases = [
        ("{", json!(null), -32700),
        ("", json!(null), -32700),
        ("17", json!(null), -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, json!(null), -32600),
        (r#"{"id":5,"method":"ping"}"#, json!(5), -32600),
        (r#"{"jsonrpc":"2.0","id":5}"#, json!(5), -32600),
        (r#"{"jsonrpc":"2.0","id":"a","method":"list_tools"}"#, json!("a"), -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, json!(1), -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, json!(1), -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}"#, json!(1), -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"odd-fail","arguments":[]}}"#,
            json!(1),
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}"#, json!(1), -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc"}}"#,
            json!(1),
            -32602,
        ),
    ];
    for (message, id, code) in cases {
        let answer = ask(&server, message).unwrap();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{answer}");
        assert!(answer["error"]["data"]["details"].is_string(), "{answer}");
    }
    let unknown = ask(&server, &request("list_tools", json!({}))).unwrap();
    let details = unknown["error"]["data"]["details"].as_str().unwrap();
    assert!(details.contains("tools/list, tools/call"), "{details}");
}

#[test]
fn handshakes_are_answered_and_notifications_are_not() {
    let server = reading();
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-06-18", "2025-06-18"),
        ("2026-07-28", "2025-11-25"),
        ("nonsense", "2025-11-25"),
    ] {
        let params = json!({ "protocolVersion": asked, "capabilities": {} });
        let answer = ask(&server, &request("initialize", params)).unwrap();
        assert_eq!(answer["result"]["protocolVersion"], given);
        assert_eq!(answer["result"]["serverInfo"]["name"], "scenewright");
    }
    assert_eq!(ask(&server, &request("ping", json!({}))).unwrap()["result"], json!({}));
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(ask(&server, notification), None);
}

#[test]
fn requests_are_done_one_after_the_other_in_the_order_of_arrival() {
    let server = reading();
    let done = Arc::new(Mutex::new(Vec::new()));
    // On one thread, tasks start in the order of their spawning.
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let mut clients = JoinSet::new();
        // The slowest comes first: all at once, the last would be done first.
        for ms in [60, 40, 20, 1] {
            let (unity, done) = (Arc::clone(&server.unity), Arc::clone(&done));
            let params = json!({ "name": "odd-slow", "arguments": { "ms": ms } });
            let message = request("tools/call", params);
            clients.spawn(async move {
                assert!(
                    unity
                        .answer(message.as_bytes(), ClientIdentity::TRUSTED)
                        .await
                        .unwrap()
                        .contains("result")
                );
                done.lock().unwrap().push(ms);
            });
        }
        clients.join_all().await;
    });
    assert_eq!(*done.lock().unwrap(), [60, 40, 20, 1]);
}

#[test]
fn a_client_that_leaves_is_skipped_and_its_work_stopped() {
    let server = reading();
    let patient =
        request("tools/call", json!({ "name": "odd-slow", "arguments": { "ms": 60000 } }));
    runtime().block_on(async {
        let leaving: Vec<_> = (0..3)
            .map(|_| {
                let (unity, message) = (Arc::clone(&server.unity), patient.clone());
                tokio::spawn(async move {
                    unity.answer(message.as_bytes(), ClientIdentity::TRUSTED).await
                })
            })
            .collect();
        sleep(Duration::from_millis(20)).await;
        for client in leaving {
            client.abort();
        }
        let quick = request("tools/call", json!({ "name": "odd-slow", "arguments": { "ms": 1 } }));
        let answer = server.unity.answer(quick.as_bytes(), ClientIdentity::TRUSTED);
        let answer = tokio::time::timeout(Duration::from_secs(10), answer).await.unwrap();
        assert!(answer.unwrap().contains("result"));
    });
}

#[test]
fn seats_that_others_have_taken_are_waited_for() {
    let server = server(Policy::default(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let slow: Map<String, Value> = json!({ "ms": 100 }).as_object().cloned().unwrap();
    let other = server.session.start(Call::new("odd.slow", slow));
    let answer = call(&server, "odd-slow", json!({ "ms": 1 }));
    assert!(answer["result"].is_object(), "{answer}");
    assert!(other.wait().is_ok());
}
