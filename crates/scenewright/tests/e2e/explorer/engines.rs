//! The document's contract as rows, run on every engine: each resource, each tool, each gate and each event.

mod gates;
mod reads;
mod subjects;
mod writes;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::fields;
use super::listening::Listener;
use subjects::{EngineUnderTest, Subject};

#[test]
fn unity_files_keep_the_contract() {
    keeps_contract(&Subject::unity_files());
}

#[test]
fn godot_files_keep_the_contract() {
    keeps_contract(&Subject::godot_files());
}

#[test]
fn needs_godot_game_keeps_the_contract() {
    let subject = Subject::godot_game();
    keeps_contract(&subject);
    subjects::stays_the_same_on_disk(&subject);
}

fn keeps_contract(subject: &Subject) {
    every_tool_has_a_row(subject);
    // First, so that the log is not empty.
    reads::errors(subject);
    reads::resources(subject);
    reads::tools(subject);
    gates::without_writes(subject);
    gates::without_confirmation(subject);
    gates::without_allowlist(subject);
    streams(subject);
    writes::tools(subject);
    if subject.engine == EngineUnderTest::GodotGame {
        game_events(subject);
    }
}

/// A tool that is added to the interface needs a row here.
fn every_tool_has_a_row(subject: &Subject) {
    let listed = subject.explorer.post("list_tools", &json!({})).body["result"]["tools"].clone();
    let listed: BTreeSet<String> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect();
    let rows = reads::TOOLS.iter().map(|row| row.0).chain(writes::TOOLS.iter().map(|row| row.tool));
    assert_eq!(listed, rows.map(str::to_owned).collect::<BTreeSet<_>>());
}

/// On open, then after a selection, a scene that is loaded, and a call that fails.
fn streams(subject: &Subject) {
    let explorer = &subject.explorer;
    let mut stream = Listener::open(explorer);
    assert_eq!(stream.event("scenes"), explorer.read("unity://scenes"));
    assert_eq!(stream.event("selection"), explorer.read("unity://selection"));
    let root = explorer.read("unity://scene/scn:0/objects?limit=1")["Items"][0]["Id"].clone();
    explorer.call("SelectObject", json!({ "objectId": root }));
    let selected = json!({ "ActiveId": root, "Items": [root] });
    assert_eq!(stream.event("selection"), selected);
    assert_eq!(explorer.read("unity://selection"), selected);
    assert_eq!(explorer.read("unity://status")["Selection"], json!([root]));
    explorer
        .call("LoadScene", json!({ "name": subject.scene, "mode": "additive", "confirm": true }));
    let changed = stream.event("scenes_diff");
    assert_eq!(fields(&changed), ["added", "removed"]);
    assert!(changed["added"].as_array().is_some_and(|added| !added.is_empty()), "{changed}");
    explorer.post("call_tool", &json!({ "name": "GetObject", "arguments": { "id": "obj:1" } }));
    let mut failed = stream.event("tool_result");
    while failed["ok"] == true {
        assert_eq!(fields(&failed), ["name", "ok", "result"]);
        failed = stream.event("tool_result");
    }
    assert_eq!(fields(&failed), ["name", "ok", "error"]);
    assert_eq!(fields(&failed["error"]), ["code", "message", "data"]);
    let log = stream.event("log");
    assert_eq!(fields(&log), ["level", "message", "source", "category", "t"]);
}

/// What a game prints, and its end.
fn game_events(subject: &Subject) {
    let explorer = &subject.explorer;
    let mut stream = Listener::open(explorer);
    explorer.allow(json!({ "reflectionAllowlistMembers": ["keeper.gd.say"] }));
    let keeper = explorer.read("unity://scene/scn:ddol/objects")["Items"][0]["Id"].clone();
    let call = json!({ "objectId": keeper, "componentType": "keeper.gd", "method": "say", "confirm": true });
    assert_eq!(explorer.call("CallMethod", call), json!({ "ok": true, "result": null }));
    let mut line = stream.event("log");
    while line["source"] != "game" {
        line = stream.event("log");
    }
    assert_eq!((&line["level"], &line["message"]), (&json!("info"), &json!("hello")));
    let tail = explorer.read("unity://logs/tail");
    let is_it = |item: &Value| item["Source"] == "game" && item["Message"] == "hello";
    assert!(tail["Items"].as_array().unwrap().iter().any(is_it), "{tail}");
    subject.tool("game-stop", json!({}));
    let gone = stream.event("scenes_diff");
    assert!(gone["removed"].as_array().is_some_and(|removed| !removed.is_empty()), "{gone}");
    assert_eq!(explorer.read("unity://status")["Runtime"], "Embedded");
}

/// A box with a body and a ball without one, in front of a camera.
const SOLID: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Solid"
run/main_scene="res://main.tscn"
config/features=PackedStringArray("4.4")

[display]

window/size/viewport_width=640
window/size/viewport_height=360
//- /game/.godot/global_script_class_cache.cfg
list=[]
//- /game/main.tscn
[gd_scene load_steps=3 format=3]

[sub_resource type="BoxShape3D" id="1"]
[sub_resource type="SphereMesh" id="2"]

[node name="Main" type="Node3D"]

[node name="Camera" type="Camera3D" parent="."]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5)

[node name="Box" type="StaticBody3D" parent="."]

[node name="Shape" type="CollisionShape3D" parent="Box"]
shape = SubResource("1")

[node name="Ball" type="MeshInstance3D" parent="."]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0)
mesh = SubResource("2")
"#;

#[test]
fn needs_godot_game_is_picked_from_its_own_and_from_the_free_camera() {
    let explorer = subjects::start_godot(SOLID);
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": false }));
    let picks = |x: f64| {
        let at = json!({ "mode": "world", "x": x, "y": 0.5, "normalized": true });
        let id = explorer.call("MousePick", at)["Id"].clone();
        id.as_str().map(|id| explorer.read(&format!("unity://object/{id}"))["Name"].clone())
    };
    assert_eq!(
        [picks(0.5), picks(0.648), picks(0.1)],
        [Some(json!("Box")), Some(json!("Ball")), None]
    );
    assert_eq!(explorer.read("unity://camera/active")["Fov"], 75);
    let behind = json!({ "pos": { "X": 0, "Y": 0, "Z": -3 }, "rot": { "X": 0, "Y": 180, "Z": 0 } });
    explorer.call("SetFreecamPose", behind);
    explorer.call("SetFreecamEnabled", json!({ "enabled": true }));
    assert_eq!(
        [picks(0.5), picks(0.247), picks(0.648)],
        [Some(json!("Box")), Some(json!("Ball")), None]
    );
    explorer.call("SetFreecamEnabled", json!({ "enabled": false }));
    assert_eq!(picks(0.648), Some(json!("Ball")));
}
