//! Code in the console: what it can do, and that it ends.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Explorer;

pub fn console() -> Explorer {
    let explorer = Explorer::writing();
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": true }));
    explorer.allow(json!({ "enableConsoleEval": true }));
    explorer
}

pub fn eval(explorer: &Explorer, code: &str) -> Value {
    explorer.call("ConsoleEval", json!({ "code": code, "confirm": true }))
}

#[test]
fn code_sees_and_changes_the_world_in_memory() {
    let explorer = console();
    for (code, expected) in [
        ("return 123;", json!("123")),
        ("", json!("")),
        ("#{ a: [1, true] }", json!(r#"{"a":[1,true]}"#)),
        ("find(\"Player/Lantern\").name", json!("Lantern")),
        ("find(\"/Player\").children.len()", json!("1")),
        ("find(\"Nobody\")", json!(null)),
        ("find(\"Directional Light\").get(\"UnityEngine.Light\", \"intensity\")", json!("0.6")),
        (
            "let l = find(\"Directional Light\"); l.set(\"Light\", \"intensity\", 2.5); l.get(\"Light\", \"intensity\")",
            json!("2.5"),
        ),
        ("let s = find(\"Sign\"); s.active = false; s.active", json!("false")),
        ("create(\"Buoy\", find(\"Pier\")).path", json!("Pier/Buoy")),
        ("let b = find(\"Pier/Buoy\"); b.parent = find(\"Player\"); b.path", json!("Player/Buoy")),
        (
            "let b = find(\"Player/Buoy\"); b.add(\"UnityEngine.Light\"); b.components[1]",
            json!("UnityEngine.Light"),
        ),
        (
            "let b = find(\"Player/Buoy\"); b.remove(\"UnityEngine.Light\"); b.components.len()",
            json!("1"),
        ),
        ("find(\"OldBuoy\").destroy(); find(\"OldBuoy\")", json!(null)),
        ("find_all(\"Lid\").len()", json!("2")),
        ("time() >= 0.0", json!("true")),
        ("add_scene(\"Menu\"); find(\"Title\") != ()", json!("true")),
    ] {
        assert_eq!(eval(&explorer, code), json!({ "ok": true, "result": expected }), "{code}");
    }
    let found = explorer.call("SearchObjects", json!({ "name": "Buoy" }));
    assert_eq!(found["Items"][0]["Path"], "/Player/Buoy", "{found}");
}

#[test]
fn scripts_of_files_run_too() {
    let explorer = console();
    let write =
        json!({ "path": "answer.cs", "content": "print(\"asked\"); return 42;", "confirm": true });
    assert_eq!(explorer.call("WriteConsoleScript", write), json!({ "ok": true }));
    let run = json!({ "path": "answer.cs", "confirm": true });
    assert_eq!(explorer.call("RunConsoleScript", run), json!({ "ok": true, "result": "42" }));
    let tail = explorer.read("unity://logs/tail");
    let lines = tail["Items"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["Message"] == "asked"), "{tail}");

    let missing = explorer.call("RunStartupScript", json!({ "confirm": true }));
    assert_eq!(missing["error"]["kind"], "NotFound", "{missing}");
    let write = json!({ "content": "1 + 1", "confirm": true });
    assert_eq!(explorer.call("WriteStartupScript", write), json!({ "ok": true }));
    let run = explorer.call("RunStartupScript", json!({ "confirm": true }));
    assert_eq!((&run["ok"], &run["result"]), (&json!(true), &json!("2")));
    assert!(run["path"].as_str().unwrap().ends_with("startup.cs"), "{run}");
}

#[test]
fn what_does_not_end_is_stopped_and_holds_nobody_up() {
    let explorer = console();
    for (code, kind) in [
        ("loop {}", "the script was stopped"),
        ("fn f() { f() } f()", "too deep"),
        ("let s = \"x\"; loop { s += s; }", "too large"),
        ("let a = []; loop { a.push(a); }", "too large"),
        ("let", ""),
    ] {
        let stopped = eval(&explorer, code);
        assert_eq!(stopped["error"]["kind"], "InvalidArgument", "{code}: {stopped}");
        assert!(stopped["error"]["message"].as_str().unwrap().contains(kind), "{stopped}");
    }
    for code in [
        "let s = 0; loop { s += 1; }",
        "loop { let a = []; while a.len() < 100 { a.push(\"0123456789\" + a.len()); } }",
        "fn f(n) { if n == 0 { 0 } else { f(n - 1) + f(n - 1) } } loop { f(20); }",
        "loop { find(\"Player\").name; }",
    ] {
        others_are_answered(&explorer, code);
    }
}

/// While a script runs to its limit. No figure for speed: one that holds others up does so for its whole
/// two seconds.
fn others_are_answered(explorer: &Explorer, code: &str) {
    thread::scope(|scope| {
        let endless = scope.spawn(|| eval(explorer, code));
        let (mut slowest, mut answered) = (Duration::ZERO, 0);
        while !endless.is_finished() {
            let asked = Instant::now();
            explorer.call("GetVersion", json!({}));
            slowest = slowest.max(asked.elapsed());
            answered += 1;
        }
        let stopped = endless.join().unwrap();
        assert_eq!(stopped["ok"], false, "{code}: {stopped}");
        assert!(answered > 1 && slowest < Duration::from_millis(1500), "{code}: {slowest:?}");
    });
}

#[test]
fn the_startup_script_runs_once_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let lines = |explorer: &Explorer, wanted: &str| {
        let tail = explorer.read("unity://logs/tail");
        let items = tail["Items"].as_array().unwrap();
        items.iter().filter(|it| it["Message"].as_str().unwrap().contains(wanted)).count()
    };
    let wait_for = |explorer: &Explorer, wanted: &str| {
        let started = Instant::now();
        while lines(explorer, wanted) == 0 {
            assert!(started.elapsed() < Duration::from_secs(20), "no line with {wanted}");
            thread::sleep(Duration::from_millis(20));
        }
    };
    let explorer = Explorer::start_in(folder.path(), &["--allow-writes"]);
    explorer.allow(json!({ "allowWrites": true, "enableConsoleEval": true }));
    let content = "log(\"good morning\"); create(\"Sunrise\");";
    explorer.call("WriteStartupScript", json!({ "content": content, "confirm": true }));
    drop(explorer);

    let explorer = Explorer::start_in(folder.path(), &["--allow-writes"]);
    wait_for(&explorer, "the startup script has run");
    assert_eq!(lines(&explorer, "good morning"), 1);
    assert_eq!(explorer.read("unity://search?name=Sunrise")["Total"], 1);
    explorer.call("WriteStartupScript", json!({ "content": "throw \"bad\"", "confirm": true }));
    drop(explorer);

    let explorer = Explorer::start_in(folder.path(), &["--allow-writes"]);
    wait_for(&explorer, "[MCP] error -32602: ");
    assert_eq!(explorer.read("unity://status")["Ready"], true);
    drop(explorer);

    let explorer = Explorer::start_in(folder.path(), &[]);
    wait_for(&explorer, "the startup script was not run");
    assert_eq!(lines(&explorer, "[MCP] error"), 0);
}
