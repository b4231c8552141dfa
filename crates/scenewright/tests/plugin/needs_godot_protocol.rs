//! Every method, action and event of the Godoty protocol, each example of its document in shape.

mod docs;
mod games;

use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::client::Client;
use crate::editor::{Editor, project};
use crate::server::Server;
use crate::shape::assert_shape;

const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="My Game"
run/main_scene="res://scenes/main.tscn"

[godoty]

allow_dangerous_actions=true
//- /game/scripts/player.gd
extends CharacterBody3D
## Runs and jumps.

@export var speed: float = 5.0
@export var jump_force := 4.5
var hidden := 1
//- /game/scripts/trouble.gd
extends Node

var frames := 0


func _ready() -> void:
	print("trouble is ready")


func _process(_delta: float) -> void:
	frames += 1
	if frames == 5:
		push_warning("this is a warning")
		look(null)


func look(at: Node3D) -> void:
	print(at.position)
//- /game/scripts/end.gd
extends Node

@export var crash := false
var frames := 0


func _process(_delta: float) -> void:
	frames += 1
	if frames == 30 and crash:
		OS.kill(OS.get_process_id())
	elif frames == 30:
		get_tree().quit(3)
//- /game/scenes/quit.tscn
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://scripts/end.gd" id="1"]

[node name="Quit" type="Node"]
script = ExtResource("1")
//- /game/scenes/crash.tscn
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://scripts/end.gd" id="1"]

[node name="Crash" type="Node"]
script = ExtResource("1")
crash = true
//- /game/scenes/main.tscn
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://scripts/player.gd" id="1"]

[node name="Main" type="Node3D"]

[node name="Player" type="CharacterBody3D" parent="."]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0)
collision_layer = 3
script = ExtResource("1")
speed = 6.0

[node name="CollisionShape3D" type="CollisionShape3D" parent="Player"]

[node name="Enemy" type="CharacterBody3D" parent="."]
script = ExtResource("1")

[node name="World" type="Node3D" parent="."]

[node name="Ground" type="StaticBody3D" parent="World"]
//- /game/scenes/level1.tscn
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://scripts/trouble.gd" id="1"]

[node name="Level1" type="Node"]
script = ExtResource("1")

[node name="Label" type="Label" parent="."]
"#;

#[test]
fn every_method_action_and_event() {
    let editor = Editor::headless(project(GAME));
    let (mut client, mut own) = (editor.connect(), editor.connect());
    let capabilities = ["capture", "docs", "scene", "actions", "debug", "scenewright"];
    assert_eq!(client.hello["params"]["capabilities"], json!(capabilities));
    let all = json!({ "node_path": "/root/Main/Player", "include_default": true });
    wait_for_scene(&mut client, &mut own);
    let all = client.call("get_node_properties", all);
    assert_eq!(all["properties"]["velocity"]["value"], "Vector3(0, 0, 0)");
    everything(&mut client, &mut own, "velocity");
    assert_eq!(editor.complaints(), [""; 0]);
}

/// Our server speaks the protocol too, and passes on what the editor says. It knows what scenes store,
/// and a velocity is not stored.
#[test]
fn the_same_through_our_server() {
    let editor = Editor::headless(project(GAME));
    let mut own = editor.connect();
    let server = Server::start(&editor.project.path(""));
    everything(&mut server.connect(), &mut own, "position");
    assert_eq!(editor.complaints(), [""; 0]);
}

/// Nobody asks anything: the server looks out for an editor because somebody listens.
#[test]
fn an_editor_that_is_opened_later_is_heard_of() {
    let game = project(GAME);
    let server = Server::start(&game.path(""));
    let mut client = server.connect();
    let editor = Editor::headless(game);
    let mut own = editor.connect();
    wait_for_scene(&mut own, &mut editor.connect());
    let nodes = ["/root/Main/Player", "/root/Main/Enemy"];
    let heard = nodes.iter().cycle().take(100).any(|node| {
        own.act("select_node", json!({ "node_path": node }));
        client.hears("selection_changed")
    });
    assert!(heard, "the editor is found and its events come");
}

/// `own` has the methods that our plugin adds.
fn everything(client: &mut Client, own: &mut Client, property: &str) {
    handshake(client);
    wait_for_scene(client, own);
    reading(client);
    docs::documentation(client, own);
    parameters(client);
    selecting(client);
    editing(client, property);
    scenes_change(client, own);
    games::playing(client, own);
    games::troubles(client);
    games::endings(client);
}

fn handshake(client: &mut Client) {
    let example = json!({
        "jsonrpc": "2.0", "method": "godoty.connected",
        "params": {
            "godot_version": "4.3.0", "plugin_version": "1.0.0",
            "capabilities": ["capture"], "protocol_version": "1.0.0", "min_supported_version": "1.0.0",
        },
    });
    assert_shape(&example, &client.hello);
    client.send(
        json!({ "jsonrpc": "2.0", "method": "godoty.ready", "params": { "client_name": "test" } })
            .to_string(),
    );
    assert_shape(&json!({ "pong": true, "timestamp": 0.5 }), &client.call("ping", json!({})));
}

