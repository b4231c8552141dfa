//! The whole way: an agent, our server, the link, the plugin, a real editor.

use std::fs;
use std::time::{Duration, Instant};

use scenewright_catalogue::Catalogue;
use serde_json::{Value, json};

use crate::agent::{self, Agent};
use crate::editor::{self, Editor};
use crate::shape::assert_shape;

const MAIN: &str = "res://scenes/main.tscn";
const PLAY: &str = "editor.play.control";

fn on(object: &str) -> Value {
    json!({ "scenePath": MAIN, "objectPath": object })
}

fn with(mut arguments: Value, more: Value) -> Value {
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[test]
fn an_agent_works_in_an_open_editor() {
    let project = editor::sample();
    let root = project.path("");
    agent::run(&["install", "godot", root.join("game").to_str().unwrap()], &root);
    let editor = Editor::installed(project);
    let mut bare = editor.connect();
    bare.call("scenewright.open_scene", json!({ "path": MAIN, "allow_missing": true }));
    let mut agent = Agent::start(&root);

    let info = agent.live("editor.info", json!({}));
    assert_eq!(info["currentScene"], MAIN);
    let doctor = agent::run(&["doctor", root.join("game").to_str().unwrap()], &root);
    assert!(
        doctor.contains("Godot 4.") && doctor.contains("with res://scenes/main.tscn"),
        "{doctor}"
    );

    // What the user has not saved is read as the editor has it.
    let disk = || fs::read_to_string(root.join("game/scenes/main.tscn")).unwrap();
    let before = disk();
    bare.act(
        "set_property",
        json!({ "node_path": "/root/Main/Deck", "property": "position", "value": "Vector2(1, 2)" }),
    );
    let read = agent.live("scene.node.properties", on("Main/Deck"));
    assert_eq!(read["properties"]["position"]["value"], "Vector2(1, 2)");
    assert_eq!(disk(), before);

    // What the editor cannot do itself is not done behind its back.
    let branch = with(on("Main/Deck"), json!({ "path": "res://deck.tscn" }));
    let refused = agent.refused("scene.prefab.create", branch);
    assert!(refused.contains("unsaved changes in 'res://scenes/main.tscn'"), "{refused}");
    assert_eq!(disk(), before);

    // An edit goes through the editor, beside what is unsaved, and saves none of it.
    let lamp = json!({ "name": "Lamp", "class": "PointLight2D", "parentPath": "Main/Deck" });
    let made = agent.live("scene.object.create", with(json!({ "scenePath": MAIN }), lamp));
    assert_eq!(made["created"][0]["objectPath"], "Main/Deck/Lamp");
    assert_eq!(made["changes"][0]["change"], "objectAdded", "{made}");
    assert!(made["changes"][0]["object"].as_str().unwrap().ends_with("/Lamp"), "{made}");
    assert!(made["notes"][0].as_str().unwrap().contains("not saved"), "{made}");
    let seen = bare.call("get_scene_tree", json!({ "root_path": "/root/Main/Deck/Lamp" }));
    assert_eq!(seen["tree"]["type"], "PointLight2D");
    assert_eq!(disk(), before);

    // Taken back in the editor's own history, and done again.
    let handle = json!({ "handle": made["undoHandle"] });
    agent.live("edit.undo", handle.clone());
    bare.refused("get_scene_tree", json!({ "root_path": "/root/Main/Deck/Lamp" }));
    agent.live("edit.redo", handle);
    bare.call("get_scene_tree", json!({ "root_path": "/root/Main/Deck/Lamp" }));

    // Also with a class that nobody has seen yet.
    fs::write(root.join("game/new_thing.gd"), "class_name NewThing\nextends Marker2D\n").unwrap();
    let thing = json!({ "name": "Thing", "class": "NewThing", "parentPath": "Main/Deck/Lamp" });
    let made = agent.live("scene.object.create", with(json!({ "scenePath": MAIN }), thing));
    let seen = bare.call("get_scene_tree", json!({ "root_path": "/root/Main/Deck/Lamp/Thing" }));
    assert_eq!(seen["tree"]["type"], "Marker2D");
    assert_eq!(seen["tree"]["script"], "res://new_thing.gd");
    agent.live("edit.undo", json!({ "handle": made["undoHandle"] }));

    // Saved on demand; then an edit of a scene without unsaved changes is saved with it.
    agent.live("world.scene.save", json!({ "scenePath": MAIN }));
    assert!(
        disk().contains("[node name=\"Lamp\" type=\"PointLight2D\" parent=\"Deck\""),
        "{}",
        disk()
    );
    let moved = json!({ "member": "position", "value": { "x": 7, "y": 8 } });
    let moved = agent.live("scene.member.write", with(on("Main/Deck/Lamp"), moved));
    assert!(moved.get("notes").is_none(), "{moved}");
    assert!(disk().contains("position = Vector2(7, 8)"));

    // That nothing changes is said by the editor, too.
    let same = json!({ "member": "position", "value": { "x": 7, "y": 8 } });
    let same = agent.live("scene.member.write", with(on("Main/Deck/Lamp"), same));
    assert_eq!(same["files"], json!([]), "{same}");

    // A preview is no change.
    let preview = json!({ "name": "Boat", "dryRun": true });
    agent.live("scene.object.rename", with(on("Main/Deck"), preview));
    bare.call("get_scene_tree", json!({ "root_path": "/root/Main/Deck" }));

    // Files that the editor has not open are written by the server.
    let menu = json!({ "scenePath": "res://scenes/menu.tscn", "name": "Note", "class": "Label" });
    agent.call("scene.object.create", menu);
    assert!(fs::read_to_string(root.join("game/scenes/menu.tscn")).unwrap().contains("\"Note\""));

    selecting(&mut agent);
    examples(&mut agent);
    playing(&mut agent);
    documented(&mut agent);
    let drawn = agent.refused("editor.capture.viewport", json!({}));
    assert!(drawn.contains("headless"), "{drawn}");
    assert_eq!(editor.complaints(), [""; 0]);
}

/// Those of the catalogue that need an editor, in an order in which each finds what it needs. Pictures
/// have a test of their own.
fn examples(agent: &mut Agent) {
    let catalogue = Catalogue::standard().unwrap();
    for tool in ["info", "errors.read", "log.read", "focus", "play.control"] {
        let tool = format!("editor.{tool}");
        for example in catalogue.get(&tool).unwrap().examples.iter() {
            let (answer, _) = agent.call(&tool, json!(example.input));
            assert_shape(&json!(example.output), &answer);
        }
    }
}

fn selecting(agent: &mut Agent) {
    let deck = agent.live("scene.object.read", on("Main/Deck"));
    let chosen = json!({ "instanceIds": [deck["instanceId"]] });
    agent.live("world.selection.set", chosen);
    let read = agent.live("world.selection.read", json!({}));
    assert_eq!(read["objects"][0]["objectPath"], "Main/Deck");
    agent.call("editor.focus", on("Main/Deck"));
    let loaded = agent.live("world.scenes.list", json!({}));
    assert!(loaded["scenes"].as_array().unwrap().iter().any(|scene| scene["isActive"] == true));
}

fn playing(agent: &mut Agent) {
    assert_eq!(agent.live("editor.info", json!({}))["game"]["isRunning"], false);
    let refused = agent.refused("editor.capture.game", json!({}));
    assert!(refused.contains("editor_play_control"), "{refused}");
    assert!(!refused.contains("execute_action"), "that is the plugin's word: {refused}");
    let game = agent.live(PLAY, json!({ "action": "start", "scenePath": MAIN }));
    assert_eq!(game["isRunning"], true, "{game}");
    assert_eq!(agent.live(PLAY, json!({ "action": "pause" }))["isPaused"], true);
    assert_eq!(agent.live(PLAY, json!({ "action": "resume" }))["isPaused"], false);
    assert_eq!(agent.live(PLAY, json!({ "action": "stop" }))["wasRunning"], true);
    assert_eq!(agent.live(PLAY, json!({ "action": "stop" }))["wasRunning"], false);
    agent.live("editor.errors.read", json!({}));
    agent.live("editor.log.read", json!({ "limit": 5 }));
}

fn documented(agent: &mut Agent) {
    let (found, _) = agent.call("docs.search", json!({ "query": "move and slide", "limit": 3 }));
    assert_eq!(found["results"][0]["name"], "move_and_slide", "{found}");
    let (read, _) = agent.call(
        "docs.method.read",
        json!({ "className": "CharacterBody2D", "methodName": "move_and_slide" }),
    );
    assert!(read["method"]["description"].as_str().unwrap().len() > 50, "{read}");
}

#[test]
fn an_editor_that_dies_leaves_the_files_and_one_that_comes_back_is_found() {
    let mut editor = Editor::headless(editor::sample());
    let root = editor.project.path("");
    let open = json!({ "path": MAIN, "allow_missing": true });
    editor.connect().call("scenewright.open_scene", open);
    let mut agent = Agent::start(&root);
    agent.live("scene.object.read", on("Main/Deck"));

    // One that is silent leaves the files, again and again.
    editor.freeze();
    for _ in 0..2 {
        let result = agent.result("scene.object.read", on("Main/Deck"));
        assert_eq!(result["_meta"]["scenewright/source"], "files", "{result}");
        let reported = result["content"][1]["text"].as_str().unwrap();
        assert!(reported.contains("does not answer"), "{reported}");
    }

    // In the middle of a call: an error at once, and no hang.
    let asked = Instant::now();
    let call = agent.begin("editor.log.read", json!({}));
    std::thread::sleep(Duration::from_millis(500));
    editor.crash();
    let result = agent.end(call);
    let reported = result["content"][0]["text"].as_str().unwrap();
    assert!(
        result["isError"] == true && reported.contains("disconnected during the call"),
        "{reported}"
    );

    let result = agent.result("scene.object.read", on("Main/Deck"));
    assert_eq!(result["_meta"]["scenewright/source"], "files", "{result}");
    assert!(
        result["content"][1]["text"].as_str().unwrap().contains("answered from files"),
        "{result}"
    );
    let refused = agent.refused("editor.info", json!({}));
    assert!(refused.contains("cannot reach") || refused.contains("disconnected"), "{refused}");
    // Nobody waits for an editor that is gone; the time is generous for busy machines.
    assert!(asked.elapsed() < Duration::from_secs(20));

    editor.start_again();
    let deadline = Instant::now() + Duration::from_secs(90);
    while agent.result("editor.info", json!({}))["isError"] == true {
        assert!(Instant::now() < deadline, "the new editor is not found");
        std::thread::sleep(Duration::from_millis(200));
    }
    agent.live("scene.object.read", on("Main/Deck"));
}

#[test]
fn without_an_editor_the_reason_is_said_at_once() {
    let project = editor::sample();
    let root = project.path("");
    let game = root.join("game");
    let mut agent = Agent::start(&root);
    assert!(agent.refused("editor.info", json!({})).contains("scenewright install godot"));
    agent::run(&["install", "godot", game.to_str().unwrap()], &root);
    assert!(
        agent.refused("editor.info", json!({})).contains("no Godot editor has this project open")
    );
    let again = agent::run(&["install", "godot", game.to_str().unwrap()], &root);
    assert!(again.contains("nothing changed"), "{again}");

    let clean = editor::sample();
    agent::run(&["install", "godot", "--uninstall", game.to_str().unwrap()], &root);
    let read = |root: &std::path::Path| fs::read(root.join("game/project.godot")).unwrap();
    assert_eq!(read(&root), read(&clean.path("")));
    assert!(!game.join("addons").exists());
}
