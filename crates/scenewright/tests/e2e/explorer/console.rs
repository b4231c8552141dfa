//! Code in the console: what it can do, and that it ends.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Explorer;

fn console() -> Explorer {
    let explorer = Explorer::writing();
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": true }));
    explorer.allow(json!({ "enableConsoleEval": true }));
    explorer
}

fn eval(explorer: &Explorer, code: &str) -> Value {
    explorer.call("ConsoleEval", json!({ "code": code, "confirm": true }))
}

#[test]
fn code_sees_and_changes_the_world_in_memory() {
    let explorer = console();
    for (code, expected) in [
        ("return 123;", json!(123)),
        ("find(\"Player/Lantern\").name", json!("Lantern")),
        ("find(\"/Player\").children.len()", json!(1)),
        ("find(\"Nobody\")", json!(null)),
        ("find(\"Directional Light\").get(\"UnityEngine.Light\", \"intensity\")", json!(0.6)),
        (
            "let l = find(\"Directional Light\"); l.set(\"Light\", \"intensity\", 2.5); l.get(\"Light\", \"intensity\")",
            json!(2.5),
        ),
        ("let s = find(\"Sign\"); s.active = false; s.active", json!(false)),
        ("create(\"Buoy\", find(\"Pier\")).path", json!("Pier/Buoy")),
        ("find(\"OldBuoy\").destroy(); find(\"OldBuoy\")", json!(null)),
        ("find_all(\"Lid\").len()", json!(2)),
        ("time() >= 0.0", json!(true)),
    ] {
        assert_eq!(eval(&explorer, code), json!({ "ok": true, "result": expected }), "{code}");
    }
    let found = explorer.call("SearchObjects", json!({ "name": "Buoy" }));
    assert_eq!(found["Items"][0]["Path"], "/Pier/Buoy", "{found}");
}

#[test]
fn scripts_of_files_run_too() {
    let explorer = console();
    let write =
        json!({ "path": "answer.cs", "content": "print(\"asked\"); return 42;", "confirm": true });
    assert_eq!(explorer.call("WriteConsoleScript", write), json!({ "ok": true }));
    let run = json!({ "path": "answer.cs", "confirm": true });
    assert_eq!(explorer.call("RunConsoleScript", run), json!({ "ok": true, "result": 42 }));
    let tail = explorer.read("unity://logs/tail");
    let lines = tail["Items"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["Message"] == "asked"), "{tail}");

    let missing = explorer.call("RunStartupScript", json!({ "confirm": true }));
    assert_eq!(missing["error"]["kind"], "NotFound", "{missing}");
    let write = json!({ "content": "1 + 1", "confirm": true });
    assert_eq!(explorer.call("WriteStartupScript", write), json!({ "ok": true }));
    let run = explorer.call("RunStartupScript", json!({ "confirm": true }));
    assert_eq!((&run["ok"], &run["result"]), (&json!(true), &json!(2)));
    assert!(run["path"].as_str().unwrap().ends_with("startup.cs"), "{run}");
}

#[test]
fn what_does_not_end_is_stopped_and_holds_nobody_up() {
    let explorer = console();
    for (code, kind) in
        [("loop {}", "the script was stopped"), ("fn f() { f() } f()", "too deep"), ("let", "")]
    {
        let stopped = eval(&explorer, code);
        assert_eq!(stopped["error"]["kind"], "InvalidArgument", "{code}: {stopped}");
        assert!(stopped["error"]["message"].as_str().unwrap().contains(kind), "{stopped}");
    }
    thread::scope(|scope| {
        let endless = scope.spawn(|| eval(&explorer, "let s = 0; loop { s += 1; }"));
        let mut slowest = Duration::ZERO;
        while !endless.is_finished() {
            let asked = Instant::now();
            explorer.call("GetVersion", json!({}));
            slowest = slowest.max(asked.elapsed());
        }
        assert_eq!(endless.join().unwrap()["ok"], false);
        // No figure for speed: a script that holds others up does so for its whole two seconds.
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    });
}