/// The editor opens the main scene by itself, after the plugin began to listen.
fn wait_for_scene(client: &mut Client, own: &mut Client) {
    for _ in 0..500 {
        let info = client.call("get_editor_info", json!({}));
        if info["editor_state"]["current_scene"] == "res://scenes/main.tscn" {
            let example = json!({
                "success": true,
                "godot_version": { "major": 4, "minor": 3, "patch": 0, "status": "stable", "string": "4.3.0.stable" },
                "plugin_version": "1.0.0",
                "project": { "name": "My Game", "path": "/x", "main_scene": "res://scenes/main.tscn" },
                "editor_state": { "current_scene": "", "is_game_running": false, "selected_nodes": [] },
            });
            assert_shape(&example, &info);
            assert_eq!(info["project"]["name"], "My Game");
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    own.call("scenewright.open_scene", json!({ "path": "res://scenes/main.tscn" }));
}

fn reading(client: &mut Client) {
    let node = json!({ "name": "Main", "type": "Node3D", "path": "/root/Main", "children": [] });
    let example = json!({ "success": true, "scene_path": "res://", "tree": node });
    let tree = client.call("get_scene_tree", json!({ "root_path": "/root", "max_depth": 10 }));
    assert_shape(&example, &tree);
    assert_eq!(tree["tree"]["children"][0]["path"], "/root/Main/Player");
    assert_eq!(tree["tree"]["children"][0]["script"], "res://scripts/player.gd");
    assert_eq!(tree["tree"]["children"][2]["children"][0]["path"], "/root/Main/World/Ground");
    let shallow = client.call("get_scene_tree", json!({ "max_depth": 1 }));
    assert_eq!(shallow["tree"]["children"][2]["children"], json!([]));
    let below = json!({ "root_path": "/root/Main/Player", "include_properties": true });
    let below = client.call("get_scene_tree", below);
    assert_eq!(below["tree"]["properties"]["collision_layer"]["value"], 3);
    properties(client);
}

fn properties(client: &mut Client) {
    let path = json!({ "node_path": "/root/Main/Player" });
    let got = client.call("get_node_properties", path);
    let example = json!({
        "success": true, "node_path": "/root/Main/Player", "node_type": "CharacterBody3D",
        "script": "res://scripts/player.gd",
        "properties": {
            "position": { "type": "Vector3", "value": "Vector3(0, 1, 0)", "category": "Node3D" },
            "collision_layer": { "type": "int", "value": 1, "category": "CollisionObject3D" },
        },
        "script_properties": {
            "speed": { "type": "float", "value": 5.5, "exported": true },
            "jump_force": { "type": "float", "value": 4.5, "exported": true },
        },
    });
    assert_shape(&example, &got);
    assert_eq!(got["properties"]["position"]["value"], "Vector3(0, 1, 0)");
    assert_eq!(got["script_properties"]["speed"]["value"].as_f64(), Some(6.0));
    assert_eq!(got["properties"].get("collision_mask"), None);
    let all = json!({ "node_path": "/root/Main/Player", "include_default": true });
    let all = client.call("get_node_properties", all);
    assert_eq!(all["properties"]["collision_mask"]["value"], 1);
    let some = json!({
        "node_path": "/root/Main/Player", "include_default": true, "categories": ["physics", "collision"],
    });
    let some = client.call("get_node_properties", some);
    let names: Vec<&String> = some["properties"].as_object().unwrap().keys().collect();
    assert!(names.iter().any(|name| *name == "collision_mask"), "{names:?}");
    assert!(!names.iter().any(|name| *name == "visible"), "{names:?}");
}

/// What is wrong is named.
fn parameters(client: &mut Client) {
    for (method, params, named) in [
        ("get_class_docs", json!({}), "class_name"),
        ("get_class_docs", json!({ "class_name": 7 }), "class_name"),
        ("get_method_docs", json!({ "class_name": "Node" }), "method_name"),
        ("search_docs", json!({ "query": "x", "limit": "many" }), "limit"),
        ("search_docs", json!({ "query": "x", "search_in": ["nonsense"] }), "search_in"),
        ("get_scene_tree", json!({ "max_depth": 1.5 }), "max_depth"),
        ("get_scene_tree", json!({ "include_properties": "yes" }), "include_properties"),
        (
            "get_node_properties",
            json!({ "node_path": "/root/Main", "categories": [1] }),
            "categories",
        ),
        ("capture_viewport", json!({ "viewport_type": "4d" }), "viewport_type"),
        ("capture_game", json!({ "format": "gif" }), "format"),
        ("capture_game", json!({ "max_width": 0 }), "max_width"),
        ("get_errors", json!({ "severity": "bad" }), "severity"),
        ("get_editor_log", json!({ "filter": "(" }), "filter"),
        ("execute_action", json!({ "args": {} }), "action"),
        ("execute_action", json!({ "action": "select_node", "args": [] }), "args"),
        ("execute_action", json!({ "action": "select_node", "args": {} }), "args.node_path"),
    ] {
        let error = client.refused(method, params.clone());
        assert_eq!(error["code"], -32602, "{method} {params}: {error}");
        assert_eq!(error["data"]["parameter"], named, "{method} {params}: {error}");
        assert!(error["message"].as_str().unwrap().contains(named), "{error}");
    }
    let error = client.act_refused("dance", json!({}));
    assert_eq!(error["data"]["available_actions"].as_array().unwrap().len(), 13, "{error}");
    assert_eq!(client.refused("dance", json!({}))["code"], -32601);
    let error = client.refused("get_class_docs", json!({ "class_name": "CharacterBdy3D" }));
    assert_eq!(error["code"], -32001);
    assert_eq!(error["data"]["similar_classes"][0], "CharacterBody3D", "{error}");
    let error = client.refused("get_node_properties", json!({ "node_path": "/root/Main/Playr" }));
    assert_shape(
        &json!({ "code": -32000, "message": "", "data": { "requested_path": "", "similar_paths": [""], "suggestion": "" } }),
        &error,
    );
    assert_eq!(error["data"]["similar_paths"][0], "/root/Main/Player", "{error}");
    assert_eq!(error["message"], "Node not found: /root/Main/Playr");
}

fn selecting(client: &mut Client) {
    client.forget_events();
    let got = client.act("select_node", json!({ "node_path": "/root/Main/Player" }));
    assert_shape(&json!({ "success": true, "action": "select_node" }), &got);
    let event = client.event("selection_changed");
    assert_shape(&json!({ "selected_nodes": ["/root/Main/Player"], "timestamp": 0.5 }), &event);
    let both = ["/root/Main/Player", "/root/Main/Enemy"];
    client.act("select_nodes", json!({ "node_paths": both }));
    assert_eq!(client.event("selection_changed")["selected_nodes"], json!(both));
    let got = client.call("get_selected_nodes", json!({ "include_properties": true }));
    let node = json!({ "name": "", "type": "", "path": "", "script": "", "properties": {} });
    assert_shape(&json!({ "success": true, "selection_count": 2, "nodes": [node] }), &got);
    let info = client.call("get_editor_info", json!({}));
    assert_eq!(info["editor_state"]["selected_nodes"], json!(both));
    client.act("focus_node", json!({ "node_path": "/root/Main/Enemy" }));
    let selected = client.call("get_selected_nodes", json!({}));
    assert_eq!(selected["nodes"][0]["path"], "/root/Main/Enemy", "{selected}");
    assert_eq!(
        client.act_refused("select_node", json!({ "node_path": "/root/No" }))["code"],
        -32000
    );
}

fn editing(client: &mut Client, property: &str) {
    let set = |value: &str| json!({ "node_path": "/root/Main/Player", "property": property, "value": value });
    client.act("set_property", set("Vector3(5.5, 0, 0)"));
    let got = client.act("set_property", set("Vector3(0, 0, 1)"));
    let expected = json!({
        "success": true, "action": "set_property", "node_path": "/root/Main/Player", "property": property,
        "old_value": "Vector3(5.5, 0, 0)", "new_value": "Vector3(0, 0, 1)",
    });
    assert_eq!(got, expected);
    let args =
        json!({ "parent_path": "/root/Main/Player", "node_type": "Sprite3D", "name": "HealthBar" });
    let got = client.act("create_node", args.clone());
    let expected = json!({
        "success": true, "action": "create_node", "node_path": "/root/Main/Player/HealthBar", "node_type": "Sprite3D",
    });
    assert_eq!(got, expected);
    assert_eq!(client.act("create_node", args)["node_path"], "/root/Main/Player/HealthBar2");
    let got = client.act("delete_node", json!({ "node_path": "/root/Main/Player/HealthBar2" }));
    assert_eq!(got["node_path"], "/root/Main/Player/HealthBar2");
    let error = client.act_refused("set_property", set("fast"));
    assert_eq!(error["code"], -32602, "{error}");
    assert!(error.to_string().contains("Vector3"), "{error}");
    let got = client.act("save_scene", json!({}));
    assert_eq!(got["scene_path"], "res://scenes/main.tscn");
    client.act("create_node", json!({ "parent_path": "/root/Main", "node_type": "Node" }));
    client.act("reload_scene", json!({}));
    let tree = client.call("get_scene_tree", json!({})).to_string();
    assert!(tree.contains("HealthBar") && !tree.contains("/root/Main/Node\""), "{tree}");
}

fn scenes_change(client: &mut Client, own: &mut Client) {
    client.forget_events();
    own.call("scenewright.open_scene", json!({ "path": "res://scenes/level1.tscn" }));
    let event = client.event_with("scene_changed", |params| params["current_scene"] != "");
    assert_shape(&json!({ "previous_scene": "", "current_scene": "", "timestamp": 0.5 }), &event);
    assert_eq!(event["current_scene"], "res://scenes/level1.tscn");
}
