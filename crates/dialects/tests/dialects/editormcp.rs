//! Every failure of the EditorMCP dialect, with its code, errorType and details.

use std::time::Duration;

use scenewright_catalogue::{CallLimits, Policy, Session};
use scenewright_dialects::editormcp::EditorMcp;
use scenewright_testkit::{Fixture, odd_tools};
use scenewright_wire::{ClientIdentity, Service};
use serde_json::{Value, json};

fn ask(policy: Policy, limits: CallLimits, message: &str) -> Value {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    let project = scenewright_engines::find(&fixture.root()).unwrap();
    let engine = scenewright_engines::open(&project);
    let dialect = EditorMcp::new(Session::new(odd_tools::catalogue(), engine, policy, limits));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let answer =
        runtime.block_on(dialect.answer(message.as_bytes(), ClientIdentity::TRUSTED)).unwrap();
    serde_json::from_str(&answer).unwrap()
}

fn call(policy: Policy, limits: CallLimits, tool: &str, arguments: Value) -> Value {
    let params = json!({ "tool": tool, "arguments": arguments });
    let request =
        json!({ "jsonrpc": "2.0", "id": "req-001", "method": "tools/call", "params": params });
    ask(policy, limits, &request.to_string())
}

fn check_error(response: &Value, id: Value, code: i32, message: &str, data: Value) {
    let expected = json!({
        "jsonrpc": "2.0",
        "id": id,
        "error": { "code": code, "message": message, "data": data }
    });
    assert_eq!(response, &expected);
}

#[test]
fn a_tool_that_fails() {
    check_error(
        &call(Policy::default(), CallLimits::default(), "odd.fail", json!({})),
        json!("req-001"),
        -32000,
        "Tool execution failed: it is Monday",
        json!({ "tool": "odd.fail", "errorType": "execution", "details": { "hint": "try on Tuesday" } }),
    );
}

#[test]
fn a_tool_that_crashes() {
    let response = call(Policy::default(), CallLimits::default(), "odd.crash", json!({}));
    assert_eq!(response["error"]["code"], -32603);
    assert_eq!(response["error"]["data"]["errorType"], "execution");
    assert_eq!(response["error"]["data"]["tool"], "odd.crash");
}

#[test]
fn a_tool_that_takes_too_long() {
    let limits = CallLimits { timeout: Duration::from_millis(20), ..CallLimits::default() };
    let response =
        call(Policy::default(), limits, "odd.slow", json!({ "ms": 5000, "manner": "stuck" }));
    check_error(
        &response,
        json!("req-001"),
        -32003,
        "Tool execution timed out after 20ms",
        json!({
            "tool": "odd.slow",
            "errorType": "timeout",
            "details": {
                "timeoutMs": 20,
                "tool": "odd.slow",
                "hint": "ask for less, or start the server with --timeout 120"
            }
        }),
    );
}

#[test]
fn a_tool_above_the_tier() {
    let policy = Policy { allow_writes: true, ..Policy::default() };
    check_error(
        &call(policy, CallLimits::default(), "odd.studio", json!({})),
        json!("req-001"),
        -32005,
        "Tool not available in current tier",
        json!({
            "tool": "odd.studio",
            "errorType": "permission",
            "details": {
                "requiredTier": "tier3",
                "currentTier": "core",
                "hint": "start the server with --tier tier3"
            }
        }),
    );
}

#[test]
fn a_tool_that_writes_on_a_server_that_only_reads() {
    let response =
        call(Policy::default(), CallLimits::default(), "odd.destroy", json!({ "confirm": true }));
    assert_eq!(response["error"]["code"], -32005);
    assert_eq!(response["error"]["data"]["errorType"], "permission");
    assert_eq!(response["error"]["data"]["details"]["safetyLevel"], "destructive");
}

#[test]
fn a_destruction_without_confirmation() {
    let policy = Policy { allow_writes: true, ..Policy::default() };
    let response = call(policy, CallLimits::default(), "odd.destroy", json!({}));
    assert_eq!(response["error"]["code"], -32005);
    assert_eq!(response["error"]["data"]["details"]["missingParameters"], json!(["confirm"]));
}

#[test]
fn all_wrong_arguments_at_once() {
    check_error(
        &call(
            Policy::default(),
            CallLimits::default(),
            "odd.slow",
            json!({ "manner": 3, "mss": 1 }),
        ),
        json!("req-001"),
        -32002,
        "Invalid tool arguments: ms is required; manner must be a string, not integer; \
         mss is not a parameter of this tool (did you mean ms?)",
        json!({
            "tool": "odd.slow",
            "errorType": "validation",
            "details": {
                "missingParameters": ["ms"],
                "typeMismatches": [{ "parameter": "manner", "expected": "string", "actual": "integer" }],
                "unknownParameters": [{ "parameter": "mss", "similar": ["ms"] }]
            }
        }),
    );
    let response = call(Policy::default(), CallLimits::default(), "odd.slow", json!({ "ms": 0 }));
    assert_eq!(
        response["error"]["data"]["details"],
        json!({ "constraintViolations": [{ "parameter": "ms", "constraint": "minimum", "allowed": 1, "actual": 0 }] })
    );
}

#[test]
fn too_many_at_once() {
    let limits = CallLimits { in_flight: 0, ..CallLimits::default() };
    let response = call(Policy::default(), limits, "odd.fail", json!({}));
    assert_eq!(response["error"]["code"], -32000);
    assert_eq!(
        response["error"]["message"],
        "Cannot have more than 0 parallel requests. Please slow down."
    );
}

#[test]
fn what_is_no_request() {
    let no_tools = r#""params":{"tool":"odd.fail","arguments":{}}"#;
    let cases = [
        ("{", json!(null), -32700),
        ("\u{0}", json!(null), -32700),
        ("", json!(null), -32700),
        ("17", json!(null), -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"server/info"}]"#, json!(null), -32600),
        (r#"{"jsonrpc":"2.0","method":"server/info","params":{}}"#, json!(null), -32600),
        (&format!(r#"{{"id":5,"method":"tools/call",{no_tools}}}"#), json!(5), -32600),
        (
            &format!(r#"{{"jsonrpc":"2.0","id":[],"method":"tools/call",{no_tools}}}"#),
            json!(null),
            -32600,
        ),
        (r#"{"jsonrpc":"2.0","id":"a","method":"tools/cal"}"#, json!("a"), -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, json!(1), -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, json!(1), -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"tool":1}}"#, json!(1), -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"tool":"odd.fail"}}"#,
            json!(1),
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"tool":"odd.fail","arguments":[]}}"#,
            json!(1),
            -32602,
        ),
    ];
    for (message, id, code) in cases {
        let response = ask(Policy::default(), CallLimits::default(), message);
        assert_eq!(
            (&response["id"], &response["error"]["code"]),
            (&id, &json!(code)),
            "{message}: {response}"
        );
        assert_eq!(response["jsonrpc"], "2.0");
        assert!(response["error"]["data"]["errorType"].is_string(), "{response}");
        assert!(response["error"]["data"]["details"].is_object(), "{response}");
    }
}
