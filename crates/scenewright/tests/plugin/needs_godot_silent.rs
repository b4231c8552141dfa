//! An editor that does not answer: no acknowledged edit is lost, and no unsaved change is overwritten.

use std::fs;
use std::thread;
use std::time::Duration;

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::agent::{self, Agent};
use crate::client::Client;
use crate::editor::{self, Editor};
use crate::server::Server;

const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Silent"
run/main_scene="res://open.tscn"
//- /game/open.tscn
[gd_scene format=3]

[node name="Open" type="Node2D"]

[node name="User" type="Node2D" parent="."]

[node name="Agent" type="Node2D" parent="."]
//- /game/clean.tscn
[gd_scene format=3]

[node name="Clean" type="Node2D"]
//- /game/closed.tscn
[gd_scene format=3]

[node name="Closed" type="Node2D"]
"#;

fn write(scene: &str, object: &str, x: i64) -> Value {
    let value = json!({ "x": x, "y": 0 });
    json!({ "scenePath": scene, "objectPath": object, "member": "position", "value": value })
}

fn create(scene: &str, name: &str) -> Value {
    json!({ "scenePath": scene, "name": name, "class": "Node2D" })
}

fn read(project: &Fixture, file: &str) -> String {
    fs::read_to_string(project.path(&format!("game/{file}"))).unwrap()
}

fn move_user(bare: &mut Client, x: i64) {
    let value = format!("Vector2({x}, 0)");
    let args = json!({ "node_path": "/root/Open/User", "property": "position", "value": value });
    bare.act("set_property", args);
}

fn open(bare: &mut Client, scene: &str) {
    bare.call("scenewright.open_scene", json!({ "path": scene }));
}

/// An editor with two open scenes, of which the current one has unsaved changes.
fn unsaved_editor() -> (Editor, Client) {
    let editor = Editor::headless(editor::project(GAME));
    let bare = opened(&editor);
    (editor, bare)
}

fn opened(editor: &Editor) -> Client {
    let mut bare = editor.connect();
    // It opens its last scenes, or the main one, when it has looked at the files.
    editor.wait("the first scene", || {
        let state = bare.call("scenewright.state", json!({}));
        (state["importing"] == false && state["scenes"] != json!([])).then_some(())
    });
    open(&mut bare, "res://clean.tscn");
    open(&mut bare, "res://open.tscn");
    move_user(&mut bare, 1);
    bare
}

#[test]
fn a_silent_editor_keeps_its_scenes_and_an_ended_one_does_not() {
    let (mut editor, mut bare) = unsaved_editor();
    let root = editor.project.path("");
    let before = read(&editor.project, "open.tscn");
    let mut agent = Agent::start(&root);
    agent
        .live("scene.object.read", json!({ "scenePath": "res://open.tscn", "objectPath": "Open" }));

    editor.freeze();
    silent_scenes_are_refused(&mut agent, &editor.project);
    // Another process has never been answered by this editor, and refuses the same.
    silent_scenes_are_refused(&mut Agent::start(&root), &editor.project);
    other_protocols_refuse_them(&root);
    assert_eq!(read(&editor.project, "open.tscn"), before);

    editor.thaw();
    assert_eq!(position(&mut bare, "/root/Open/User"), "Vector2(1, 0)", "nothing was reloaded");
    wait_until_live(&mut agent);
    agent.live("scene.member.write", write("res://open.tscn", "Open/Agent", 5));
    agent.live("world.scene.save", json!({ "scenePath": "res://open.tscn" }));
    let saved = read(&editor.project, "open.tscn");
    assert!(saved.contains("Vector2(1, 0)") && saved.contains("Vector2(5, 0)"), "{saved}");

    // Nobody is left who could overwrite the files.
    move_user(&mut bare, 2);
    editor.freeze();
    editor.crash();
    agent.call("scene.member.write", write("res://open.tscn", "Open/Agent", 6));
    assert!(read(&editor.project, "open.tscn").contains("Vector2(6, 0)"));
    assert_eq!(editor.complaints(), [""; 0]);
}

