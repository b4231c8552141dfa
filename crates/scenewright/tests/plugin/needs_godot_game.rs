//! A running game, driven through the tools: a real Godot, and nothing installed in the project.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::editor::project;

/// A player who walks, a button, a field, and methods that go wrong.
pub const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Walk"
run/main_scene="res://main.tscn"
config/features=PackedStringArray("4.3")

[display]

window/size/viewport_width=640
window/size/viewport_height=360

[input]

jump={
"deadzone": 0.5,
"events": []
}
//- /game/.godot/global_script_class_cache.cfg
list=[]
//- /game/main.tscn
[gd_scene load_steps=3 format=3]

[ext_resource type="Script" path="res://main.gd" id="1"]
[ext_resource type="Script" path="res://player.gd" id="2"]

[node name="Main" type="Node2D"]
script = ExtResource("1")

[node name="Player" type="Node2D" parent="."]
position = Vector2(100, 200)
script = ExtResource("2")

[node name="Start" type="Button" parent="."]
offset_left = 20.0
offset_top = 20.0
offset_right = 120.0
offset_bottom = 60.0
text = "Start"

[node name="Name" type="LineEdit" parent="."]
offset_left = 20.0
offset_top = 80.0
offset_right = 220.0
offset_bottom = 120.0

[connection signal="pressed" from="Start" to="." method="_on_start"]
//- /game/main.gd
extends Node2D

signal clicked(count: int)

var clicks := 0
var draws: Array[int] = []

func _ready() -> void:
	print("ready")
	draws = [randi() % 1000, randi() % 1000]

func _on_start() -> void:
	clicks += 1
	clicked.emit(clicks)

func add(a: Vector2, b: Vector2) -> Vector2:
	return a + b

func fail() -> int:
	var nothing: Node = null
	return nothing.get_child_count()

func leave(code: int) -> void:
	get_tree().quit(code)

func hang() -> void:
	while true:
		pass

func _process(_delta: float) -> void:
	if clicks < 0:
		hang()

func crash() -> void:
	OS.crash("on purpose")
//- /game/player.gd
extends Node2D

signal arrived

@export var speed := 120.0
var jumps := 0

func _physics_process(delta: float) -> void:
	if Input.is_action_just_pressed("jump"):
		jumps += 1
	position.x += Input.get_axis("ui_left", "ui_right") * speed * delta
	if position.x >= 130.0 and speed > 0.0:
		arrived.emit()
"#;

#[test]
fn a_game_is_played_to_its_goal_and_the_project_stays_as_it_is() {
    let project = project(GAME);
    let before = contents(&project.path("game"));
    let mut agent = Agent::playing(&project.path(""), &["--allow-eval"]);
    let info = agent.played("game.start", json!({ "seed": 7 }));
    assert_eq!(
        (&info["state"], &info["scenePath"], &info["window"]),
        (&json!("frozen"), &json!("res://main.tscn"), &json!([640, 360]))
    );

    // Nothing of what Scenewright brings along is reported as an error of the game.
    assert!(!info["diagnostics"].to_string().contains("printed errors"), "{info}");

    walk(&mut agent);
    click_and_type(&mut agent);
    values(&mut agent);
    source(&mut agent);
    let log = agent.played("game.log", json!({ "since": 0, "limit": 1 }));
    assert_eq!(
        (&log["entries"][0]["text"], &log["entries"][0]["kind"]),
        (&json!("ready"), &json!("print"))
    );

    let ended = agent.played("game.stop", json!({}));
    assert_eq!(ended["state"], "ended");
    assert_eq!(contents(&project.path("game")), before);
}

