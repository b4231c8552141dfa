//! A call that is repeated with the same `requestId` is done once, and one that timed out writes nothing.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::edited_project::{Kind, Project};

const KINDS: [Kind; 2] = [Kind::Unity, Kind::Godot];

fn create(kind: Kind, name: &str, id: &str) -> Value {
    let scene = match kind {
        Kind::Unity => "Assets/Scenes/Main.unity",
        Kind::Godot => "res://scenes/main.tscn",
    };
    json!({ "scenePath": scene, "name": name, "requestId": id })
}

fn diagnostics(answer: &Value) -> String {
    answer["result"]["diagnostics"].to_string()
}

#[test]
fn a_repeated_edit_returns_its_outcome_also_after_a_restart() {
    for kind in KINDS {
        let project = Project::new(kind, 3);
        let mut server = project.stdio();
        let arguments = create(kind, "Buoy", "agent:1");
        let first = server.ask_whole("scene.object.create", &arguments).unwrap();
        let after = project.files();
        let again = server.ask_whole("scene.object.create", &arguments).unwrap();
        assert_eq!(again["result"]["output"], first["result"]["output"]);
        assert!(diagnostics(&again).contains("was done already"), "{again}");
        let restarted = project.stdio().ask_whole("scene.object.create", &arguments).unwrap();
        assert_eq!(restarted["result"]["output"], first["result"]["output"]);
        assert!(diagnostics(&restarted).contains("was done already"), "{restarted}");
        assert!(project.files() == after, "it was made once");
        assert_eq!(project.history(), ["done"]);

        let other =
            project.stdio().ask_whole("scene.object.create", &create(kind, "Other", "agent:1"));
        let other = other.unwrap();
        assert!(other["error"].to_string().contains("requestId"), "{other}");
        assert!(project.files() == after, "the id belongs to another call");
    }
}

#[test]
fn a_repeated_undo_undoes_once() {
    for kind in KINDS {
        let project = Project::new(kind, 3);
        let start = project.files();
        project.done("scene.object.create", &create(kind, "One", "1"));
        let one = project.files();
        project.done("scene.object.create", &create(kind, "Two", "2"));
        for _ in 0..2 {
            project.done("edit.undo", &json!({ "requestId": "undo-two" }));
            assert!(project.files() == one);
        }
        project.done("edit.undo", &json!({ "requestId": "undo-one" }));
        assert!(project.files() == start);
        // What was undone last, and that once.
        for _ in 0..2 {
            project.done("edit.redo", &json!({ "requestId": "redo-one" }));
            assert!(project.files() == one);
        }
    }
}

#[test]
fn a_dry_run_uses_no_id() {
    let project = Project::new(Kind::Godot, 3);
    let mut arguments = create(Kind::Godot, "Buoy", "dry");
    arguments["dryRun"] = json!(true);
    project.done("scene.object.create", &arguments);
    arguments["dryRun"] = json!(false);
    let output = project.done("scene.object.create", &arguments);
    assert!(output["undoHandle"].is_string(), "{output}");
}

#[test]
fn at_once_in_many_processes_it_is_done_once() {
    let project = Project::new(Kind::Unity, 200);
    let arguments = create(Kind::Unity, "Buoy", "same");
    let outputs: Vec<Value> = thread::scope(|scope| {
        let calls: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| project.done("scene.object.create", &arguments)))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    assert!(outputs.iter().all(|output| output["undoHandle"] == outputs[0]["undoHandle"]));
    assert_eq!(project.history(), ["done"]);
}

/// Whatever the answer says is so, and stays so.
#[test]
fn a_call_that_timed_out_does_not_write_later() {
    for timeout in ["0.001", "0.01", "0.03", "0.1", "0.3"] {
        let project = Project::new(Kind::Unity, 2000);
        let before = project.files();
        let mut server = project.stdio_with(&["--timeout", timeout]);
        let arguments = create(Kind::Unity, "Buoy", "late");
        let answer = server.ask_whole("scene.object.create", &arguments).unwrap();
        let is_done = answer["result"].is_object();
        assert_eq!(project.files() != before, is_done, "{timeout}: {answer}");
        thread::sleep(Duration::from_millis(1500));
        assert_eq!(project.files() != before, is_done, "{timeout}, later: {answer}");
        let retried = project.done("scene.object.create", &arguments);
        assert!(retried["undoHandle"].is_string());
        assert_eq!(project.history(), ["done"], "{timeout}");
    }
}