fn silent_scenes_are_refused(agent: &mut Agent, project: &Fixture) {
    let refused = agent.refused("scene.member.write", write("res://open.tscn", "Open/Agent", 3));
    assert!(refused.contains("'res://open.tscn' cannot be written now"), "{refused}");
    assert!(refused.contains("does not answer"), "{refused}");
    assert!(refused.contains("or close it; then send the call again"), "{refused}");
    let mut preview = write("res://open.tscn", "Open/Agent", 3);
    preview["dryRun"] = json!(true);
    agent.refused("scene.member.write", preview);
    let mut kept = write("res://open.tscn", "Open/Agent", 3);
    kept["save"] = json!(false);
    agent.refused("scene.member.write", kept);
    // Open, but without unsaved changes.
    agent.refused("scene.object.create", create("res://clean.tscn", "New"));

    // All or nothing.
    let closed = read(project, "closed.tscn");
    let step = |tool: &str, mut arguments: Value| {
        arguments["op"] = json!(tool);
        arguments
    };
    let both = json!({ "edits": [
        step("scene.object.create", create("res://closed.tscn", "New")),
        step("scene.member.write", write("res://open.tscn", "Open/Agent", 3)),
    ] });
    let refused = agent.refused("edit.apply", both);
    assert!(refused.contains("res://open.tscn"), "{refused}");
    assert_eq!(read(project, "closed.tscn"), closed);

    // Scenes that are not open are written, undone and redone.
    let (made, _) = agent.call("scene.object.create", create("res://closed.tscn", "New"));
    let after = read(project, "closed.tscn");
    assert!(after.contains("\"New\""), "{after}");
    let handle = json!({ "handle": made["undoHandle"] });
    agent.call("edit.undo", handle.clone());
    assert_eq!(read(project, "closed.tscn"), closed);
    agent.call("edit.redo", handle.clone());
    assert_eq!(read(project, "closed.tscn"), after);
    agent.call("edit.undo", handle);
}

fn other_protocols_refuse_them(root: &std::path::Path) {
    let game = root.join("game");
    let arguments = write("res://open.tscn", "Open/Agent", 3).to_string();
    let call = ["call", "scene.member.write", "--allow-writes", &arguments];
    let output = agent::program(root).current_dir(&game).args(call).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("does not answer"), "{said}");

    let server = Server::start(root);
    let args = json!({ "node_path": "/root/Open/Agent", "property": "rotation", "value": 1.0 });
    let error = server.connect().act_refused("set_property", args);
    assert_eq!(error["code"], -32002, "{error}");
    assert!(error["message"].as_str().unwrap().contains("does not answer"), "{error}");
}

fn position(bare: &mut Client, node: &str) -> String {
    let read = bare.call("get_node_properties", json!({ "node_path": node }));
    read["properties"]["position"]["value"].as_str().unwrap().to_owned()
}