/// Half a second of a held action, then until a place is reached.
fn walk(agent: &mut Agent) {
    let tree = agent.played("game.look", json!({ "path": "." }));
    let names: Vec<&str> =
        tree["nodes"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Main", "Player", "Start", "Name"]);

    let inputs = json!([{ "action": "ui_right", "hold": 10 }, { "action": "jump", "tick": 3 }]);
    let act =
        json!({ "inputs": inputs, "ticks": 20, "report": ["Player:position:x", "Player:jumps"] });
    let acted = agent.played("game.act", act);
    assert_eq!((&acted["ticks"], &acted["endedBy"]), (&json!(20), &json!("ticks")));
    let values = &acted["report"][0]["values"];
    assert_eq!(values, &json!({ "Player:position:x": 120, "Player:jumps": 1 }));

    let until = json!({
        "inputs": [{ "action": "ui_right", "hold": 0 }],
        "until": "signal Player:arrived and Player:position:x < 200",
        "report": ["Player:position:x"],
        "reportWhen": "changes",
    });
    let acted = agent.played("game.act", until);
    assert_eq!((&acted["ticks"], &acted["endedBy"]), (&json!(5), &json!("until")));
    assert_eq!(acted["report"].as_array().unwrap().len(), 6, "{acted}");
    assert_eq!(acted["held"], json!(["action ui_right"]));
    let released = json!({ "inputs": [{ "action": "ui_right", "release": true }], "ticks": 1 });
    assert_eq!(agent.played("game.act", released)["held"], Value::Null);
}

fn click_and_type(agent: &mut Agent) {
    let click = json!({
        "inputs": [{ "mouse": "left", "node": "Start" }],
        "until": "Main:clicks >= 1",
        "signals": [".:clicked"],
    });
    // The scene's root is not below itself.
    let refused = agent.refused("game.act", click.clone());
    assert!(refused.contains("there is no node 'Main'"), "{refused}");
    let mut click = click;
    click["until"] = json!(".:clicks >= 1");
    let acted = agent.played("game.act", click);
    assert_eq!(acted["endedBy"], "until", "{acted}");
    assert_eq!(acted["signals"][0]["signal"], ".:clicked");
    assert_eq!(acted["signals"][0]["arguments"], json!({ "0": 1 }));

    let typed = json!({
        "inputs": [{ "mouse": "left", "at": [100, 100] }, { "tick": 5, "text": "Ada ü" }],
        "ticks": 10,
        "report": ["Name:text"],
    });
    let acted = agent.played("game.act", typed);
    assert_eq!(acted["report"][0]["values"], json!({ "Name:text": "Ada ü" }));
}

fn values(agent: &mut Agent) {
    let read = agent.played("game.read", json!({ "path": "Player", "properties": ["speed"] }));
    assert_eq!(
        (&read["values"], &read["path"]),
        (&json!({ "speed": 120 }), &json!("/root/Main/Player"))
    );
    for (property, value, expected) in [
        ("position", json!({ "x": 5, "y": 7.5 }), "(5, 7.5)"),
        ("position", json!([1, 2]), "(1, 2)"),
        ("position:y", json!(9), "9.0"),
        ("modulate", json!("#ff0000"), "(1, 0, 0, 1)"),
        ("visible", json!(false), "false"),
        ("z_index", json!(3), "3"),
        ("name", json!("Hero"), "Hero"),
        ("name", json!("Player"), "Player"),
    ] {
        let path = if property == "name" && expected == "Player" { "Hero" } else { "Player" };
        let write = json!({ "path": path, "property": property, "value": value.to_string() });
        let written = agent.played("game.write", write);
        assert_eq!(written["after"]["text"], expected, "{property}");
    }
    let called = agent.played(
        "game.call",
        json!({ "path": ".", "method": "add", "arguments": "[[1, 2], {\"x\": 3, \"y\": 4}]" }),
    );
    assert_eq!(called["result"]["fields"], json!({ "x": 4, "y": 6 }));
    for (tool, arguments, expected) in [
        ("game.read", json!({ "path": "Plyer" }), "there is no node 'Plyer'"),
        ("game.read", json!({ "path": "Player", "properties": ["sped"] }), "did you mean speed?"),
        (
            "game.write",
            json!({ "path": "Player", "property": "position", "value": "\"far\"" }),
            "'far' is not a Vector2",
        ),
        ("game.call", json!({ "path": ".", "method": "fial" }), "did you mean fail?"),
        (
            "game.call",
            json!({ "path": ".", "method": "fail" }),
            "fail() logged an error: Cannot call method 'get_child_count' on a null value. (res://main.gd:",
        ),
        ("game.act", json!({ "until": "Player:speed > \"x\"" }), "cannot be compared"),
        ("game.act", json!({ "until": "Player:nope" }), "has no property 'nope'"),
        (
            "game.act",
            json!({ "inputs": [{ "action": "fly" }] }),
            "there is no input action 'fly'; the project has: jump",
        ),
        ("game.look", json!({ "view": "picture" }), "start the game with \"display\": \"virtual\""),
        ("game.read", json!({ "game": "9", "path": "Player" }), "there is no game '9'"),
    ] {
        let refused = agent.refused(tool, arguments.clone());
        assert!(refused.contains(expected), "{tool} {arguments}: {refused}");
    }
}

fn source(agent: &mut Agent) {
    let source = "var sum := 0\nfor number in 5:\n\tsum += number\nreturn sum";
    assert_eq!(agent.played("game.eval", json!({ "source": source }))["result"]["number"], 10);
    let refused = agent.refused("game.eval", json!({ "source": "return nothing" }));
    assert!(refused.contains("line 1: Identifier \"nothing\" not declared"), "{refused}");
}

#[test]
fn games_with_the_same_seed_are_the_same_and_run_side_by_side() {
    let project = project(GAME);
    let mut agent = Agent::playing(&project.path(""), &[]);
    let draws = |agent: &mut Agent, seed: i64| {
        agent.played("game.start", json!({ "seed": seed }));
        let read = json!({ "path": ".", "properties": ["draws"] });
        agent.played("game.read", read)["values"]["draws"].clone()
    };
    let first = draws(&mut agent, 1);
    assert_eq!(draws(&mut agent, 1), first);
    assert_ne!(draws(&mut agent, 2), first);
    let state = agent.played("game.state", json!({}));
    assert_eq!(state["games"].as_array().unwrap().len(), 3);
    let walk =
        |game: &str| json!({ "game": game, "ticks": 5, "inputs": [{ "action": "ui_left" }] });
    assert_eq!(agent.played("game.act", walk("1"))["tick"], 6);
    let others = agent.played("game.state", json!({}));
    let ticks: Vec<_> =
        others["games"].as_array().unwrap().iter().map(|game| game["tick"].clone()).collect();
    assert_eq!(ticks, [6, 1, 1]);
}

/// All files with what is in them.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(contents(&path)),
            false => {
                found.insert(path.to_string_lossy().into_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// The game with other files in place of some of its own.
pub fn changed(files: &[(&str, &str)]) -> Fixture {
    let project = project(GAME);
    for (path, text) in files {
        fs::write(project.path(&format!("game/{path}")), text).unwrap();
    }
    project
}
