//! Edits as an agent makes them: looked at first, all or none, taken back after a restart.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::thread;

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::mcp_client::{Client, ERAS, Era};
use crate::support::{Server, contents, copied};

const SCENE: &str = "res://scenes/main.tscn";
const WRITES: [&str; 1] = ["--allow-writes"];

fn client(project: &Path, args: &[&str], era: Era) -> Client {
    Client::stdio(project, args, era, json!({}))
}

fn rename(object: &str, name: &str) -> Value {
    json!({ "op": "scene.object.rename", "scenePath": SCENE, "objectPath": object, "name": name })
}

fn apply(client: &mut Client, edits: &[Value]) -> Value {
    client.call("edit_apply", json!({ "edits": edits }))
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

fn handle(result: &Value) -> &str {
    assert_eq!(result["isError"], false, "{result}");
    result["structuredContent"]["undoHandle"].as_str().unwrap_or_else(|| panic!("{result}"))
}

/// What the log says of changes, the oldest first.
fn audited(client: &mut Client) -> Vec<(String, String)> {
    let result = client.call("mcp_logs_read", json!({ "category": "audit" }));
    let entries = result["structuredContent"]["entries"].as_array().unwrap();
    let word = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
    entries.iter().rev().map(|entry| (word(entry, "level"), word(entry, "message"))).collect()
}

#[test]
fn an_edit_is_looked_at_done_and_taken_back_after_a_restart() {
    for era in ERAS {
        let project = copied("godot");
        let before = contents(project.path());
        let edits = json!([rename("Main/Deck/Poster", "Placard")]);
        let mut first = client(project.path(), &WRITES, era);
        let preview = first.call("edit_apply", json!({ "edits": edits, "dryRun": true }));
        assert!(preview["structuredContent"].get("undoHandle").is_none(), "{preview}");
        assert_eq!(contents(project.path()), before);
        let done = first.call("edit_apply", json!({ "edits": edits, "label": "Name the poster" }));
        let handle = handle(&done).to_owned();
        assert_eq!(done["structuredContent"]["files"], preview["structuredContent"]["files"]);
        let after = contents(project.path());
        assert_ne!(after, before);
        drop(first);

        let mut second = client(project.path(), &["--allow-writes", "--toolsets", "edit"], era);
        let history = second.call("edit_history", json!({}));
        let entry = &history["structuredContent"]["entries"][0];
        assert_eq!(entry["label"], "Name the poster");
        assert_eq!(entry["handle"], handle);
        let preview = second.call("edit_undo", json!({ "dryRun": true }));
        assert_eq!(contents(project.path()), after, "{preview}");
        second.call("edit_undo", json!({ "handle": handle }));
        assert_eq!(contents(project.path()), before);
        second.call("edit_redo", json!({}));
        assert_eq!(contents(project.path()), after);
    }
}

#[test]
fn of_a_batch_all_edits_are_done_or_none() {
    let project = copied("godot");
    let before = contents(project.path());
    let mut client = client(project.path(), &WRITES, Era::Handshake);
    let good = [rename("Main/Deck/Poster", "Placard"), rename("Main/Deck/Rail", "Fence")];
    for bad in [
        rename("Main/Nowhere", "X"),
        json!({ "op": "scene.object.rename", "scenePath": SCENE, "objectPath": "Main/Sky" }),
        json!({ "op": "scene.object.explode", "scenePath": SCENE }),
    ] {
        let result = apply(&mut client, &[good[0].clone(), good[1].clone(), bad]);
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(contents(project.path()), before, "{result}");
    }
    handle(&apply(&mut client, &good));
    let scene = fs::read_to_string(project.path().join("scenes/main.tscn")).unwrap();
    assert!(scene.contains("name=\"Placard\"") && scene.contains("name=\"Fence\""));
    let history = client.call("edit_history", json!({}));
    assert_eq!(history["structuredContent"]["total"], 1, "{history}");
}

#[test]
fn an_undo_over_foreign_changes_is_refused() {
    let project = copied("unity");
    let file = project.path().join("Assets/Scenes/Main.unity");
    let mut client = client(project.path(), &WRITES, Era::Handshake);
    let edit = json!({ "op": "scene.object.rename", "scenePath": "Assets/Scenes/Main.unity",
        "objectPath": "Main Camera", "name": "Eye" });
    handle(&apply(&mut client, &[edit]));
    let foreign = fs::read_to_string(&file).unwrap() + "# by somebody else\n";
    fs::write(&file, &foreign).unwrap();
    for arguments in [json!({}), json!({ "dryRun": true })] {
        let refused = client.call("edit_undo", arguments);
        assert_eq!(refused["isError"], true, "{refused}");
        for expected in ["Assets/Scenes/Main.unity", "has changed", "expected", "found", "git"] {
            assert!(text(&refused).contains(expected), "{expected}: {refused}");
        }
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), foreign);
    let unknown = client.call("edit_undo", json!({ "handle": "no-such" }));
    assert!(text(&unknown).contains("edit_history lists"), "{unknown}");
}

#[test]
fn without_leave_nothing_can_be_changed() {
    let project = copied("godot");
    let before = contents(project.path());
    for sets in ["default", "edit", "all"] {
        let mut client = client(project.path(), &["--toolsets", sets], Era::Handshake);
        for tool in ["edit_apply", "edit_undo", "scene_object_delete"] {
            let answer = client.ask("tools/call", json!({ "name": tool, "arguments": {} }));
            let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{answer}"));
            assert!(message.contains("--allow-writes"), "{message}");
        }
    }
    assert_eq!(contents(project.path()), before);
}