fn wait_until_live(agent: &mut Agent) {
    while agent.result("editor.info", json!({}))["isError"] == true {
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_file_that_changed_under_the_editor_is_not_overwritten_unnoticed() {
    let (editor, mut bare) = unsaved_editor();
    let mut agent = Agent::start(&editor.project.path(""));
    let scene = json!({ "scenePath": "res://open.tscn" });
    agent.live("world.scenes.list", json!({}));

    // Another program writes the file, the editor has other changes.
    editor.freeze();
    let foreign = read(&editor.project, "open.tscn").replace("\"Agent\"", "\"Foreign\"");
    editor.project.write("game/open.tscn", &foreign);
    editor.thaw();
    let refused = agent.refused("world.scene.save", scene);
    assert!(refused.contains("'res://open.tscn' has changed on disk"), "{refused}");
    assert!(refused.contains("world_scene_reload"), "{refused}");
    agent.refused("world.scene.save", json!({}));
    let refused = agent.refused(
        "editor.play.control",
        json!({ "action": "start", "scenePath": "res://clean.tscn" }),
    );
    assert!(refused.contains("has changed on disk"), "playing saves all scenes: {refused}");
    let error = bare.act_refused("save_scene", json!({}));
    assert_eq!(
        (&error["code"], &error["data"]["changed_on_disk"]),
        (&json!(-32002), &json!("res://open.tscn"))
    );
    assert_eq!(bare.act_refused("run_scene", json!({}))["code"], -32002);
    assert_eq!(read(&editor.project, "open.tscn"), foreign);
    assert_eq!(position(&mut bare, "/root/Open/User"), "Vector2(1, 0)");

    // An edit is made beside the unsaved changes and not saved.
    let made = agent.live("scene.object.create", create("res://open.tscn", "Beside"));
    assert!(made["notes"][0].as_str().unwrap().contains("not saved"), "{made}");
    assert_eq!(read(&editor.project, "open.tscn"), foreign);

    // The user decides for the editor's version.
    let decided = json!({ "scenePath": "res://open.tscn", "overwrite": true, "confirm": true });
    agent.live("world.scene.save", decided);
    let saved = read(&editor.project, "open.tscn");
    assert!(
        saved.contains("Vector2(1, 0)")
            && saved.contains("\"Beside\"")
            && !saved.contains("Foreign"),
        "{saved}"
    );

    // Without unsaved changes the editor takes over the file before it is edited.
    let foreign = saved.replace("\"Agent\"", "\"Foreign\"");
    editor.project.write("game/open.tscn", &foreign);
    agent.live("scene.member.write", write("res://open.tscn", "Open/Foreign", 9));
    let saved = read(&editor.project, "open.tscn");
    assert!(saved.contains("\"Foreign\"") && saved.contains("Vector2(9, 0)"), "{saved}");
    bare.act("save_scene", json!({}));
    assert!(read(&editor.project, "open.tscn").contains("\"Foreign\""));
    assert_eq!(editor.complaints(), [""; 0]);
}

/// Changes in memory are based on the file: they are saved to the file, and the editor loads it again.
#[test]
fn changes_that_were_kept_in_memory_before_the_editor_was_opened_are_saved() {
    let project = editor::project(GAME);
    let mut agent = Agent::start(&project.path(""));
    let mut kept = create("res://clean.tscn", "Kept");
    kept["save"] = json!(false);
    agent.call("scene.object.create", kept);
    let editor = Editor::headless(project);
    let mut bare = opened(&editor);
    wait_until_live(&mut agent);
    let before = read(&editor.project, "clean.tscn");
    let mut more = create("res://clean.tscn", "More");
    more["save"] = json!(false);
    agent.call("scene.object.create", more);
    assert_eq!(read(&editor.project, "clean.tscn"), before);
    agent.call("world.scene.save", json!({ "scenePath": "res://clean.tscn" }));
    let saved = read(&editor.project, "clean.tscn");
    assert!(saved.contains("\"Kept\"") && saved.contains("\"More\""), "{saved}");
    open(&mut bare, "res://clean.tscn");
    bare.call("get_scene_tree", json!({ "root_path": "/root/Clean/Kept" }));
    assert_eq!(editor.complaints(), [""; 0]);
}

/// An edit that was acknowledged, and has to be in its scene's file in the end.
struct Acknowledged {
    scene: &'static str,
    name: String,
    /// Only the editor has it.
    is_unsaved: bool,
}

/// Stops, continues and kills the editor at arbitrary moments while a user and an agent edit the same scenes.
#[test]
fn whatever_the_editor_does_acknowledged_edits_and_unsaved_changes_are_kept() {
    let rounds = std::env::var("SCENEWRIGHT_FAULT_ROUNDS").ok().and_then(|text| text.parse().ok());
    let rounds: u64 = rounds.unwrap_or(5);
    let (mut editor, mut bare) = unsaved_editor();
    let mut agent = Agent::start(&editor.project.path(""));
    agent.live("world.scenes.list", json!({}));
    let (mut acknowledged, mut refused) = (Vec::new(), 0);
    for round in 0..rounds {
        let scene = ["open", "clean", "closed"][((round + round / 3) % 3) as usize];
        let faults = fault(editor.id(), round);
        let name = format!("Node{round}");
        let result =
            agent.result("scene.object.create", create(&format!("res://{scene}.tscn"), &name));
        match result["isError"] == true {
            true => refused += 1,
            false => {
                let notes = result["structuredContent"]["notes"].to_string();
                let is_unsaved = notes.contains("not saved");
                acknowledged.push(Acknowledged { scene, name, is_unsaved });
            }
        }
        faults.join().unwrap();
        if round % 10 == 9 {
            editor.crash();
            acknowledged.retain(|edit| !edit.is_unsaved);
            check_all(&editor, &acknowledged);
            editor.start_again();
            bare = opened(&editor);
        }
        move_user(&mut bare, round as i64 + 2);
        wait_until_live(&mut agent);
        if round % 4 == 3 {
            save_all(&mut agent, &mut acknowledged);
        }
    }
    save_all(&mut agent, &mut acknowledged);
    println!("{} edits acknowledged, {refused} refused", acknowledged.len());
    check_all(&editor, &acknowledged);
    let text = read(&editor.project, "open.tscn");
    let moved = format!("Vector2({}, 0)", rounds + 1);
    assert!(text.contains(&moved), "the user's change is lost: {text}");
    assert!(!acknowledged.is_empty() && refused > 0);
    assert_eq!(editor.complaints(), [""; 0]);
}

/// A short pause at some moment of an edit, or one that begins before it and outlasts the patience of its call.
fn fault(editor: u32, round: u64) -> thread::JoinHandle<()> {
    let is_long = round % 3 == 1;
    let delay = Duration::from_millis(round * 37 % 150);
    let pause = Duration::from_millis(if is_long { 4000 } else { 300 });
    if is_long {
        editor::signal(editor, "STOP");
    }
    thread::spawn(move || {
        if !is_long {
            thread::sleep(delay);
            editor::signal(editor, "STOP");
        }
        thread::sleep(pause);
        editor::signal(editor, "CONT");
    })
}

fn save_all(agent: &mut Agent, acknowledged: &mut [Acknowledged]) {
    let saved = agent.result("world.scene.save", json!({}));
    assert_ne!(saved["isError"], true, "{saved}");
    acknowledged.iter_mut().for_each(|edit| edit.is_unsaved = false);
}

fn check_all(editor: &Editor, acknowledged: &[Acknowledged]) {
    for Acknowledged { scene, name, .. } in acknowledged {
        let text = read(&editor.project, &format!("{scene}.tscn"));
        assert!(text.contains(&format!("\"{name}\"")), "{name} is lost in {scene}: {text}");
    }
}