#[test]
fn every_change_is_audited_and_no_dry_run() {
    let project = copied("godot");
    let args = ["--allow-writes", "--toolsets", "default,mcp,edit"];
    let mut client = client(project.path(), &args, Era::Handshake);
    let edit = rename("Main/Deck/Poster", "Placard");
    client.call("edit_apply", json!({ "edits": [edit], "dryRun": true }));
    let handle = handle(&apply(&mut client, &[edit])).to_owned();
    apply(&mut client, &[rename("Main/Nowhere", &"x".repeat(500))]);
    let object = json!({ "scenePath": SCENE, "objectPath": "Main/Sky" });
    client.call("scene_object_delete", object);
    client.call("edit_undo", json!({}));
    let lines = audited(&mut client);
    let expected = [
        ("info", format!("edit.apply ok, undo handle {handle}: {{\"edits\":[{{")),
        ("warning", "edit.apply failed: {\"edits\":[{".to_owned()),
        ("warning", "scene.object.delete failed: {\"scenePath\":".to_owned()),
        ("info", format!("edit.undo ok, undo handle {handle}: {{}}")),
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for ((level, message), (expected_level, start)) in lines.iter().zip(&expected) {
        assert!(level == expected_level && message.starts_with(start), "{level} {message}");
        assert!(message.chars().count() <= 601, "{message}");
    }
    assert!(lines[1].1.contains("Main/Nowhere' does not exist"), "{lines:?}");
    let resource = client.result("resources/read", json!({ "uri": "scenewright://logs/tail" }));
    assert!(resource.to_string().contains("edit.apply ok, undo handle"), "{resource}");
}

#[test]
fn the_answer_to_a_huge_change_fits_and_the_change_is_made_once() {
    let o200k = tiktoken_rs::o200k_base().unwrap();
    let mut scene = "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n\n[node name=\"All\" type=\"Node2D\" parent=\".\"]\n".to_owned();
    for n in 0..4_000 {
        let _ = writeln!(scene, "\n[node name=\"Child{n}\" type=\"Node2D\" parent=\"All\"]");
    }
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    fixture.write("big.tscn", scene);
    let mut client = client(&fixture.root(), &WRITES, Era::Handshake);
    let edit = json!({ "op": "scene.object.delete", "scenePath": "res://big.tscn", "objectPath": "Root/All" });
    for most in [500, 8_000] {
        let arguments =
            json!({ "edits": [edit], "confirm": true, "diff": true, "maxTokens": most });
        let result = client.call("edit_apply", arguments);
        handle(&result);
        let tokens = o200k.encode_ordinary(&result.to_string()).len();
        assert!(tokens <= most, "{tokens} tokens, not {most}");
        let file = &result["structuredContent"]["files"][0];
        assert_eq!(file["path"], "res://big.tscn", "{result}");
        assert!(file["linesRemoved"].as_u64().unwrap() > 8_000, "{result}");
        assert!(file["diff"].as_str().unwrap().contains("lines omitted"), "{result}");
        assert!(result.to_string().contains("shows"), "{result}");
        client.call("edit_undo", json!({ "maxTokens": most }));
    }
    let history = client.call("edit_history", json!({}));
    assert_eq!(history["structuredContent"]["total"], 2, "{history}");
    let result = client.call("edit_apply", json!({ "edits": [edit], "dryRun": true }));
    let shown = "res://big.tscn would change (+0 -8002 lines)\n  - Root/All (Node2D, 4000 below)\n";
    assert_eq!(result["content"][0]["text"], shown, "{result}");
    let gone = &result["structuredContent"]["changes"][0];
    assert_eq!((&gone["change"], &gone["below"]), (&json!("objectRemoved"), &json!(4000)));
}

#[test]
fn clients_that_edit_at_once_lose_nothing() {
    let project = copied("godot");
    let server = Server::start(project.path(), &WRITES);
    let made = thread::scope(|scope| {
        let both = ERAS.map(|era| {
            let mut client = Client::http(&server, era, json!({}));
            scope.spawn(move || -> Vec<String> {
                let names = (0..10).map(|n| format!("{era:?}{n}"));
                let create = |name: &String| {
                    let edit = json!({ "op": "scene.object.create", "scenePath": SCENE,
                        "parentPath": "Main", "name": name, "class": "Node2D" });
                    let result = apply(&mut client, &[edit]);
                    // The other one was faster: that is said, and nothing is done.
                    let refused = result["isError"] == true;
                    assert!(!refused || text(&result).contains("has changed"), "{result}");
                    !refused
                };
                names.filter(create).collect()
            })
        });
        both.map(|thread| thread.join().unwrap()).concat()
    });
    let scene = fs::read_to_string(project.path().join("scenes/main.tscn")).unwrap();
    assert!(made.len() >= 10, "{made:?}");
    for name in &made {
        assert_eq!(scene.matches(&format!("name=\"{name}\"")).count(), 1, "{name}: {scene}");
    }
    let mut client = Client::http(&server, Era::Handshake, json!({}));
    let history = client.call("edit_history", json!({}));
    assert_eq!(history["structuredContent"]["total"], made.len(), "{history}");
}
